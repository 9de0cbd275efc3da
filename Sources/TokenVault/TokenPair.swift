public import FoundationEssentials
import SecureStore

/// The tokens that an OAuth 2 server gave for one account, and what it said about them.
///
/// Printing a pair shows no token.
public struct TokenPair: Equatable, Sendable {
    /// The token that goes with every request.
    public var accessToken: Token
    /// What the server exchanges for a new pair; nil when it gave none.
    public var refreshToken: Token?
    /// The scheme of the `Authorization` header, `Bearer` as a rule.
    public var tokenType: String
    /// The scopes, separated by spaces; nil when the server did not say.
    public var scope: String?
    /// When the access token expires, by this machine's clock; nil when it is not known.
    public var expiry: Date?
    /// When this machine received the pair; nil when it is not known.
    public var issueTime: Date?
    /// The ID token of OpenID Connect; nil when the server gave none.
    public var idToken: Token?
    /// Further members of the server's answer: the text of a string, anything else as it stood in the JSON.
    public var extras: [String: Token]

    /// A pair of these tokens; throws ``TokenVaultError/Code-swift.struct/malformed`` unless both are visible ASCII.
    ///
    /// Without `expiry`, the one that the access token names counts if it is a JWT. Its signature is not verified.
    public init(
        accessToken: Token, refreshToken: Token? = nil, tokenType: String = "Bearer", scope: String? = nil,
        expiry: Date? = nil, issueTime: Date? = nil, idToken: Token? = nil, extras: [String: Token] = [:]
    ) throws(TokenVaultError) {
        for token in [accessToken, refreshToken] {
            guard token?.fitsInHeader != false else {
                throw TokenVaultError(.malformed, "a token is empty, or not all of it is visible ASCII")
            }
        }
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.tokenType = tokenType
        self.scope = scope
        self.expiry = expiry ?? UnverifiedJWT(accessToken)?.expiry
        self.issueTime = issueTime
        self.idToken = idToken
        self.extras = extras
    }

    /// A pair of two strings, which cannot be erased.
    public init(accessToken: String, refreshToken: String?) throws {
        try self.init(
            accessToken: Token(accessToken), refreshToken: refreshToken.map { text in try Token(text) })
    }

    /// Whether it will still be accepted `leeway` from `now`, as far as the clock can tell.
    ///
    /// One without expiry is, until a server says otherwise. One that lives shorter than two leeways would never be
    /// fresh, and every call would refresh it: there half of its life is leeway enough. One that was received in the
    /// future is not valid: the clock was wrong then or is now, and its expiry means nothing. Clocks that are
    /// corrected by less than `tolerance` do not count as wrong.
    func isValid(at now: Date, leeway: Duration, tolerance: Duration) -> Bool {
        guard let expiry else { return true }
        if let issueTime, issueTime > now.addingTimeInterval(tolerance / .seconds(1)) { return false }
        let halfLife = issueTime.map { expiry.timeIntervalSince($0) / 2 } ?? .infinity
        return now.addingTimeInterval(min(leeway / .seconds(1), max(halfLife, 0))) < expiry
    }

    /// The value of an `Authorization` header, such as `Bearer` and the access token.
    ///
    /// A `String`, because headers take nothing else. It cannot be erased: make it just before you send the request.
    /// Throws ``TokenVaultError/Code-swift.struct/malformed`` when the token or its type cannot stand in a header.
    public func authorizationValue() throws(TokenVaultError) -> String {
        let isScheme = !tokenType.isEmpty && tokenType.utf8.allSatisfy { 0x21...0x7e ~= $0 }
        guard isScheme, accessToken.fitsInHeader else {
            throw TokenVaultError(.malformed, "the token or its type cannot stand in a header")
        }
        // Servers write the type in any case (RFC 6749, section 5.1) and some only read it in this one.
        let scheme = tokenType.lowercased() == "bearer" ? "Bearer" : tokenType
        return scheme + " " + (try accessToken.text())
    }
}
