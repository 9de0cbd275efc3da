@testable import class SecureStoreTestSupport.TestProcess

/// The steps at which the process can be told to pause.
enum RefreshStep: String, CaseIterable {
    /// Under the lock, in the transaction that looks at the pair again.
    case locked
    /// The intent is written.
    case begun
    /// The server has answered.
    case answered
    /// The answer is stored.
    case saved
}

/// A process that wants a valid access token.
final class VaultProcess: TestProcess {
    /// Starts the process; it waits for ``go()``.
    init(store: String, deviceKey: String, port: UInt16, pausingAt step: String = "none") throws {
        try super.init("VaultExerciser", [store, deviceKey, "\(port)", step])
    }
}
