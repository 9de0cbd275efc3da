public import FoundationEssentials
public import SecureStore

extension TokenPair {
    /// Reads a successful response of a token endpoint (RFC 6749, section 5.1).
    ///
    /// For the response to a refresh, pass the pair that it replaces: what the server leaves out stays as it
    /// was (section 6), and so does what is empty or not text. `expires_in` counts from the receipt, which is
    /// now, in the vault's closure by ``VaultOptions/now``. Without a number there, the times in a JWT are
    /// used, unverified. At most 64 extras are kept, with names of up to 255 bytes.
    ///
    /// Throws ``TokenVaultError/Code-swift.struct/malformed`` unless the response is a JSON object with an
    /// access token, and no name of the standard twice. If it has an OAuth error instead, throws
    /// ``TokenVaultError/Code-swift.struct/reauthenticationRequired`` when that ends the grant, and else
    /// ``TokenVaultError/Code-swift.struct/refreshFailed``.
    public init(
        response: SecretBytes, receivedAt: Date? = nil, replacing old: TokenPair? = nil
    ) throws(TokenVaultError) {
        let object = try JSONObject(response)
        guard let accessToken = object.string("access_token") else {
            guard object.anything("error") != nil else {
                throw JSONObject.malformed("has no access_token in ASCII")
            }
            let failure = RefreshFailure(statusCode: 200, body: response, retryAfter: nil)
            let isRevoked = failure.kind == .grantRevoked
            throw TokenVaultError(
                isRevoked ? .reauthenticationRequired : .refreshFailed, failure.reason, underlying: failure)
        }
        let receivedAt = receivedAt ?? VaultOptions.current.time
        try self.init(
            accessToken: accessToken, refreshToken: object.string("refresh_token") ?? old?.refreshToken,
            tokenType: try object.string("token_type")?.text() ?? old?.tokenType ?? "Bearer",
            scope: object.words("scope") ?? old?.scope,
            expiry: object.number("expires_in").map { receivedAt + min(max($0, 0), Self.longestLife) }
                ?? accessToken.unverifiedExpiry(receivedAt: receivedAt),
            issueTime: receivedAt, idToken: object.string("id_token") ?? old?.idToken,
            extras: Self.extras(object, old?.extras ?? [:]))
    }

    /// Reads a response in ordinary memory, such as `Data`; throws what the `init` of a secret throws.
    public init(
        response: some Collection<UInt8>, receivedAt: Date? = nil, replacing old: TokenPair? = nil
    ) throws {
        try self.init(response: SecretBytes(copying: response), receivedAt: receivedAt, replacing: old)
    }

    /// Reads the access token in the header `Authorization`, and the refresh token in one that you name.
    ///
    /// Header names match in any case, and each value may begin with `Bearer`. Without a refresh token, the
    /// replaced pair's stays. Throws ``TokenVaultError/Code-swift.struct/malformed`` for anything else.
    public init(
        headers: [String: String], refreshHeader: String, receivedAt: Date? = nil,
        replacing old: TokenPair? = nil
    ) throws {
        guard let accessToken = try Self.token(in: headers, "Authorization") else {
            throw TokenVaultError(
                .malformed, "the response has no header Authorization; give the one that the tokens came with"
            )
        }
        let receivedAt = receivedAt ?? VaultOptions.current.time
        try self.init(
            accessToken: accessToken,
            refreshToken: try Self.token(in: headers, refreshHeader) ?? old?.refreshToken, scope: old?.scope,
            expiry: accessToken.unverifiedExpiry(receivedAt: receivedAt), issueTime: receivedAt,
            idToken: old?.idToken, extras: old?.extras ?? [:])
    }

    /// A hundred years: longer than any token lives, and well within the range of a date.
    static let longestLife = 100 * 365.25 * 86_400

    /// The extras of the response, followed by those of the old pair that it does not name, if there is room.
    private static func extras(_ object: JSONObject, _ old: [String: Token]) -> [String: Token] {
        let new = object.members.keys.filter {
            $0.utf8.count <= UInt8.max && !JSONObject.standardNames.contains($0)
        }
        let kept = old.filter { object.members[$0.key] == nil }
        var extras: [String: Token] = [:]
        for name in new.sorted() + kept.keys.sorted() where extras.count < 64 {
            extras[name] = kept[name] ?? object.anything(name)
        }
        return extras
    }

    private static func token(in headers: [String: String], _ name: String) throws -> Token? {
        let found = headers.filter { $0.key.lowercased() == name.lowercased() }
        guard found.count <= 1 else { throw TokenVaultError(.malformed, "the header \(name) is there twice") }
        guard let value = found.first?.value else { return nil }
        let words = value.split(whereSeparator: { $0 == " " || $0 == "\t" })
        let rest = words.first?.lowercased() == "bearer" ? words.dropFirst() : words[...]
        guard let text = rest.first, rest.count == 1 else {
            throw TokenVaultError(.malformed, "the header \(name) is neither a token nor Bearer and a token")
        }
        return try Token(String(text))
    }
}
