private import Glibc
import SecureStore

/// The output of another program, read straight into memory that is erased.
enum ProgramOutput {
    /// Runs a program and waits for its end; one that takes too long is killed.
    ///
    /// Nil when there is no such program. What it reads goes through a pipe. Its standard error is ours. What
    /// a program of ours leaves behind has a session of its own, and goes on.
    static func read(
        _ words: [String], path: String? = nil, isOurs: Bool = false, input: SecretBytes? = nil, limit: Int,
        patience: Duration
    ) throws -> SecretBytes? {
        let (given, printed) = (try input.map { _ in try Pipe() }, try Pipe())
        let deadline = ContinuousClock.now + patience
        guard
            let child = try start(
                words, path, isOurs: isOurs, input: given?.readEnd, output: printed.writeEnd)
        else { return nil }
        // From now on the program alone can write there, so that its end is the end of the output.
        printed.closeWriteEnd()
        let output = try exchange(input, given, printed, limit: limit, until: deadline, words[0])
        // Its output has ended; it has what is left of the time to end as well.
        try child.end(before: deadline)
        return output
    }

    /// Runs a program whose output is of no interest; false when there is no such program.
    ///
    /// What it leaves behind may go on, as what serves a clipboard does.
    static func run(_ words: [String], input: MemoryFile?, patience: Duration) throws -> Bool {
        let deadline = ContinuousClock.now + patience
        guard let child = try start(words, input: input?.descriptor, output: nil) else { return false }
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

        func end(before deadline: ContinuousClock.Instant) throws(CommandError) {
            while true {
                var status: Int32 = 0
                if unsafe waitpid(number, &status, WNOHANG) == number {
                    isReaped = true
                    try require(status == 0, "\(name) failed")
                    return
                }
                guard ContinuousClock.now < deadline else { throw tooSlow(name) }
                usleep(2_000)
            }
        }
    }

    /// The program, which has `/dev/null` in the place of an input or output; nil if there is no such one.
    private static func start(
        _ words: [String], _ path: String? = nil, isOurs: Bool = false, input: Int32?, output: Int32?
    ) throws(CommandError) -> Child? {
        let descriptors = [(number: Int32(0), source: input), (number: 1, source: output)]
        let number = try ChildProgram.start(
            words, path: path, descriptors: descriptors, isApart: isOurs, isOurs: isOurs)
        return number.map { Child(words[0], $0) }
    }

    static func tooSlow(_ name: String) -> CommandError {
        .failure("\(name) did not end within the time allowed")
    }

    /// Both ends of a pipe, which no program keeps that is started.
    final class Pipe {
        let readEnd: Int32
        private(set) var writeEnd: Int32

        init() throws(CommandError) {
            var ends: [Int32] = [-1, -1]
            try require(unsafe pipe(&ends) == 0, "no pipe: \(SystemMessage.last)")
            (readEnd, writeEnd) = (ends[0], ends[1])
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        }

        deinit {
            close(readEnd)
            closeWriteEnd()
        }

        func closeWriteEnd() {
            if writeEnd >= 0 { close(writeEnd) }
            writeEnd = -1
        }
    }

    /// Writes what a program reads while it reads what the program prints, as either may wait for the other.
    ///
    /// The read end of `given` is open here too: a program that ends early does not end this one by a signal.
    private static func exchange(
        _ input: SecretBytes?, _ given: Pipe?, _ printed: Pipe, limit: Int,
        until deadline: ContinuousClock.Instant, _ name: String
    ) throws -> SecretBytes {
        if let given, fcntl(given.writeEnd, F_SETFL, O_NONBLOCK) != 0 {
            throw CommandError.failure("no pipe: \(SystemMessage.last)")
        }
        var (sent, length) = (0, 0)
        // One byte more than is allowed, so that too much shows.
        let output = try SecretBytes(count: limit + 1) { target in
            while length < target.byteCount {
                // A write end below zero, which is closed, is passed over.
                let ready = Wait.until(deadline, for: [printed.readEnd], toWriteTo: given?.writeEnd)
                guard let ready else { throw tooSlow(name) }
                if let input, let given, ready[1] { try send(input, &sent, given, to: name) }
                guard ready[0] else { continue }
                let got = SecretInput.read(printed.readEnd, into: &target, at: length)
                if got < 0, errno == EINTR { continue }
                try require(got >= 0, "the output of \(name) cannot be read: \(SystemMessage.last)")
                if got == 0 { break }
                length += got
            }
        }
        try require(length <= limit, "\(name) printed more than \(limit) bytes")
        return try output.part(0..<length)
    }

    /// Writes what a pipe takes of the rest, and closes the pipe behind the last of it.
    private static func send(
        _ input: SecretBytes, _ sent: inout Int, _ given: Pipe, to name: String
    ) throws(CommandError) {
        let count = input.withRawBytes { bytes in
            unsafe bytes.extracting(sent...).withUnsafeBytes { rest in
                unsafe write(given.writeEnd, rest.baseAddress, rest.count)
            }
        }
        guard count >= 0 || errno == EAGAIN || errno == EINTR else {
            throw .failure("\(name) cannot be given its input: \(SystemMessage.last)")
        }
        sent += max(0, count)
        if sent == input.count { given.closeWriteEnd() }
    }
}
