/// A name that this program answers to, with the command line that goes with it.
///
/// The name it was started with decides; `securestore NAME ...` leads there too. A further one is a file that extends
/// this type, and its line in ``all``.
package struct Dialect: Sendable {
    /// The program's name, which `install` makes a link of.
    let name: String
    /// Runs the words after the name.
    let run: @Sendable ([String]) throws -> ExitCode

    /// The names of all of them, our own first.
    static let names = [
        "securestore", "security", "git-credential-securestore", "docker-credential-securestore",
        "secret-tool",
    ]

    /// Runs the words, and tells what fails.
    func exitCode(of words: [String]) -> ExitCode {
        do {
            try StandardDescriptors.fill()
            return try run(words)
        } catch {
            let error = CommandError(any: error)
            Terminal.report(error, from: name)
            return error.exitCode
        }
    }
}
