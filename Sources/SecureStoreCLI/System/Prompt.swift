private import CSecureStoreLinux
private import Glibc
import SecureStore

/// Asks the person at the terminal for a secret, and shows nothing of what is typed.
///
/// Who has walked away is not waited for: each question has its time.
enum Prompt {
    /// Names another number of seconds to wait for an answer, up to a day.
    static let patienceVariable = "SECURESTORE_PROMPT_TIMEOUT"
    static let usualPatience = 300

    static func patience() throws(CommandError) -> Duration {
        guard let text = Terminal.value(patienceVariable) else { return .seconds(usualPatience) }
        guard let seconds = Int(text), 1...86_400 ~= seconds else {
            throw .failure("\(patienceVariable) must be a number of seconds, from 1 to 86400")
        }
        return .seconds(seconds)
    }

    static func secret(_ question: String) throws -> SecretBytes? { try secret(question) { $0 } }

    /// The same, handed to `body`: what is typed while that checks it is not shown either.
    static func secret<R>(_ question: String, _ body: (SecretBytes) throws -> R) throws -> R? {
        try answer(question, isShown: false, body)
    }

    /// The same, a few times as long as that is not it; nil when there is no terminal.
    static func untilItFits<R>(_ question: String, _ body: (SecretBytes) throws -> R) throws -> R? {
        for _ in 1..<attempts {
            do { return try secret(question, body) } catch let error as StoreError {
                guard error.status == .authFailed else { throw error }
                Terminal.tell("that is not it")
            }
        }
        return try secret(question, body)
    }

    private static let attempts = 3

    static func confirms(_ question: String) throws -> Bool? {
        try line(question + " [y/N] ").map { ["y", "yes"].contains($0.lowercased()) }
    }

    /// A line that is not secret; nil when there is no terminal to ask at.
    static func line(_ question: String) throws -> String? {
        try answer(question, isShown: true) { $0.text(0..<$0.count) ?? "?" }
    }

    static func choice(_ title: String, among rows: [String]) throws -> Int? {
        guard Terminal.isAttended else { return nil }
        let lines = rows.enumerated().map { "  \($0 + 1)  \($1)" }
        let question = ([title] + lines + ["which one? [1-\(rows.count)] "]).joined(separator: "\n")
        guard let number = try line(question).flatMap({ Int($0) }), 1...rows.count ~= number else {
            return nil
        }
        return number - 1
    }

    private static func answer<R>(
        _ question: String, isShown: Bool, _ body: (SecretBytes) throws -> R
    ) throws -> R? {
        let patience = try patience()
        let descriptor = unsafe open("/dev/tty", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let terminal = QuietTerminal(descriptor: descriptor, isShown: isShown, patience: patience)
        return try terminal.ask(question, longest: longestLine, body)
    }

    /// A new secret, typed twice; nil when there is no terminal.
    static func newSecret(_ name: String) throws -> SecretBytes? {
        guard let first = try secret("new \(name): ") else { return nil }
        guard try first.count == 0 || secret("the same again: ") == first else {
            throw CommandError.failure("the two are not the same; nothing was changed")
        }
        return first
    }

    /// The longest line that a terminal hands over, with its line break.
    private static let longestLine = 4096
}

/// A terminal that does not show what is typed, until one line of it was read and used.
///
/// One that was stopped, or whose other side does not read, is not waited for beyond the deadline either.
///
/// Signals that would end or stop the program wait meanwhile: each is noticed, the terminal is put right, and
/// only then does the signal do what it does.
private struct QuietTerminal {
    let descriptor: Int32
    let isShown: Bool
    let patience: Duration

    func ask<R>(_ question: String, longest: Int, _ body: (SecretBytes) throws -> R) throws -> R {
        var (heldBack, before) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&heldBack)
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP] { unsafe sigaddset(&heldBack, signal) }
        guard unsafe pthread_sigmask(SIG_BLOCK, &heldBack, &before) == 0 else { throw failure }
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        let signals = unsafe signalfd(-1, &heldBack, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
        guard signals >= 0 else { throw failure }
        defer { close(signals) }
        while true {
            let result = try quietly { () -> R? in
                var length: Int?
                let line = try SecretBytes(count: longest) { target in
                    length = try read(question, into: &target, until: signals)
                }
                return try length.map { try body(line.part(0..<$0)) }
            }
            if let result { return result }
            // Lets the signal through. If it only stopped the program for a while, the question comes again.
            guard unsafe pthread_sigmask(SIG_SETMASK, &before, nil) == 0,
                unsafe pthread_sigmask(SIG_BLOCK, &heldBack, nil) == 0
            else { throw failure }
        }
    }

    private func quietly<R>(_ body: () throws -> R) throws -> R {
        var before = termios()
        guard unsafe tcgetattr(descriptor, &before) == 0 else { throw failure }
        var quiet = before
        if !isShown { quiet.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK | ECHONL) }
        quiet.c_lflag |= tcflag_t(ICANON | ISIG)
        guard unsafe tcsetattr(descriptor, TCSANOW, &quiet) == 0 else { throw failure }
        // Letters that were typed before the question, and shown, are not the answer.
        tcflush(descriptor, TCIFLUSH)
        defer {
            // The shell would take what comes behind a hidden answer for a command, and keep that in its
            // history.
            if !isShown { tcflush(descriptor, TCIFLUSH) }
            unsafe tcsetattr(descriptor, TCSANOW, &before)
        }
        return try body()
    }

    /// Takes in what was pasted behind a line, before the shell does; true if that was anything.
    ///
    /// The terminal hands over single letters from here on, until it is put right: a last line may have no
    /// line break.
    private func hasMore(_ target: inout MutableRawSpan) throws -> Bool {
        var (raw, isMore) = (termios(), false)
        guard unsafe tcgetattr(descriptor, &raw) == 0 else { throw failure }
        raw.c_lflag &= ~tcflag_t(ICANON)
        guard unsafe tcsetattr(descriptor, TCSANOW, &raw) == 0 else { throw failure }
        // No person types that fast, and a paste comes in one piece, or nearly.
        while Wait.until(.now + .milliseconds(50), for: [descriptor]) != nil,
            SecretInput.read(descriptor, into: &target, at: 0) > 0
        {
            isMore = true
        }
        return isMore
    }

    /// One attempt, and the number of bytes before the line break; nil when a signal came first.
    private func read(
        _ question: String, into target: inout MutableRawSpan, until signals: Int32
    ) throws -> Int? {
        // The line break of the answer, where it does not show itself.
        defer { if !isShown { write("\n") } }
        let deadline = ContinuousClock.now + patience
        guard try write(question, until: signals, or: deadline) else { return nil }
        var count = 0
        while true {
            guard try wait([signals, descriptor], until: deadline) else { return nil }
            let got = SecretInput.read(descriptor, into: &target, at: count)
            if got < 0, errno == EINTR || errno == EAGAIN { continue }
            guard got >= 0 else { throw failure }
            count += got
            // The end of the input; behind a part of a line it ends the line.
            guard got > 0 || count > 0 else {
                if isShown { write("\n") }
                throw CommandError(.userCanceled, "the question was ended without an answer")
            }
            guard got > 0 else { return count }
            let last = unsafe target.withUnsafeMutableBytes { unsafe $0[count - 1] }
            // The terminal cuts a longer line to this size, with its line break, and says nothing.
            guard count < target.byteCount else {
                _ = try hasMore(&target)
                throw CommandError.failure("the line is too long; --stdin takes longer secrets")
            }
            guard last == UInt8(ascii: "\n") else { continue }
            try require(
                isShown || !hasMore(&target), "this is more than one line; --stdin takes it from a file")
            return count - 1
        }
    }

    /// Shows a text as the terminal takes it; false when a signal came first.
    private func write(
        _ text: String, until signals: Int32, or deadline: ContinuousClock.Instant
    ) throws -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            guard try wait([signals], until: deadline, toWriteTo: descriptor) else { return false }
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            guard count > 0 || errno == EINTR || errno == EAGAIN else { throw failure }
            rest = rest.dropFirst(max(count, 0))
        }
        return true
    }

    /// Waits for the first of these that is ready; false if that is the one with the signals.
    private func wait(
        _ descriptors: [Int32], until deadline: ContinuousClock.Instant, toWriteTo last: Int32? = nil
    ) throws -> Bool {
        guard let ready = Wait.until(deadline, for: descriptors, toWriteTo: last) else {
            guard ContinuousClock.now >= deadline else { throw failure }
            throw CommandError(
                .interactionNotAllowed, "nobody answered within \(patience.components.seconds) s")
        }
        return !ready[0]
    }

    private func write(_ text: String) { _ = Output.write(text, to: descriptor) }

    private var failure: CommandError {
        .failure("the terminal cannot be used for a question: \(SystemMessage.last)")
    }
}
