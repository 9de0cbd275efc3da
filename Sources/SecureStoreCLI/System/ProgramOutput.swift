private import Glibc
import SecureStore

/// What another program prints, read straight into memory that is erased.
enum ProgramOutput {
    /// Runs a program and waits for its end; one that takes too long is killed.
    ///
    /// Nil when there is no such program. What it reads goes through a pipe. Its standard error is ours.
    static func read(
        _ words: [String], input: SecretBytes? = nil, limit: Int, patience: Duration
    ) throws -> SecretBytes? {
        let (given, printed) = (try input.map { _ in try Pipe() }, try Pipe())
        let deadline = ContinuousClock.now + patience
        guard let child = try start(words, input: given?.readEnd, output: printed.writeEnd) else {
            return nil
        }
        // From now on the program alone can write there, so that its end is the end of the output.
        printed.closeWriteEnd()
        var exchange = try Exchange(input: input, given: given, printed: printed)
        let output = try exchange.output(limit: limit, until: deadline, words[0])
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
        _ words: [String], input: Int32?, output: Int32?
    ) throws(CommandError) -> Child? {
        let descriptors = [(number: Int32(0), source: input), (number: 1, source: output)]
        return try ChildProgram.start(words, descriptors: descriptors).map { Child(words[0], $0) }
    }

    static func tooSlow(_ name: String) -> CommandError {
        .failure("\(name) did not end within the time allowed")
    }

    static func failure(_ what: String, _ code: Int32) -> CommandError {
        .failure("\(what): \(SystemMessage.text(for: code))")
    }
}
