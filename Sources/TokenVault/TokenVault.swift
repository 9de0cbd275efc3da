/// A vault for OAuth 2 token pairs.
public typealias TokenVault = CredentialVault<TokenPair>

extension CredentialVault where Credential == TokenPair {
    /// The stored access token, fresh or not; nil when nothing is stored.
    public func accessToken(of account: String) throws -> Token? { try read(account)?.accessToken }

    /// The stored refresh token; nil when there is none.
    public func refreshToken(of account: String) throws -> Token? { try read(account)?.refreshToken }

    /// The stored access token while it is fresh, else a new one, which is stored with its pair before this returns.
    ///
    /// As ``validCredential(for:refreshingWith:)``, of which it is a part.
    public nonisolated(nonsending) func validAccessToken(
        for account: String, refreshingWith renew: @escaping Renewal
    ) async throws -> Token {
        try await validCredential(for: account, refreshingWith: renew).accessToken
    }

    /// A new access token after a server answered 401 to this one although it looks fresh; ask once a request.
    ///
    /// Refreshes once for all who were rejected with the same token; whoever comes later gets the new one.
    public nonisolated(nonsending) func refreshNow(
        _ account: String, rejected: Token, refreshingWith renew: @escaping Renewal
    ) async throws -> Token {
        try await refreshed(account, rejects: { $0.accessToken == rejected }, renew).accessToken
    }
}
