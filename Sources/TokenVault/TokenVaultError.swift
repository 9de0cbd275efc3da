/// What a vault throws beside the `StoreError` of its store; equal when the code is equal.
public struct TokenVaultError: Error {
    /// What happened; open, so that a later version may name more.
    public struct Code: Hashable, Sendable {
        let name: String

        /// The account has no pair, or was signed out meanwhile.
        public static let notSignedIn = Code(name: "notSignedIn")
        /// The grant is revoked: the user has to sign in.
        public static let reauthenticationRequired = Code(name: "reauthenticationRequired")
        /// The refresh failed for now; what is stored is as good as before.
        public static let refreshFailed = Code(name: "refreshFailed")
        /// A refresh, here or in another process, took longer than ``VaultOptions/patience``.
        public static let busy = Code(name: "busy")
        /// The vault or its store was opened for reading only.
        public static let readOnly = Code(name: "readOnly")
        /// The account does not have the revision that you read any more.
        public static let changed = Code(name: "changed")
        /// An answer, a header, a token or a stored item cannot be read.
        public static let malformed = Code(name: "malformed")
        /// The system refused a thread, or the lock between processes.
        public static let system = Code(name: "system")
    }

    /// What happened; compare this.
    public let code: Code
    /// Why, for a log line; no token, no account.
    public let reason: String
    /// How long the server asks not to be called again after ``Code-swift.struct/refreshFailed``; nil when it did not
    /// say.
    public let retryAfter: Duration?
    /// The error that led to this one, such as what the closure that refreshes threw; nil when there was none.
    ///
    /// The closure's own error is the program's, and the vault does not print it: it may hold what the request held.
    public let underlying: (any Error)?

    /// An error of your own, as a test of a program needs one.
    public init(
        _ code: Code, _ reason: String, retryAfter: Duration? = nil, underlying: (any Error)? = nil
    ) {
        (self.code, self.reason, self.retryAfter) = (code, reason, retryAfter)
        self.underlying = underlying
    }
}

// MARK: - Hashable

extension TokenVaultError: Hashable {
    /// Compares the code alone, because the wording of a reason may change.
    public static func == (first: Self, second: Self) -> Bool { first.code == second.code }

    /// Agrees with `==`.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

// MARK: - CustomStringConvertible

extension TokenVaultError: CustomStringConvertible, CustomReflectable {
    /// The code, then the reason.
    public var description: String { "\(code.name): \(reason)" }

    /// The code and the reason, and not the underlying error.
    public var customMirror: Mirror { Mirror(self, children: ["code": code, "reason": reason]) }
}
