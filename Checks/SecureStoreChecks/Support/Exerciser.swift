/// A process that works on a test's store.
final class Exerciser: TestProcess {
    /// Starts the process; it waits for ``go()``.
    init(
        _ work: String, _ test: StoreTestCase, name: String = "name", count: Int = 0,
        environment: [String: String] = [:]
    ) throws {
        try super.init(
            "StoreExerciser", [work, test.path, test.directory + "/device.key", name, "\(count)"],
            environment: environment)
    }
}
