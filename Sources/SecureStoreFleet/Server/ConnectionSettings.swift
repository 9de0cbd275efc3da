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
    /// True if the settings contain a password, which belongs into libpq's password file.
    private(set) var hasPassword = false

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

    /// The settings of a list of libpq's that have a value.
    private static func values(_ options: UnsafeMutablePointer<PQconninfoOption>?) -> [String: String] {
        var (values, next) = unsafe ([String: String](), options)
        while let option = unsafe next, let keyword = unsafe option.pointee.keyword {
            if let value = unsafe option.pointee.val {
                unsafe values[String(cString: keyword)] = unsafe String(cString: value)
            }
            unsafe next = option + 1
        }
        return values
    }

    /// Refuses to log in on another machine in a mode that does without encryption where the server wants
    /// that.
    ///
    /// One of the two is libpq's mode for who says nothing. No login is sent before.
    static func checkEncryption(of connection: OpaquePointer) throws(ServerError) {
        let options = unsafe PQconninfo(connection)
        defer { unsafe PQconninfoFree(options) }
        let settings = unsafe values(options)
        guard let mode = settings["sslmode"] else {
            throw ServerError(.lost, "there is not enough memory for a connection")
        }
        guard ["allow", "prefer"].contains(mode), settings["gssencmode"] != "require" else { return }
        let lists: [[String]] = ["hostaddr", "host"].map {
            (settings[$0] ?? "").cut(at: ",", keepingEmpty: true).map(String.init)
        }
        // Where an address is empty, libpq takes the name in its place.
        let count = lists.map(\.count).max() ?? 0
        let places = (0..<count).map { (index: Int) -> String in
            lists.first { $0.indices.contains(index) && !$0[index].isEmpty }?[index] ?? ""
        }
        guard places.allSatisfy(isHere) else {
            throw ServerError(
                .refused(state: "08004"),
                "the settings name no place on this machine, and sslmode=\(mode) logs in without encryption where a server "
                    + "wants that; add sslmode=verify-full to them, or sslmode=disable to do without")
        }
    }

    /// True for a socket, and for the loopback addresses by their usual names.
    private static func isHere(_ place: String) -> Bool {
        ["", "localhost", "::1"].contains(place.lowercased()) || ["/", "@"].contains { place.hasPrefix($0) }
            || place.hasPrefix("127.") && !place.contains(where: \.isLetter)
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
        let given = unsafe Self.values(options)
        guard (given["port"] ?? "").utf8.allSatisfy({ (48...57).contains($0) || $0 == 44 }) else {
            throw ServerError(.unusable, "the connection settings cannot be read: a port is a number")
        }
        for (keyword, value) in given { try Self.checkNoURI(in: value, of: keyword) }
        hasPassword = given["password"] != nil || given["sslpassword"] != nil
        servers =
            Self.servers(given.mapValues { $0.cut(at: ",", keepingEmpty: true).map(String.init) }) ?? [[]]
    }

    /// Refuses a URI in place of a name: libpq would not read it, but show it, and its password, to others.
    private static func checkNoURI(in value: String, of keyword: String) throws(ServerError) {
        guard !["password", "sslpassword", "options", "application_name"].contains(keyword),
            value.utf8.contains("://".utf8) || keyword == "dbname" && value.utf8.contains(UInt8(ascii: "="))
        else { return }
        throw ServerError(
            .unusable,
            "the connection settings cannot be read: \(keyword) is a URI, or has settings in it; both stand by themselves"
        )
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
