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
        guard !secret.contains("\0", in: 0..<secret.count) else { return nil }
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
        let lineBreak = try SecretBytes(utf8: "\n")
        return try .joined([password] + extraLines().flatMap { [lineBreak, $0] })
    }

    private static func joined(_ lines: [SecretBytes]) throws -> SecretBytes {
        let lineBreak = try SecretBytes(utf8: "\n")
        return try .joined(lines.flatMap { [$0, lineBreak] })
    }

    private func extraLines() throws -> [SecretBytes] {
        var lines: [SecretBytes] = []
        if let expiry { lines.append(try SecretBytes(utf8: "password_expiry_utc=\(expiry)")) }
        if let refreshToken { lines.append(try Self.line("oauth_refresh_token", refreshToken)) }
        if let authType { lines.append(try SecretBytes(utf8: "authtype=\(authType)")) }
        if let credential { lines.append(try Self.line("credential", credential)) }
        return lines
    }

    private static func line(_ key: String, _ value: SecretBytes) throws -> SecretBytes {
        try .joined([try SecretBytes(utf8: key + "="), value])
    }

    func answer() throws -> SecretBytes {
        let head =
            try credential == nil
            ? Self.line("password", password) : SecretBytes(utf8: "capability[]=authtype")
        return try Self.joined([head] + extraLines())
    }

    /// The lines with which another helper renews it when its time is over; nil without a refresh token.
    func renewal() throws -> SecretBytes? {
        guard let refreshToken else { return nil }
        var renewal = GitSecret(password: password, expiry: expiry)
        renewal.refreshToken = refreshToken
        return try Self.joined(renewal.extraLines())
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
