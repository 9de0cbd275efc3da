import SecureStore

/// The message of git about a credential: lines of `key=value` up to an empty one.
///
/// Secrets stay in erased memory. Keys that are not known, such as the headers of a server's answer, are
/// passed over whole, however long they are.
struct GitMessage {
    /// More than git sends, with headers of many servers.
    static let limit = 4 << 20

    private(set) var proto: String?
    private(set) var host: String?
    private(set) var path: String?
    private(set) var username: String?
    private(set) var expiry: String?
    private(set) var authType: String?
    private(set) var isEphemeral = false
    private(set) var knowsAuthType = false
    private(set) var password: SecretBytes?
    private(set) var refreshToken: SecretBytes?
    private(set) var credential: SecretBytes?

    /// Reads a message; reasons name lines, never what stands there.
    init(_ input: SecretBytes) throws {
        for (number, line) in input.lines().enumerated() {
            guard !line.isEmpty else { break }
            guard let equals = input.firstIndex(of: "=", in: line),
                let key = input.text(line.lowerBound..<equals)
            else { throw CommandError.failure("line \(number + 1) is not key=value") }
            do { try read(key, input, (equals + 1)..<line.upperBound) } catch {
                throw CommandError.failure("line \(number + 1): \(CommandError(any: error).message)")
            }
        }
    }

    private mutating func read(_ key: String, _ input: SecretBytes, _ value: Range<Int>) throws {
        switch key {
        case "protocol": proto = try Self.text(input, value)
        case "host": host = try Self.text(input, value)
        case "path": path = try Self.text(input, value)
        case "username": username = try Self.text(input, value)
        case "password_expiry_utc": expiry = try Self.text(input, value)
        case "authtype": authType = try Self.text(input, value)
        case "ephemeral": isEphemeral = try ["1", "true", "yes", "on"].contains(Self.text(input, value))
        case "capability[]": if try Self.text(input, value) == "authtype" { knowsAuthType = true }
        case "password": password = try Self.secret(input, value)
        case "oauth_refresh_token": refreshToken = try Self.secret(input, value)
        case "credential": credential = try Self.secret(input, value)
        case "url": try read(url: try Self.secret(input, value))
        default: break
        }
    }

    private static func text(_ input: SecretBytes, _ value: Range<Int>) throws -> String {
        try check(input, value)
        guard let text = input.text(value) else { throw CommandError.failure("the value is not text") }
        return text
    }

    private static func secret(_ input: SecretBytes, _ value: Range<Int>) throws -> SecretBytes {
        try check(input, value)
        return try input.part(value)
    }

    /// Refuses what would be something else in an answer: git takes a carriage return for a part of the line
    /// break.
    private static func check(_ input: SecretBytes, _ value: Range<Int>) throws(CommandError) {
        try require(!input.contains("\0", in: value), "the value has a zero byte")
        try require(!input.ends(value, with: "\r"), "the value ends in a carriage return")
    }

    /// The address that git asks a credential for; nil where the message means nothing in particular.
    ///
    /// It means any account, and any path, unless one is given.
    var words: ItemWords? {
        guard let proto, !proto.isEmpty, host != nil || path != nil else { return nil }
        let (server, port) = HostAndPort.split(host ?? "")
        var words = ItemWords()
        words.values = [
            .protocol: InternetProtocol(spelling: proto).attributeValue, .server: server.attributeValue,
            .port: port.attributeValue,
        ]
        (words[.path], words[.account]) = (path, username)
        return words
    }

    /// Reads `PROTOCOL://USER:PASSWORD@HOST/PATH`, as if its parts had been given one by one.
    private mutating func read(url: SecretBytes) throws {
        guard let address = SplitURL(url) else { throw CommandError.failure("the value is not an address") }
        (proto, host) = (address.scheme, try Self.decoded(url, address.host))
        (path, username, password) = (nil, nil, nil)
        if let range = address.path, !range.isEmpty { path = try Self.decoded(url, range) }
        if let range = address.user { username = try Self.decoded(url, range) }
        if let range = address.password { password = try Self.unescaped(url, range) }
    }

    private static func decoded(_ url: SecretBytes, _ range: Range<Int>) throws -> String {
        let bytes = try unescaped(url, range)
        return try text(bytes, 0..<bytes.count)
    }

    /// Git's lines cannot say what has a line break in it.
    private static func unescaped(_ url: SecretBytes, _ range: Range<Int>) throws -> SecretBytes {
        let bytes = try url.percentDecoded(range)
        guard !["\n", "\r", "\0"].contains(where: { bytes.contains($0) }) else {
            throw CommandError.failure("the value has a line break or a zero byte")
        }
        return bytes
    }
}

extension GitSecret {
    /// The secret that a message wants kept; nil if the message does not say enough.
    init?(_ message: GitMessage) throws {
        let isEncoded = message.authType?.isEmpty == false && message.credential != nil
        guard !message.isEphemeral, isEncoded || (message.username != nil && message.password != nil)
        else { return nil }
        self.init(
            password: try message.password ?? SecretBytes(copying: []),
            expiry: message.expiry.flatMap { Int64($0) })
        refreshToken = message.refreshToken
        if isEncoded { (authType, credential) = (message.authType, message.credential) }
    }
}
