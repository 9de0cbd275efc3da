/// What a command line asks for.
enum Command {
    case tour
    case help
    case version

    /// What `--version` prints; the change log begins with the same number.
    static let versionNumber = "0.1.0"

    /// Reads the words after the program's name.
    init(_ words: [String]) throws(CommandError) {
        guard let first = words.first else { throw .usage("no command is given") }
        switch first {
        case "tour": self = .tour
        case "help", "--help", "-h": self = .help
        case "--version": self = .version
        default: throw .usage("there is no command \(Terminal.quoted(first))")
        }
        guard words.count == 1 else { throw .usage("\(first) takes no arguments") }
    }

    static let usage = """
        securestore - a keychain in one encrypted file

        usage: securestore tour         a short guided run in a temporary directory, removed at the end
               securestore help         this text; --help does the same
               securestore --version    the version

        exit codes: \(ExitCode.help)
        """
}
