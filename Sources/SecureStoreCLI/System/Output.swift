import SecureStore
private import SecureStorePlatform

/// The way of results to standard output, straight to the descriptor, as the library's own streams buffer.
enum Output {
    /// For calls of the library that write to a descriptor themselves.
    static let descriptor = STDOUT_FILENO

    static var isReadByOthers: Bool {
        FileFacts(of: descriptor).map { $0.kind == .file && $0.mode & 0o077 != 0 } ?? false
    }

    /// Refuses a file that others may read, before a secret is written there.
    static func requirePrivate() throws(CommandError) {
        guard isReadByOthers else { return }
        throw .failure(
            "standard output is a file that others may read",
            hint: "a file that is named instead gets mode 600")
    }

    static func print(_ text: String) throws(CommandError) { try write(text + "\n") }

    /// The line in one piece: another program may write into the same pipe.
    static func print(_ secret: SecretBytes) throws {
        try write(.joined([secret, "\n"]))
    }

    /// The milliseconds for which a reader of what is asked for may pause, where its pipe does not wait.
    static let patience: Int32 = 60_000

    static func write(_ text: String) throws(CommandError) {
        guard write(text, to: STDOUT_FILENO, patience: patience) else { throw failure }
    }

    static func write(_ text: String, to descriptor: Int32, patience: Int32 = 0) -> Bool {
        let bytes = Array(text.utf8)
        return write(unsafe bytes.span.bytes, to: descriptor, patience: patience)
    }

    static func write(_ secret: SecretBytes) throws(CommandError) {
        let isWritten = secret.withRawBytes { write($0, to: STDOUT_FILENO, patience: patience) }
        guard isWritten else { throw failure }
    }

    /// The bytes of a secret and nothing else; at a terminal with a line break, and only if it shows every
    /// character.
    static func show(_ secret: SecretBytes, hint: String) throws {
        guard Terminal.showsOutput else { return try write(secret) }
        try require(
            secret.isShownByTerminals, "the secret is \(secret.count) bytes that are not text", hint: hint)
        try print(secret)
    }

    private static var failure: CommandError {
        let refusal = Refusal.last
        return refusal.error("standard output cannot be written: \(refusal.reason)")
    }

    /// Writes all of it; false, and `errno`, when that is not possible.
    ///
    /// A descriptor that does not wait is given so many milliseconds to take more.
    static func write(_ bytes: RawSpan, to descriptor: Int32, patience: Int32 = 0) -> Bool {
        var start = 0
        while start < bytes.byteCount {
            let count = unsafe bytes.extracting(start...).withUnsafeBytes {
                unsafe SecureStorePlatform.write(descriptor, $0.baseAddress, $0.count)
            }
            var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN, unsafe poll(&polled, 1, patience) > 0 { continue }
            guard count > 0 else { return false }
            start += count
        }
        return true
    }
}

enum SystemMessage {
    static var last: String { text(for: errno) }

    static func text(for number: Int32) -> String {
        guard let text = unsafe strerror(number) else { return "error \(number)" }
        return unsafe String(cString: text)
    }
}
