/// What the command tells its caller when it ends.
enum ExitCode: Int32, CaseIterable {
    case success = 0
    case failure = 1
    /// The number that `sysexits.h` gives to a command line that is not understood.
    case usage = 64

    /// All of them, for the help text.
    static var help: String {
        allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: ", ")
    }

    private var meaning: String {
        switch self {
        case .success: return "done"
        case .failure: return "failed"
        case .usage: return "command line not understood"
        }
    }
}
