/// A name that this program answers to, with the command line that goes with it.
///
/// The name it was started with decides; `securestore NAME ...` leads there too. A further one is a file that extends
/// this type, and its line in ``all``.
package struct Dialect: Sendable {
    /// The program's name, which `install` makes a link of.
    let name: String
    /// Runs the words after the name.
    let run: @Sendable ([String]) throws -> ExitCode

    /// All of them, our own first.
    static let all: [Dialect] = [.securestore, .security, .git, .docker, .secretTool]

    /// The one that a path to a program, or a first word, names.
    static func named(_ path: String) -> Dialect? {
        let name = path.split(separator: "/").last.map(String.init)
        return all.first { $0.name == name }
    }
}
