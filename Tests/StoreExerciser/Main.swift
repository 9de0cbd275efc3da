import Glibc
import SecureStore

/// A process of its own that works on a store, for the tests that start several or kill one.
///
/// `StoreExerciser <mode> <store> <device key> <name> <count>`. Waits for a line of input before it works, so
/// that several can begin at once, and prints a line for each thing it was told is done. A count of 0 is
/// without end.
@main
enum Main {
    static func main() {
        let words = CommandLine.arguments
        guard words.count == 6, let count = Int(words[5]), let work = Work(rawValue: words[1]) else {
            return say("usage")
        }
        var options = StoreOptions()
        options.deviceKey = .file(words[3])
        // Many at a time on few processors take their turns.
        options.patience = .seconds(60)
        let place = Place(path: words[2], options: options, name: words[4], count: count)
        do { try work.run(at: place) } catch { say("failed \(error)") }
    }

    /// Leaves the processors to others for a moment.
    static func rest() { usleep(3_000) }

    /// Prints a line at once: what a killed process has said stays said.
    static func say(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        _ = unsafe bytes.withUnsafeBytes { unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }
}

/// The place and the amount of the work.
struct Place {
    let path: String
    let options: StoreOptions
    let name: String
    let count: Int

    var turns: Range<Int> { 0..<(count == 0 ? Int.max : count) }

    /// Opens the store, says so, and waits for the line that starts the work.
    func open() throws -> ItemStore {
        let store = try ItemStore.open(at: path, options: options)
        ready()
        return store
    }

    func ready() {
        Main.say("ready")
        _ = readLine()
    }
}
