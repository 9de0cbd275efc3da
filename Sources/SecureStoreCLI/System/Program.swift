private import CSecureStoreLinux
private import Glibc
import SecureStore

/// Another program, which takes this one's place.
enum Program {
    /// Replaces this process by the program that the last of its own words name, byte for byte; comes back
    /// only when that is not possible.
    ///
    /// The variables join those that there are, but for what is ``Withheld``. Their values are copied once,
    /// into memory that goes with the process. Each file gets a descriptor of its own, whose path takes the
    /// place of the file's mark wherever that stands in the words.
    static func replaceProcess(
        withLast count: Int, adding variables: [(name: String, value: SecretBytes)],
        handing files: [(mark: String, contents: SecretBytes)] = []
    ) throws {
        var added: [UnsafeMutablePointer<CChar>?] = unsafe []
        defer { unsafe wipe(added) }
        for variable in variables { unsafe added.append(try Self.entry(variable.name, variable.value)) }
        let kept = unsafe Withheld.environment(without: Set(variables.map(\.name)))
        var environment = unsafe kept + added + [nil]
        let handed = try files.map { (mark: $0.mark, file: try MemoryFile($0.contents)) }
        let words = unsafe try ProgramWords.last(count, replacing: handed.map { ($0.mark, $0.file.path) })
        guard let program = unsafe words.first, let name = unsafe program else { return }
        var arguments = unsafe words + [nil]
        Withheld.closeDescriptorsWhenReplaced()
        try coverStandardDescriptors()
        guard handed.allSatisfy({ $0.file.handOn() }) else {
            throw CommandError.failure("a file in memory cannot be handed on: \(SystemMessage.last)")
        }
        unsafe execvpe(name, &arguments, &environment)
        let code = errno == ENOENT ? ExitCode.missingProgram : ExitCode(rawValue: 126)
        let reason = SystemMessage.last
        let shown = unsafe Terminal.quoted(String(cString: name))
        throw CommandError(exitCode: code, message: "\(shown) cannot be run: \(reason)")
    }

    /// Becomes `man`, which formats a manual page and shows it; comes back only when that is not possible.
    static func showPage(_ text: String) throws {
        let page = try MemoryFile(SecretBytes(utf8: text + "\n"))
        var arguments = unsafe (["man", "-l", "-"] as [String]).map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var environment = unsafe Withheld.environment() + [nil]
        Withheld.closeDescriptorsWhenReplaced()
        if dup2(page.descriptor, STDIN_FILENO) == STDIN_FILENO {
            unsafe execvpe("man", &arguments, &environment)
        }
        throw CommandError(
            exitCode: .missingProgram, message: "man cannot be run: \(SystemMessage.last)",
            hint: "help shows the same, a command at a time")
    }

    /// Puts nothing in the place of a standard descriptor from which the passphrase can be read.
    private static func coverStandardDescriptors() throws {
        for descriptor in Withheld.descriptors where descriptor <= STDERR_FILENO {
            let nothing = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
            defer { close(nothing) }
            guard nothing >= 0, dup2(nothing, descriptor) == descriptor else {
                throw CommandError.failure("/dev/null cannot be opened: \(SystemMessage.last)")
            }
        }
    }

    /// `NAME=value`, for as long as this process lives.
    private static func entry(_ name: String, _ value: SecretBytes) throws -> UnsafeMutablePointer<CChar> {
        let head = Array((name + "=").utf8)
        guard let text = unsafe malloc(head.count + value.count + 1) else {
            throw CommandError.failure("there is no memory for the environment")
        }
        let bytes = unsafe UnsafeMutableRawBufferPointer(start: text, count: head.count + value.count + 1)
        unsafe bytes.copyBytes(from: head)
        value.withRawBytes { value in
            unsafe value.withUnsafeBytes { value in
                unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[head.count...]).copyMemory(from: value)
            }
        }
        unsafe bytes[bytes.count - 1] = 0
        return unsafe text.assumingMemoryBound(to: CChar.self)
    }

    private static func wipe(_ environment: [UnsafeMutablePointer<CChar>?]) {
        unsafe environment.forEach { entry in
            guard let text = unsafe entry else { return }
            unsafe explicit_bzero(text, Int(strlen(text)))
            unsafe free(text)
        }
    }
}

/// A program of ours that takes this one's place for what needs a further library.
struct HelperProgram {
    let name: String
    /// Debian's package with what it is built with.
    let library: String

    static let fleet = HelperProgram(name: "securestore-fleet", library: "libpq-dev")
    static let secretService = HelperProgram(
        name: "securestore-secret-service", library: "libsystemd-dev")
    static let all = [fleet, secretService]

    var missing: CommandError {
        CommandError(
            exitCode: .missingProgram,
            message: "\(name) is neither beside this program nor on the search path",
            hint: "swift build -c release --product \(name) builds it with \(library); put it beside this one"
        )
    }

    /// Beside this program's own file, else along the search path, of which the folders count that mean the
    /// same everywhere: the program gets the passphrase.
    func find() throws(CommandError) -> String {
        guard let path = beside ?? SearchPath.program(name, where: { $0.hasPrefix("/") }) else {
            throw missing
        }
        return path
    }

    /// Its path beside this program's own file; nil if it is not there.
    var beside: String? {
        SearchPath.program(FileFacts.folder(of: FileFacts.resolved("/proc/self/exe")) + name)
    }

    /// Becomes that program, with these words and the last of this one's, byte for byte; comes back only when
    /// that is not possible.
    ///
    /// It is one of ours: it unlocks the store as this one would, and gets all that leads to the passphrase.
    func replaceProcess(_ words: [String], withLast count: Int) throws(CommandError) {
        let path = try find()
        let first = unsafe ([name] + words).map { unsafe strdup($0) }
        defer { unsafe first.forEach { unsafe free($0) } }
        var arguments = unsafe try first + ProgramWords.last(count, replacing: []) + [nil]
        unsafe execv(path, &arguments)
        throw CommandError(
            exitCode: ExitCode(rawValue: 126),
            message: "\(Terminal.quoted(path)) cannot be run: \(SystemMessage.last)")
    }
}
