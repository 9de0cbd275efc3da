import SecureStore
private import SecureStorePlatform

/// Reads secrets from descriptors, straight into memory that is erased.
enum SecretInput {
    /// Standard input, for calls of the library that read a descriptor themselves.
    static let descriptor = STDIN_FILENO

    /// The most bytes that a store takes.
    static let limit = 16 << 20

    /// Standard input to its end; refused when that is a terminal, which would show what is typed.
    static func standardInput(limit: Int = limit) throws -> SecretBytes {
        try require(
            !Terminal.isInput, "standard input is a terminal",
            hint: "without --stdin the command asks, and shows nothing")
        return try read(STDIN_FILENO, named: "standard input", limit: limit)
    }

    /// All of a file; `message` says with the system's reason that it cannot be opened.
    static func file(
        _ path: String, limit: Int = limit, patience: Duration = patience,
        failing message: ((String) -> String)? = nil
    ) throws -> SecretBytes {
        let descriptor = try opened(path, failing: message)
        defer { close(descriptor) }
        return try contents(
            of: descriptor, named: Terminal.harmless(path), limit: limit, patience: patience)
    }

    /// All of an opened file.
    ///
    /// A named pipe is at its end until somebody opens it to write, so this waits first.
    static func contents(
        of descriptor: Int32, named name: String, limit: Int, patience: Duration = patience
    ) throws -> SecretBytes {
        try waitForMore(descriptor, named: name, patience)
        return try read(descriptor, named: name, limit: limit, patience: patience)
    }

    /// The descriptor of a file; opening a named pipe does not wait for its writer.
    static func opened(
        _ path: String, failing message: ((String) -> String)? = nil
    ) throws(CommandError) -> Int32 {
        let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let reason = SystemMessage.last
            throw .failure(message?(reason) ?? "\(path) cannot be opened: \(reason)")
        }
        return descriptor
    }

    /// Everything up to the end of a descriptor; more than `limit` bytes are an error.
    static func read(
        _ descriptor: Int32, named name: String, limit: Int = limit, patience: Duration = patience
    ) throws -> SecretBytes {
        var pace = Pace(patience)
        let bytes = try grown(from: 4096, atMost: limit + 1) {
            try fill(&$0, from: descriptor, name, &pace)
        }
        try require(bytes.count <= limit, "\(name) has more than \(limit) bytes", status: .dataTooLarge)
        return bytes
    }

    /// The bytes that `fill` writes, which is called again until it leaves room.
    ///
    /// The room gets larger and larger, so that the number of reserved blocks stays small.
    static func grown(
        from start: Int, atMost limit: Int, _ fill: (inout MutableRawSpan) throws -> Int
    ) throws -> SecretBytes {
        var (parts, total, capacity) = ([SecretBytes](), 0, start)
        while total < limit {
            var count = 0
            let part = try SecretBytes(count: min(capacity, limit - total)) { count = try fill(&$0) }
            parts.append(try part.part(0..<count))
            total += count
            if count < part.count { break }
            capacity = min(2 * capacity, 1 << 20)
        }
        return try SecretBytes.joined(parts)
    }

    /// The time for which a pipe may have nothing to read, and no writer.
    static let patience = Duration.seconds(60)

    /// The pace of a file or a named pipe: ten times the patience for all of it, and once more for each
    /// 64 KiB.
    ///
    /// So a writer that sends a byte now and then holds nobody for ever.
    private struct Pace {
        let patience: Duration
        private let start = ContinuousClock.now
        var count = 0

        init(_ patience: Duration) { self.patience = patience }

        func check(_ name: String) throws(CommandError) {
            guard ContinuousClock.now - start > patience * (10 + count / 65_536) else { return }
            throw CommandError(
                .interactionNotAllowed, "\(name) is too slow: \(count) bytes came of it so far",
                hint: "a pipe has ten minutes, and one more for each 64 KiB; a file has no such limit")
        }
    }

    /// Waits until a pipe has more to read, or its writers have closed it.
    static func waitForMore(
        _ descriptor: Int32, named name: String, _ patience: Duration = patience
    ) throws(CommandError) {
        let deadline = ContinuousClock.now + patience
        // Where the system refuses to wait, it says why when something is read.
        guard Wait.until(deadline, for: [descriptor]) == nil, ContinuousClock.now >= deadline else { return }
        throw nothing(from: name, within: patience)
    }

    static func nothing(from name: String, within patience: Duration = patience) -> CommandError {
        CommandError(
            .interactionNotAllowed, "nothing came from \(name) within \(patience.components.seconds) s",
            hint: "start the program that writes to it, and try again")
    }

    /// Reads what there is into the rest of some memory; the number of bytes, or -1 and `errno`.
    static func read(_ descriptor: Int32, into target: inout MutableRawSpan, at offset: Int) -> Int {
        unsafe target.withUnsafeMutableBytes { bytes in
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[offset...])
            return unsafe SecureStorePlatform.read(descriptor, rest.baseAddress, rest.count)
        }
    }

    /// Reads until the memory is full or the input ends; the number of bytes.
    private static func fill(
        _ target: inout MutableRawSpan, from descriptor: Int32, _ name: String, _ pace: inout Pace
    ) throws -> Int {
        var done = 0
        while done < target.byteCount {
            let got = read(descriptor, into: &target, at: done)
            if got == 0 { break }
            if got < 0, errno == EINTR { continue }
            if got < 0, errno == EAGAIN {
                try pace.check(name)
                try waitForMore(descriptor, named: name, pace.patience)
                continue
            }
            try require(got > 0, "\(name) cannot be read: \(SystemMessage.last)")
            (done, pace.count) = (done + got, pace.count + got)
        }
        return done
    }
}
