private import Glibc

/// The command `securestore`.
@main struct Main {
    static func main() {
        let code = run(Array(CommandLine.arguments.dropFirst()))
        exit(code.rawValue)
    }

    private static func run(_ words: [String]) -> ExitCode {
        do throws(CommandError) {
            switch try Command(words) {
            case .tour: try Tour.run()
            case .help: Terminal.print(Command.usage)
            case .version: Terminal.print("securestore \(Command.versionNumber)")
            }
            return .success
        } catch {
            Terminal.report(error)
            return error.exitCode
        }
    }
}
