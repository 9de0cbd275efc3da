private import Glibc

/// Signals that end the program wait until it has removed what is half done.
enum Interruption {
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE]

    /// Calls `body`, which asks ``isRequested`` from time to time; a signal that came ends the program
    /// afterwards.
    static func held<R, E: Error>(during body: () throws(E) -> R) throws(E) -> R {
        var (heldBack, before) = (set(of: signals.filter { !isIgnored($0) }), sigset_t())
        unsafe pthread_sigmask(SIG_BLOCK, &heldBack, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        return try body()
    }

    /// Waits for a time or a signal, which is told and then counts as handled; for the body of
    /// ``held(during:)``.
    @discardableResult
    static func next(within time: Duration) -> Int32? {
        var awaited = set(of: signals)
        let (seconds, attoseconds) = time.components
        var timeout = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        let signal = unsafe sigtimedwait(&awaited, nil, &timeout)
        return signal > 0 ? signal : nil
    }

    /// True if a signal waits that would have ended the program.
    static var isRequested: Bool {
        var waiting = sigset_t()
        guard unsafe sigpending(&waiting) == 0 else { return false }
        return signals.contains { unsafe sigismember(&waiting, $0) == 1 && !isIgnored($0) }
    }

    private static func set(of signals: [Int32]) -> sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in signals { unsafe sigaddset(&set, signal) }
        return set
    }

    /// One that is ignored would wait all the same.
    static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        guard unsafe sigaction(signal, nil, &action) == 0 else { return false }
        return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }
}
