import FoundationEssentials
public import SecureStore

/// An error that the renewal closure throws to say whether asking again can help.
///
/// Any other error counts as temporary: only an explicit answer of the server may sign a user out.
public struct RefreshFailure: DescribedError, Hashable, Sendable {
    /// The chance that asking again helps; a struct, so that a later version can add more.
    public struct Kind: Hashable, Sendable {
        let name: String

        /// The network is down, or the server is overloaded or broken: the stored pair is as good as before.
        public static let temporary = Kind(name: "temporary")
        /// The server will never accept this refresh token again: the user has to sign in.
        public static let grantRevoked = Kind(name: "grantRevoked")
    }

    /// The errors that end a grant: the standard's (RFC 6749, section 5.2), GitHub's and Slack's.
    private static let endings: Set = ["invalid_grant", "bad_refresh_token", "invalid_refresh_token"]

    /// The chance that asking again helps; compare this.
    public let kind: Kind
    /// The reason, for a log line; it must not contain a token, because the vault's errors repeat it.
    public let reason: String
    /// The time to wait before asking again, which the vault passes on; nil when the server did not say.
    public let retryAfter: Duration?

    /// The kind, then the reason.
    public var description: String { "\(kind.name): \(reason)" }

    /// A problem that passes: nothing is changed, and the next caller asks again.
    public static func temporary(reason: String, retryAfter: Duration? = nil) -> RefreshFailure {
        RefreshFailure(kind: .temporary, reason: reason, retryAfter: retryAfter)
    }

    /// The grant has ended: the server is not asked again until the next sign-in.
    public static func grantRevoked(reason: String) -> RefreshFailure {
        RefreshFailure(kind: .grantRevoked, reason: reason, retryAfter: nil)
    }
}

extension RefreshFailure {
    /// Reads an error response of the token endpoint.
    ///
    /// The grant is revoked if `invalid_grant`, or the word of GitHub or Slack for it, has a status of the
    /// 400s or 200s. All else, such as a wrong client secret or a 500, says nothing about the grant, and is
    /// temporary. `retryAfter` is that header in seconds, at most a day; a date is ignored.
    public init(statusCode: Int, body: SecretBytes?, retryAfter: String?) {
        let error = body.flatMap { try? JSONObject($0).anything("error")?.text() }
        // A code of the standard has such letters alone; anything else may be a token.
        let words = error.map { error in
            let isCode = error.utf8.allSatisfy { 0x61...0x7a ~= $0 || $0 == UInt8(ascii: "_") }
            return isCode && 1...64 ~= error.utf8.count ? " \(error)" : " and an error"
        }
        let reason = "the server answered \(statusCode)" + (words ?? "")
        if let error, Self.endings.contains(error), 200..<300 ~= statusCode || 400..<500 ~= statusCode {
            self = .grantRevoked(reason: reason)
            return
        }
        let parts = retryAfter?.split { $0 == " " || $0 == "\t" } ?? []
        // A number of more digits than these is beyond the limit, too.
        let number = parts.count == 1 ? Int64(parts[0].prefix(18)) : nil
        self = .temporary(reason: reason, retryAfter: number.map { .seconds(min(max($0, 0), 86_400)) })
    }

    /// Reads an error response whose body is in ordinary memory, such as `Data`.
    public init(statusCode: Int, body: some Collection<UInt8>, retryAfter: String?) {
        self.init(statusCode: statusCode, body: try? SecretBytes(copying: body), retryAfter: retryAfter)
    }
}
