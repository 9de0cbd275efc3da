public import SecureStore

/// What the closure that refreshes throws, to say whether there is hope.
///
/// Any other error counts as trouble that passes: only a server's clear word may log a user out.
public enum RefreshFailure: Error, Hashable, Sendable {
    /// The server will never accept this grant again.
    case grantIsDead(String)
    /// Network, overload, a server in pieces: ask again, not before `retryAfter` where the server said so.
    case passes(String, retryAfter: Duration? = nil)

    /// Judges the answer of a token endpoint that is no success.
    ///
    /// The grant is dead when an answer of the 400s carries the error `invalid_grant` (RFC 6749, section 5.2), and
    /// for nothing else: a wrong client secret, a 404, a 429 or a 500 say nothing of the grant. `retryAfter` is the
    /// header's value; a date there is ignored.
    public init(statusCode: Int, body: SecretBytes? = nil, retryAfter: String? = nil) {
        // A body that cannot be read says nothing of the grant either.
        let error = body.flatMap { try? JSONObject($0).string("error")?.text() }
        if 400..<500 ~= statusCode, error == "invalid_grant" {
            self = .grantIsDead("the server answered \(statusCode) invalid_grant")
            return
        }
        let seconds = retryAfter.flatMap { Int64($0) }.map { min(max($0, 0), Self.longestRetryAfter) }
        self = .passes("the server answered \(statusCode)", retryAfter: seconds.map { .seconds($0) })
    }

    /// A day: what a server says must not silence a program for ever.
    private static let longestRetryAfter: Int64 = 86_400
}
