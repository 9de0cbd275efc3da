private import Glibc
package import SecureStore

/// A question to a person at a screen or at a named terminal, asked by the program `pinentry`.
///
/// What is typed comes through a socket, straight into memory that is erased.
package final class Pinentry: Sendable {
    /// Tells whether the environment names a screen or a terminal to ask at.
    package static var hasPlace: Bool {
        ["WAYLAND_DISPLAY", "DISPLAY", "GPG_TTY"].contains(where: Terminal.isSet)
    }

    /// The time that a person has to answer, wherever the question is asked.
    package static var patience: Duration { (try? Prompt.patience()) ?? .seconds(Prompt.usualPatience) }

    /// The program that asks now, which whoever ends this process at once takes along; 0 when there is none.
    private static let running = SystemMutex<Int32>(0)

    static func endRunning() {
        let process = running.withLock { $0 }
        if process > 0 { ChildProgram.end(process) }
    }

    private let socket: Int32
    private let process: Int32
    private let end: ContinuousClock.Instant

    /// The longest answer: a passphrase of some thousand letters, each of which may take three bytes.
    private static let longest = 1 << 14

    /// Starts the program; nil if there is none.
    package init?(until end: ContinuousClock.Instant) throws {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        try require(
            unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0, "no socket for pinentry: \(SystemMessage.last)")
        defer { close(ends[1]) }
        let descriptors = [(number: Int32(0), source: Int32?(ends[1])), (1, ends[1]), (2, nil)]
        // The folders count that mean the same everywhere, as it gets the passphrase.
        guard let program = SearchPath.program("pinentry", where: { $0.hasPrefix("/") }),
            let process = try? ChildProgram.start(
                ["pinentry"], path: program, descriptors: descriptors, isApart: true)
        else {
            close(ends[0])
            return nil
        }
        (socket, self.process, self.end) = (ends[0], process, end)
        Self.running.withLock { $0 = process }
    }

    deinit { close(socket) }

    /// Ends every wait for the person, also those to come.
    package func cancel() { shutdown(socket, Int32(SHUT_RDWR)) }

    /// Ends the program, which gets a moment to put its terminal right; to be called once.
    package func finish() {
        cancel()
        kill(process, SIGTERM)
        // Before its number can be another program's.
        Self.running.withLock { $0 = 0 }
        var status: Int32 = 0
        for _ in 0..<500 {
            if unsafe waitpid(process, &status, WNOHANG) != 0 { return }
            usleep(2_000)
        }
        kill(process, SIGKILL)
        _ = unsafe waitpid(process, &status, 0)
    }

    // MARK: - Asking

    /// Says what the questions are about; to be called before them.
    package func begin(_ words: String) throws {
        _ = try exchange(nil)
        let (terminal, kind) = (Terminal.value("GPG_TTY"), Terminal.value("TERM"))
        // An option that it does not know is one that it does not need.
        for (name, value) in [("ttyname", terminal), ("ttytype", kind)] {
            if let value, !value.isEmpty { _ = try exchange("OPTION \(name)=\(Self.escaped(value))") }
        }
        let seconds = max(1, (end - .now).components.seconds)
        for line in ["SETTIMEOUT \(seconds)", "SETTITLE securestore", "SETDESC \(Self.escaped(words))"] {
            _ = try exchange(line)
        }
    }

    /// The passphrase that was typed; nil if the person does not want to.
    package func passphrase(after refusal: String?) throws -> SecretBytes? {
        _ = try exchange("SETPROMPT Passphrase:")
        if let refusal { _ = try exchange("SETERROR \(Self.escaped(refusal))") }
        return try exchange("GETPIN")
    }

    /// Tells whether the person agrees.
    package func confirms() throws -> Bool { try exchange("CONFIRM") != nil }

    // MARK: - Assuan

    /// Says a line, and returns the data of the answer; nil if it is a refusal.
    ///
    /// An answer ends with its only line that is neither data, a comment nor a word about the progress. More
    /// than that, or something before it was asked for, is an error: it would answer another question.
    private func exchange(_ line: String?) throws -> SecretBytes? {
        if let line {
            guard Wait.until(.now + .milliseconds(1), for: [socket]) == nil else { throw Self.isAstray }
            guard ServiceSocket.say(line, to: socket) else { throw Self.isGone }
        }
        var count = 0
        let buffer = try SecretBytes(count: Self.longest) { target in
            repeat {
                guard count < target.byteCount, Wait.until(end, for: [socket]) != nil else {
                    throw Self.isGone
                }
                let got = SecretInput.read(socket, into: &target, at: count)
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { throw Self.isGone }
                count += got
            } while !Self.isWhole(target, count)
        }
        let answer = try buffer.part(0..<count)
        let lines = answer.lines()
        let ends = lines.filter { line in !["D ", "S ", "#"].contains { answer.starts(line, with: $0) } }
        guard ends.count == 1, let end = ends.first, end == lines.last else { throw Self.isAstray }
        guard end.count == 2 || answer.starts(end, with: "OK ") else { return nil }
        let data = lines.filter { answer.starts($0, with: "D ") }
        return try .joined(data.map { try answer.percentDecoded($0.dropFirst(2)) })
    }

    /// True if the last line is there to its end, and is one that ends an answer.
    private static func isWhole(_ target: borrowing MutableRawSpan, _ count: Int) -> Bool {
        unsafe target.bytes.extracting(0..<count).withUnsafeBytes { bytes in
            let newline = UInt8(ascii: "\n")
            guard unsafe bytes.last == newline else { return false }
            let line = unsafe bytes.dropLast()
            let start = unsafe (line.lastIndex(of: newline) ?? -1) + 1
            return unsafe line[start...].starts(with: "OK".utf8) || line[start...].starts(with: "ERR".utf8)
        }
    }

    private static func escaped(_ text: String) -> String {
        text.utf8.percentEncoded { "%\n\r".utf8.contains($0) }
    }

    private static let isAstray = CommandError.failure("pinentry says what it was not asked for")
    private static let isGone = CommandError.failure("pinentry ended without an answer")
}
