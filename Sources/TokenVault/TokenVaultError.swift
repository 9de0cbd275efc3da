import FoundationEssentials
public import SecureStore

/// An error of a vault, other than the `StoreError` of its store.
///
/// Compare its ``code``, and show its ``reason``.
public struct TokenVaultError: DescribedError, CustomReflectable {
    /// The kind of the error; a struct, so that a later version can add more.
    public struct Code: Hashable, Sendable {
        let name: String

        /// The account has no pair, or was signed out meanwhile.
        public static let notSignedIn = Code(name: "notSignedIn")
        /// The grant is revoked: the user has to sign in.
        public static let reauthenticationRequired = Code(name: "reauthenticationRequired")
        /// The refresh failed temporarily; the stored pair is as good as before, or the reason says why not.
        public static let refreshFailed = Code(name: "refreshFailed")
        /// A refresh, here or in another process, took longer than ``VaultOptions/patience``.
        public static let busy = Code(name: "busy")
        /// The vault or its store was opened for reading only.
        public static let readOnly = Code(name: "readOnly")
        /// The account no longer has the revision that you read.
        public static let changed = Code(name: "changed")
        /// A response, a header, a token or a stored item cannot be read.
        public static let malformed = Code(name: "malformed")
        /// The system refused a thread, or the lock between processes.
        public static let system = Code(name: "system")
    }

    /// The kind of the error; compare this.
    public let code: Code
    /// The reason, for a log line; it contains no token and no account.
    public let reason: String
    /// The time to wait after ``Code-swift.struct/refreshFailed``; nil when the server did not say.
    public let retryAfter: Duration?
    /// The error that led to this one, which is not printed: it may contain parts of the request.
    public let underlying: (any Error)?

    /// Creates an error, for example in a program's tests.
    public init(
        _ code: Code, _ reason: String, retryAfter: Duration? = nil, underlying: (any Error)? = nil
    ) {
        (self.code, self.reason, self.retryAfter, self.underlying) = (code, reason, retryAfter, underlying)
    }

    /// The code, then the reason.
    public var description: String { "\(code.name): \(reason)" }

    /// The code and the reason, but not the underlying error.
    public var customMirror: Mirror { Mirror(self, children: ["code": code, "reason": reason]) }
}
