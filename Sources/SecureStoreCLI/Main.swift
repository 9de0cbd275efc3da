private import Glibc

/// The command `securestore`, and the other names it answers to.
@main struct Main {
    static func main() {
        let words = ProgramWords.all
        let dialect = words.first.flatMap(Dialect.named) ?? .securestore
        exit(run(dialect, Array(words.dropFirst())).rawValue)
    }

    private static func run(_ dialect: Dialect, _ words: [String]) -> ExitCode {
        do { return try dialect.run(words) } catch {
            let error = CommandError(any: error)
            Terminal.report(error, from: dialect.name)
            return error.exitCode
        }
    }
}
