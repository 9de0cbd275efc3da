import FoundationEssentials
import SecureStore
private import SecureStorePlatform

/// The user's editor, on a file that lies in memory and is erased afterwards.
enum Editor {
    private static let patience = Duration.seconds(86_400)
    /// The time that an editor may take to end when a signal ends the command.
    private static let grace = Duration.seconds(5)

    /// Hands the text that the editor leaves to `body`; an error if it failed.
    ///
    /// A signal that would end the command ends the editor, and the command when the file is erased. If
    /// `body` throws, the file stays for the person who wrote it.
    static func edit(_ text: SecretBytes, _ body: (SecretBytes) throws -> Void) throws {
        try Interruption.held { () throws in
            EditedFolder.leftovers().forEach { $0.erase() }
            let folder = try EditedFolder()
            var isKept = false
            defer { isKept ? folder.leave() : folder.erase() }
            let path = folder.path + "/secret.txt"
            try OutputFile.create(path, text)
            try run(on: path)
            do { try body(SecretInput.file(path)) } catch {
                let error = CommandError(any: error)
                isKept = (FileFacts(path)?.size ?? 0) > 0 && error.exitCode != ExitCode(.keptByFleet)
                throw isKept ? error.hinting("what you wrote is in \(path) until the next edit") : error
            }
        }
    }

    /// As git has it: the words may be several, which the shell divides.
    private static var words: String {
        ["VISUAL", "EDITOR"].lazy.compactMap(Terminal.value).first { !$0.isEmpty } ?? "vi"
    }

    /// Options that keep Vim from writing deleted text into its own files; other editors have no such
    /// options.
    private static var options: String {
        let name = words.prefix { $0 != " " }
        let program = SearchPath.program(String(name)).map {
            URL(filePath: $0).resolvingSymlinksInPath().path
        }
        let isVim = program?.split(separator: "/").last?.contains("vim") ?? false
        return isVim ? " -n -i NONE -c 'set nobackup nowritebackup noundofile'" : ""
    }

    private static func run(on path: String) throws(CommandError) {
        let start = words + options + " \"$@\""
        var before = termios()
        let isAtTerminal = unsafe tcgetattr(STDIN_FILENO, &before) == 0
        guard let editor = try ChildProgram.start(["sh", "-c", start, words, path]) else {
            throw .failure("there is no shell to start the editor with")
        }
        var (deadline, signal) = (ContinuousClock.now + patience, Int32(0))
        while true {
            var status: Int32 = 0
            if unsafe waitpid(editor, &status, WNOHANG) == editor {
                // It comes when the signals are let through again.
                if signal != 0 { kill(getpid(), signal) }
                guard status == 0, signal == 0 else {
                    // An editor that was killed leaves the terminal without echo and line breaks.
                    if isAtTerminal, tcgetpgrp(STDIN_FILENO) == getpgrp() {
                        unsafe tcsetattr(STDIN_FILENO, TCSANOW, &before)
                    }
                    throw .failure("the editor failed; nothing was changed")
                }
                return
            }
            if ContinuousClock.now >= deadline { kill(editor, SIGKILL) }
            guard let came = Interruption.next(within: .milliseconds(200)) else { continue }
            // Signals that are typed at the terminal go to the editor too, and are its own affair.
            guard signal == 0, ![SIGINT, SIGQUIT, SIGPIPE].contains(came) else { continue }
            (signal, deadline) = (came, ContinuousClock.now + grace)
            kill(editor, came)
        }
    }
}

/// A directory in memory that only this user can enter, locked as long as its command lives.
struct EditedFolder {
    private static let name = "securestore-edit-"
    /// So many random bytes end the name that no directory of the user's has it.
    private static let tagSize = 16

    let path: String
    private let descriptor: Int32

    /// The kernel's numbers for a tmpfs and a ramfs.
    private static let inMemory: Set<UInt32> = [0x0102_1994, 0x8584_58f6]

    private static var places: [String] {
        [Terminal.value("XDG_RUNTIME_DIR"), "/dev/shm"].compactMap { $0 }.filter {
            unsafe $0.hasPrefix("/") && inMemory.contains(platform_file_system($0))
        }
    }

    init() throws(CommandError) {
        for place in Self.places {
            let tag = (0..<Self.tagSize).map { _ in UInt8.random(in: .min ... .max) }
            let path = place + "/" + Self.name + Hexadecimal.text(of: tag)
            // A umask can take its rights from the owner too.
            guard unsafe mkdir(path, 0o700) == 0, unsafe chmod(path, 0o700) == 0,
                let folder = EditedFolder(lockingIfFree: path)
            else { continue }
            self = folder
            return
        }
        throw .failure(
            "there is no directory in memory for the editor's file",
            hint: "XDG_RUNTIME_DIR or /dev/shm has to be a tmpfs that you can write to")
    }

    private static func isName(_ name: String) -> Bool {
        name.hasPrefix(Self.name)
            && Hexadecimal.bytes(of: String(name.dropFirst(Self.name.count)))?.count == tagSize
    }

    /// Takes a directory that is for this user alone and that no command holds; nil for any other.
    private init?(lockingIfFree path: String) {
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        // The kernel takes the lock from a command that was killed, whatever its number is by now.
        guard let facts = FileFacts(of: descriptor), facts.isOwn, facts.mode & 0o777 == 0o700,
            flock(descriptor, LOCK_EX | LOCK_NB) == 0
        else {
            close(descriptor)
            return nil
        }
        (self.path, self.descriptor) = (path, descriptor)
    }

    /// The directories of commands that were killed.
    static func leftovers() -> [EditedFolder] {
        Set(places).flatMap { place in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
            return names.filter(isName).compactMap {
                EditedFolder(lockingIfFree: place + "/" + $0)
            }
        }
    }

    func leave() { close(descriptor) }

    func erase() {
        defer { leave() }
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
        for name in names { Self.overwrite(path + "/" + name) }
        do { try FileManager.default.removeItem(atPath: path) } catch {
            Terminal.tell("\(path) cannot be removed")
        }
    }

    private static func overwrite(_ path: String) {
        let descriptor = unsafe open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // With another name somewhere else, it is no file of the editor's alone.
        guard let facts = FileFacts(of: descriptor), facts.kind == .file, facts.links == 1 else { return }
        let zeros = [UInt8](repeating: 0, count: 4096)
        var left = facts.size
        while left > 0,
            Output.write(unsafe zeros.span.bytes.extracting(first: min(left, 4096)), to: descriptor)
        {
            left -= 4096
        }
    }
}
