import FleetHistory
import Glibc
import SecureStore
import SecureStoreFleet

/// A host of a fleet in a process of its own, for the tests that start many and kill or stop some.
///
/// `FleetExerciser vault|load|contend|set <settings> <fleet> <patience> <store> <device key> …`; the patience
/// is in milliseconds. `set … <service> <account> <secret>` stores one password, for a session at a shell;
/// the others wait for a line of input before they work.
@main
enum Main {
    static func main() async {
        let words = CommandLine.arguments
        guard words.count >= 7, let patience = Int(words[4]) else { return say("usage") }
        var options = StoreOptions()
        options.deviceKey = .file(words[6])
        options.patience = .seconds(60)
        do {
            let fleet = try Fleet(words[3], on: words[2], patience: .milliseconds(patience))
            let host = try Host(
                fleet: fleet, path: words[5], options: options, patience: .milliseconds(patience))
            switch (words[1], words.count) {
            case ("vault", 10): try await VaultWork(host, words[7...]).run()
            case ("load", 10): try Load(host, words[7...]).run()
            case ("contend", 9): try contend(host, words[7], Int(words[8]) ?? 0)
            case ("set", 10):
                try await host.store.set(
                    GenericPassword(service: words[7], account: words[8]), secret: SecretBytes(utf8: words[9])
                )
            default: say("usage")
            }
        } catch { say("failed \(error)") }
    }

    /// Contends with other hosts for the same items: `… <name> <rounds>`; the first one rotates keys, too.
    private static func contend(_ host: Host, _ name: String, _ rounds: Int) throws {
        let store = try host.open(reading: .latest)
        var contender = Contender(name, store)
        ready()
        try contender.run(rounds: rounds, say: say) { _, round in
            if name == "0", round % 2 == 1 { try store.rotateKeys() }
        }
    }

    /// Prints a line at once: what a killed process has said stays said.
    static func say(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        _ = unsafe bytes.withUnsafeBytes { unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }

    /// Says that it is ready, and waits for the line that starts the work.
    static func ready() {
        say("ready")
        _ = readLine()
    }
}

/// A host and its replica.
struct Host: Sendable {
    let fleet: Fleet
    let path: String
    let options: StoreOptions
    let patience: Duration
    let store: ItemStore

    init(fleet: Fleet, path: String, options: StoreOptions, patience: Duration) throws {
        (self.fleet, self.path, self.options, self.patience) = (fleet, path, options, patience)
        store = try fleet.open(at: path, options: options)
    }

    /// Opens the replica once more.
    func open(reading reads: Fleet.Reads) throws -> ItemStore {
        try fleet.open(at: path, reading: reads, options: options)
    }
}

struct Usage: Error {}
