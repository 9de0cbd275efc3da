import Glibc
import SecureStore
import SecureStoreFleet
import SecureStoreTesting

/// A process of its own that works on a replica, for the tests that start several and kill them.
///
/// `ReplicaExerciser <mode> <settings> <fleet> <store> <device key> <name>`. Waits for a line of input before
/// it works, and prints a line for each thing that was acknowledged. It never ends by itself.
@main
enum Main {
    static func main() {
        let words = CommandLine.arguments
        guard words.count == 7, let mode = Work.Mode(rawValue: words[1]) else { return say("usage") }
        var options = StoreOptions(TestTerms(allowsAnyCost: true))
        options.deviceKey = .file(words[5])
        // Many at a time on few processors take their turns.
        options.patience = .seconds(60)
        do {
            let fleet = try Fleet(words[3], on: words[2], patience: .seconds(60))
            let store = try fleet.open(at: words[4], options: options)
            say("ready")
            _ = readLine()
            try Work(fleet: fleet, store: store, path: words[4], name: words[6]).run(mode)
        } catch { say("failed \(error)") }
    }

    /// Prints a line at once: what a killed process has said stays said.
    static func say(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        _ = unsafe bytes.withUnsafeBytes { unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }
}
