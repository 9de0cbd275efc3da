/// A process that wants a valid access token.
final class VaultProcess: TestProcess {
    /// Starts the process; it waits for ``go()``.
    init(store: String, deviceKey: String, port: UInt16, pausingAt step: String = "none") throws {
        try super.init("VaultExerciser", [store, deviceKey, "\(port)", step])
    }
}
