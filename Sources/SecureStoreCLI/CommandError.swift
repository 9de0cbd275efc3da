/// Why the command ends early: one line, and where there is a next step, that step.
struct CommandError: Error {
    let exitCode: ExitCode
    let message: String
    let hint: String?

    static func usage(_ message: String) -> CommandError {
        CommandError(exitCode: .usage, message: message, hint: "securestore help lists the commands")
    }

    static func failure(_ message: String, hint: String? = nil) -> CommandError {
        CommandError(exitCode: .failure, message: message, hint: hint)
    }
}
