import FoundationEssentials
import Glibc
import SecureStore

/// The part of the crash harness that calls the library; `Checks/CrashHarness/run` starts it.
///
///     CrashWorker list                       every scenario, a line of JSON each
///     CrashWorker prepare SCENARIO DIRECTORY makes the directory ready
///     CrashWorker work SCENARIO DIRECTORY    takes the steps whose numbers it reads, and says how each ended
///     CrashWorker check                      looks at the directories whose names it reads
@main
enum Main {
    static func main() async {
        let words = CommandLine.arguments
        do {
            switch words.count > 1 ? words[1] : "" {
            case "list": for scenario in Scenario.all { say(scenario.line) }
            case "prepare" where words.count == 4:
                let scenario = try scenario(words[2])
                // SQL, whose every character counts.
                write(try scenario.prepare(ground(words[3], scenario)) ?? "")
            case "work" where words.count == 4:
                let scenario = try scenario(words[2])
                try await Worker(scenario, ground(words[3], scenario)).run()
            case "check": while let line = readLine() { say(try Self.check(line)) }
            default: say("usage")
            }
        } catch {
            say("failed \(error)")
            exit(1)
        }
    }

    private static func scenario(_ name: String) throws -> Scenario {
        guard let scenario = Scenario.all.first(where: { $0.name == name }) else {
            throw Violation("there is no scenario '\(name)'")
        }
        return scenario
    }

    private static func ground(_ directory: String, _ scenario: Scenario) -> Ground {
        Ground(directory: directory, migrates: scenario.migrates)
    }

    /// A line `SCENARIO <tab> DIRECTORY <tab> quiet|busy` becomes `good` or `bad`, and the state or what is
    /// wrong.
    private static func check(_ line: String) throws -> String {
        // Ends the process when a state makes it wait without end.
        alarm(60)
        let words = line.split(separator: "\t").map(String.init)
        guard words.count == 3 else { throw Violation("no line to check: \(line)") }
        let scenario = try scenario(words[0])
        let check = Check(
            scenario: scenario, ground: ground(words[1], scenario), isQuiet: words[2] == "quiet")
        do { return "good\t\(try check.run().joined(separator: "\t"))" } catch { return "bad\t\(error)" }
    }

    /// Prints an answer as one line.
    static func say(_ text: String) { write(text.split(whereSeparator: \.isNewline).joined(separator: " ")) }

    /// Prints a text at once: what a killed process has said stays said.
    private static func write(_ text: String) {
        let bytes = Array("\(text)\n".utf8)
        _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }
}

extension Scenario {
    /// The facts that the driver needs to know.
    fileprivate var line: String {
        let steps = steps.map { step in
            "{\"name\": \"\(step.name)\", \"changes\": \(step.changes), \"erases\": \(step.erases)}"
        }
        return "{\"name\": \"\(name)\", \"processes\": \(processes), \"hands_over\": \(handsOver), "
            + "\"takes_faults\": \(takesFaults), \"steps\": [\(steps.joined(separator: ", "))]}"
    }
}
