import SecureStore

/// The secret of an item of git's.
///
/// The password alone, so that every other command reads it as it is. The rest that git wants kept stands on
/// lines of its own behind it, in git's words: a refresh token is a secret too, and one item can't lose half
/// of it.
struct GitSecret {
    var password: SecretBytes
    /// Seconds since 1970.
    var expiry: Int64?
    var refreshToken: SecretBytes?
    var authType: String?
    var credential: SecretBytes?

    init(password: SecretBytes, expiry: Int64?) { (self.password, self.expiry) = (password, expiry) }

    /// Reads what ``bytes()`` wrote; nil for a secret that git's lines cannot say.
    init?(_ secret: SecretBytes) throws {
        guard !secret.contains("\0") else { return nil }
        let lines = secret.withSpan { bytes in Self.lines(of: bytes) }
        guard !lines.contains(where: { secret.ends($0, with: "\r") }) else { return nil }
        password = try secret.part(lines[0])
        for line in lines.dropFirst() {
            guard let equals = secret.firstIndex(of: "=", in: line) else { return nil }
            let value = (equals + 1)..<line.upperBound
            switch secret.text(line.lowerBound..<equals) {
            case "password_expiry_utc": expiry = secret.text(value).flatMap { Int64($0) }
            case "oauth_refresh_token": refreshToken = try secret.part(value)
            case "authtype": authType = secret.text(value)
            case "credential": credential = try secret.part(value)
            default: return nil
            }
        }
    }

    /// Every line break counts: what follows the last one is a line, if an empty one.
    private static func lines(of bytes: Span<UInt8>) -> [Range<Int>] {
        var (lines, start) = ([Range<Int>](), 0)
        for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") {
            lines.append(start..<index)
            start = index + 1
        }
        return lines + [start..<bytes.count]
    }

    func bytes() throws -> SecretBytes {
        try .joined([password] + furtherLines.flatMap { ["\n", $0, $1] })
    }

    private typealias Line = (key: String, value: any SecretPiece)

    private static func joined(_ lines: [Line]) throws -> SecretBytes {
        try .joined(lines.flatMap { [$0, $1, "\n"] })
    }

    private var furtherLines: [Line] {
        let lines: [(key: String, value: (any SecretPiece)?)] = [
            ("password_expiry_utc=", expiry.map(String.init)), ("oauth_refresh_token=", refreshToken),
            ("authtype=", authType), ("credential=", credential),
        ]
        return lines.compactMap { key, value in value.map { (key, $0) } }
    }

    func answer() throws -> SecretBytes {
        let head: Line = credential == nil ? ("password=", password) : ("capability[]=", "authtype")
        return try Self.joined([head] + furtherLines)
    }

    /// The lines with which another helper renews it when its time is over; nil without a refresh token.
    func renewal() throws -> SecretBytes? {
        guard let refreshToken else { return nil }
        var renewal = GitSecret(password: password, expiry: expiry)
        renewal.refreshToken = refreshToken
        return try Self.joined(renewal.furtherLines)
    }

    /// True for what a program renews, and no person types.
    var isToken: Bool { expiry != nil || refreshToken != nil || credential != nil }

    func isExpired(at seconds: Double) -> Bool {
        expiry.map { Double($0) <= seconds } ?? false
    }
}

extension PasswordItem {
    /// True for an item that git's helper may use, and that is no login of a web page.
    var isForGit: Bool { attributes.column(.authenticationType).isEmpty }

    /// True for what git's helper answers with: all but logins of web pages.
    var isOfGit: Bool { attributes.column(.authenticationType) != AuthenticationType.htmlForm.rawValue }
}
