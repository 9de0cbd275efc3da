private import CSecureStorePostgres
private import SecureStore
private import SecureStorePlatform

/// The server's address and the login: libpq's own settings, as a URI or as pairs of key and value.
///
/// They may contain a password, so no error repeats any of them.
struct ConnectionSettings: Sendable {
    let text: String
    /// The settings of each server, if the text lists several; one without any if it lists none.
    private(set) var servers: [[(keyword: String, value: String)]] = [[]]

    /// Refuses what libpq cannot read, and URIs in which part of the password would be taken for another
    /// part.
    init(_ text: String) throws(ServerError) {
        let isReadable: Bool
        if text.utf8.contains(0) {
            isReadable = false
        } else if let scheme = text.utf8.firstRange(of: "://".utf8),
            Self.isScheme(text.utf8[..<scheme.lowerBound])
        {
            isReadable = Self.isUnambiguous(text.utf8[scheme.upperBound...])
        } else {
            isReadable = true
        }
        guard isReadable else {
            throw ServerError(
                .unusable,
                "the connection settings cannot be read: write '@', '/', ':', '?' and '%' in a user's name or a password "
                    + "of a URI as %40, %2F, %3A, %3F and %25")
        }
        self.text = text
        try parse()
    }

    /// True if the settings contain a password, which belongs into libpq's password file.
    var hasPassword: Bool {
        let options = unsafe PQconninfoParse(text, nil)
        defer { unsafe PQconninfoFree(options) }
        var next = unsafe options
        while let option = unsafe next, let keyword = unsafe option.pointee.keyword {
            let isPassword = unsafe strcmp(keyword, "password") == 0 || strcmp(keyword, "sslpassword") == 0
            if isPassword, unsafe option.pointee.val != nil { return true }
            unsafe next = option + 1
        }
        return false
    }

    private static func isScheme(_ text: Substring.UTF8View) -> Bool {
        ["postgresql", "postgres"].contains { text.elementsEqual($0.utf8) }
    }

    /// Tells whether the only `@` before the parameters ends the password.
    ///
    /// By bytes, as libpq reads it: a mark with an accent behind it is no other mark there.
    private static func isUnambiguous(_ rest: Substring.UTF8View) -> Bool {
        let (at, slash, question) = (UInt8(ascii: "@"), UInt8(ascii: "/"), UInt8(ascii: "?"))
        let address = rest.prefix { $0 != question }
        guard let end = address.firstIndex(of: at) else { return true }
        return address.lastIndex(of: at) == end && !address[..<end].contains(slash)
    }

    private mutating func parse() throws(ServerError) {
        var message: UnsafeMutablePointer<CChar>?
        // Never shown: it quotes what it could not read.
        let options = unsafe PQconninfoParse(text, &message)
        defer {
            unsafe PQfreemem(message)
            unsafe PQconninfoFree(options)
        }
        guard unsafe options != nil else {
            throw ServerError(
                .unusable, "the connection settings cannot be read; write them as key=value, or as a URI")
        }
        var lists: [String: [String]] = [:]
        var next = unsafe options
        while let option = unsafe next, let keyword = unsafe option.pointee.keyword {
            if unsafe strcmp(keyword, "port") == 0, let value = unsafe option.pointee.val {
                let isPort = unsafe String(cString: value).utf8.allSatisfy {
                    (48...57).contains($0) || $0 == 44
                }
                guard isPort else {
                    throw ServerError(.unusable, "the connection settings cannot be read: a port is a number")
                }
            }
            if let value = unsafe option.pointee.val {
                try Self.checkNoURI(in: unsafe String(cString: value), of: unsafe String(cString: keyword))
                unsafe lists[String(cString: keyword)] = unsafe String(cString: value).cut(
                    at: ",", keepingEmpty: true
                ).map(String.init)
            }
            unsafe next = option + 1
        }
        servers = Self.servers(lists) ?? [[]]
    }

    /// Refuses a URI in place of a name: libpq would not read it, but show it, and its password, to others.
    private static func checkNoURI(in value: String, of keyword: String) throws(ServerError) {
        guard !["password", "sslpassword", "options", "application_name"].contains(keyword),
            value.utf8.contains("://".utf8)
        else { return }
        throw ServerError(
            .unusable, "the connection settings cannot be read: \(keyword) is a URI, which stands by itself")
    }

    /// Divides lists into the settings of each server; nil for one server, and where libpq has to say what is
    /// wrong.
    private static func servers(_ lists: [String: [String]]) -> [[(keyword: String, value: String)]]? {
        let places = [lists["host"], lists["hostaddr"]].compactMap { $0 }
        let ports = lists["port"] ?? []
        guard let count = places.map(\.count).max(), count > 1, places.allSatisfy({ $0.count == count }),
            ports.count <= 1 || ports.count == count, !(places + [ports]).joined().contains("")
        else { return nil }
        return (0..<count).map { number in
            ["host", "hostaddr", "port"].compactMap { keyword in
                guard let list = lists[keyword], list.count == count else { return nil }
                return (keyword, list[number])
            }
        }
    }
}
