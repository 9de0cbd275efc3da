/// What a vault reports, beside the `StoreError` of the store beneath it; equal when the code is equal.
public struct TokenVaultError: Error {
    /// What happened; open, so that a later version may name more.
    public struct Code: Hashable, Sendable {
        let name: String

        /// Nothing is stored for the account, or somebody signed out meanwhile.
        public static let notSignedIn = Code(name: "notSignedIn")
        /// The grant is revoked: the user has to sign in.
        public static let reauthenticationRequired = Code(name: "reauthenticationRequired")
        /// The refresh failed for now; what is stored is as good as before.
        public static let refreshFailed = Code(name: "refreshFailed")
        /// Others were refreshing for longer than ``VaultOptions/patience``.
        public static let busy = Code(name: "busy")
        /// The vault was opened for reading only.
        public static let readOnly = Code(name: "readOnly")
        /// What is stored is not the one that the caller saw.
        public static let changed = Code(name: "changed")
        /// A response, a header, a token or a stored item is not what it should be.
        public static let malformed = Code(name: "malformed")
        /// The system refused a thread or the lock between processes.
        public static let system = Code(name: "system")
    }

    /// What happened; compare this.
    public let code: Code
    /// Why, for a log line; no token, no account.
    public let reason: String
    /// After how long a server wants to be asked again, where ``Code-swift.struct/refreshFailed`` knows it.
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
