private import Glibc
import SecureStore

/// What another program prints, read straight into memory that is erased.
enum ProgramOutput {
    /// Runs a program without input and waits for its end; one that takes too long is killed.
    ///
    /// Nil when there is no such program. Its standard error is ours.
    static func read(_ words: [String], limit: Int, patience: Duration) throws -> SecretBytes? {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw failure("no pipe", errno) }
        defer { close(ends[0]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let deadline = ContinuousClock.now + patience
        let child: Child?
        do {
            defer { close(ends[1]) }
            child = try start(words, input: nil, output: ends[1])
        }
        guard let child else { return nil }
        let output = try contents(of: ends[0], limit: limit, until: deadline, words[0])
        // Its output has ended; it has what is left of the time to end as well.
        try child.end(before: deadline)
        return output
    }

    /// Runs a program whose output is of no interest; false when there is no such program.
    ///
    /// What it leaves behind may go on, as what serves a clipboard does.
    static func run(_ words: [String], input: MemoryFile?, patience: Duration) throws -> Bool {
        let deadline = ContinuousClock.now + patience
        guard let child = try start(words, input: input, output: nil) else { return false }
        try child.end(before: deadline)
        return true
    }

    /// A program that was started; it is killed if nobody waits for its end.
    private final class Child {
        let name: String
        let number: pid_t
        private var isReaped = false

        init(_ name: String, _ number: pid_t) { (self.name, self.number) = (name, number) }

        deinit {
            guard !isReaped else { return }
            kill(number, SIGKILL)
            var status: Int32 = 0
            while unsafe waitpid(number, &status, 0) < 0, errno == EINTR {}
        }

        /// Throws if it fails, or does not end in time.
        func end(before deadline: ContinuousClock.Instant) throws(CommandError) {
            while true {
                var status: Int32 = 0
                if unsafe waitpid(number, &status, WNOHANG) == number {
                    isReaped = true
                    guard status == 0 else { throw .failure("\(name) failed") }
                    return
                }
                guard ContinuousClock.now < deadline else { throw tooSlow(name) }
                usleep(2_000)
            }
        }
    }

    /// Nil when there is no such program; without an input or an output it has `/dev/null`.
    private static func start(
        _ words: [String], input: MemoryFile?, output: Int32?
    ) throws(CommandError) -> Child? {
        let descriptors = [(number: Int32(0), source: input?.descriptor), (number: 1, source: output)]
        return try ChildProgram.start(words, descriptors: descriptors).map { Child(words[0], $0) }
    }

    private static func contents(
        of descriptor: Int32, limit: Int, until deadline: ContinuousClock.Instant, _ name: String
    ) throws -> SecretBytes {
        var length = 0
        // One byte more than is allowed, so that too much shows.
        let output = try SecretBytes(count: limit + 1) { target in
            while length < target.byteCount {
                let left = deadline - ContinuousClock.now
                guard left > .zero else { throw tooSlow(name) }
                var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                let ready = unsafe poll(&polled, 1, Int32(clamping: Int64(left / .milliseconds(1)) + 1))
                guard ready > 0 else { continue }
                let got = unsafe target.withUnsafeMutableBytes { bytes in
                    let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[length...])
                    return unsafe Glibc.read(descriptor, rest.baseAddress, rest.count)
                }
                if got < 0, errno == EINTR { continue }
                guard got >= 0 else { throw failure("the output of \(name) cannot be read", errno) }
                if got == 0 { break }
                length += got
            }
        }
        guard length <= limit else {
            throw CommandError.failure("\(name) printed more than \(limit) bytes")
        }
        return try output.part(0..<length)
    }

    private static func tooSlow(_ name: String) -> CommandError {
        .failure("\(name) did not end within the time allowed")
    }

    private static func failure(_ what: String, _ code: Int32) -> CommandError {
        .failure("\(what): \(SystemMessage.text(for: code))")
    }
}
