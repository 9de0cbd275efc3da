private import Glibc

/// The program that takes this one's place for what needs libpq.
enum FleetProgram {
    private static let name = "securestore-fleet"

    static let missing = CommandError(
        exitCode: ExitCode(rawValue: 127),
        message: "\(name) is neither beside this program nor on the search path",
        hint: "swift build -c release --product \(name) builds it; it needs libpq-dev")

    /// Beside this program's own file, else along the search path.
    static func find() -> String? {
        let own = FileFacts.resolved("/proc/self/exe")
        let beside = own.reversed().drop { $0 != "/" }.reversed() + name
        return SearchPath.program(String(beside)) ?? SearchPath.program(name)
    }

    /// Becomes that program; comes back only when that is not possible.
    ///
    /// It is one of ours: it unlocks the store as this one would, and gets all that leads to the passphrase.
    static func replaceProcess(_ words: [String]) throws(CommandError) {
        guard let path = find() else { throw missing }
        var arguments = unsafe ([name] + words).map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        unsafe execv(path, &arguments)
        throw CommandError(
            exitCode: ExitCode(rawValue: 126),
            message: "\(Terminal.quoted(path)) cannot be run: \(SystemMessage.last)")
    }
}
