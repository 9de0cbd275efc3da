public import FoundationEssentials
import SecureStore

/// The tokens that an OAuth 2 server issued for one account, and what it said about them.
///
/// Printing a pair shows no token.
public struct TokenPair: Equatable, Sendable {
    /// The token to send with every request.
    public var accessToken: Token
    /// The token that the server exchanges for a new pair; nil when it issued none.
    public var refreshToken: Token?
    /// The scheme of the `Authorization` header, usually `Bearer`.
    public var tokenType = "Bearer"
    /// The scopes, separated by spaces; nil when the server did not say.
    public var scope: String?
    /// The time at which the access token expires, by this machine's clock; nil when it is not known.
    public var expiry: Date?
    /// The time at which this machine received the pair; nil when it is not known.
    public var issueTime: Date?
    /// The ID token of OpenID Connect; nil when the server issued none.
    public var idToken: Token?
    /// Further members of the response: the text of a string, or the JSON source of anything else.
    public var extras: [String: Token] = [:]

    /// Creates a pair; without `expiry`, with the one in the access token if that is a JWT, unverified.
    ///
    /// Throws ``TokenVaultError/Code-swift.struct/malformed`` unless both tokens are visible ASCII. A refresh
    /// token may also contain spaces (RFC 6749, appendix A.17).
    public init(
        accessToken: Token, refreshToken: Token? = nil, tokenType: String = "Bearer", scope: String? = nil,
        expiry: Date? = nil, issueTime: Date? = nil, idToken: Token? = nil, extras: [String: Token] = [:]
    ) throws(TokenVaultError) {
        guard accessToken.isASCII(), refreshToken?.isASCII(from: 0x20) != false else {
            throw TokenVaultError(
                .malformed, "a token is empty or not visible ASCII; give it as the server sent it")
        }
        self.init(stored: accessToken)
        (self.refreshToken, self.idToken, self.extras) = (refreshToken, idToken, extras)
        (self.tokenType, self.scope, self.issueTime) = (tokenType, scope, issueTime)
        self.expiry = expiry ?? accessToken.unverifiedExpiry()
    }

    /// Creates a pair from two strings, which cannot be erased; throws what the other `init` throws.
    public init(accessToken: String, refreshToken: String?) throws {
        try self.init(
            accessToken: Token(accessToken), refreshToken: refreshToken.map { text in try Token(text) })
    }

    /// A pair with a token that was checked, and nothing else yet.
    init(stored accessToken: Token) { self.accessToken = accessToken }

    /// The value of an `Authorization` header, such as `Bearer` and the access token.
    ///
    /// It cannot be erased: make it just before the request.
    /// Throws ``TokenVaultError/Code-swift.struct/malformed`` when the token or its type is not valid there.
    public func authorizationValue() throws(TokenVaultError) -> String {
        let isScheme = !tokenType.isEmpty && tokenType.utf8.allSatisfy { 0x21...0x7e ~= $0 }
        guard isScheme, accessToken.isASCII() else {
            throw TokenVaultError(
                .malformed, "the token or its type cannot be in a header; give both as the server sent them")
        }
        // Servers write the type in any case (RFC 6749, section 5.1), but some accept only this one.
        let scheme = tokenType.lowercased() == "bearer" ? "Bearer" : tokenType
        return scheme + " " + (try accessToken.text())
    }

    /// True if a server will accept the access token for a while, as far as is known.
    ///
    /// The leeway is at most half of the token's life: every call would refresh it otherwise. If the pair was
    /// received in the future, by more than the leeway, its expiry means nothing.
    func isUsable(_ options: VaultOptions, butNot rejected: Token?, leeway: Duration? = nil) -> Bool {
        guard accessToken != rejected else { return false }
        guard let expiry else { return true }
        let now = options.time
        if let issueTime, issueTime > now + options.leeway / .seconds(1) { return false }
        let halfLife = issueTime.map { expiry.timeIntervalSince($0) / 2 } ?? .infinity
        return now + min((leeway ?? options.leeway) / .seconds(1), max(halfLife, 0)) < expiry
    }
}
