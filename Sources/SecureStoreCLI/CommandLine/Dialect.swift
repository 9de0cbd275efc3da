private import Glibc

/// A name that this program answers to, with the command line that goes with it.
///
/// The name it was started with decides; `securestore NAME ...` leads there too. A further one is a file that
/// extends this type, and its line in ``all``.
package struct Dialect: Sendable {
    let name: String
    let run: @Sendable ([String]) throws -> ExitCode

    static let names = [
        "securestore", "security", "git-credential-securestore", "docker-credential-securestore",
        "secret-tool",
    ]

    func exitCode(of words: [String]) -> ExitCode {
        // Whoever started this may have it ignored, and then nobody hears of the end of a program.
        _ = signal(SIGCHLD, SIG_DFL)
        // Swift's report of a crash shows memory, which may be a secret's, and standard error may be a log.
        for number in [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV]
        where !Interruption.isIgnored(number) {
            _ = signal(number, SIG_DFL)
        }
        // So a write beyond the limit of a file's size fails and is told; programs started from here get the
        // signal.
        if !Interruption.isIgnored(SIGXFSZ) { _ = signal(SIGXFSZ) { _ in } }
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
