private import SecureStorePlatform

/// Runs a command that prints a credential.
enum Subprocess {
    /// Lends the output of a shell command, and erases the copy afterwards.
    ///
    /// The command gets no input. If it takes too long, or this process ends in whichever way, it is killed
    /// with all processes that it started.
    static func withOutput<R: ~Copyable>(
        of command: String, limit: Int, patience: Duration, _ body: (RawSpan) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        // The ends of the pipe of what it prints, and of one that ends when this process does.
        var (ends, life): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        defer { for number in ends + life { close(number) } }
        try SystemError.check(unsafe platform_pipe(&ends), "no pipe for the command")
        try SystemError.check(unsafe platform_pipe(&life), "no pipe for the command")
        let deadline = ContinuousClock.now + patience
        var child = pid_t()
        let code = unsafe platform_start_shell(&child, command, ends[1], life[0])
        guard code == 0 else { throw SystemError.error("the command cannot be started", code, missing: .io) }
        close(ends[1])
        ends[1] = -1
        var isReaped = false
        defer {
            if !isReaped {
                kill(-child, SIGKILL)
                _ = status(of: child)
            }
        }
        return try PrivateFile.withContents(
            ofDescriptor: ends[0], named: "the passphrase command", limit: limit, patience: patience
        ) { bytes throws(StoreError) in
            // The output has ended; the command has the rest of the time to exit.
            let code = try finished(child, until: deadline)
            isReaped = true
            guard code == 0 else {
                throw StoreError(
                    .authFailed,
                    "the passphrase command failed and answered \(code); run it by itself to see why")
            }
            return try body(bytes)
        }
    }

    private static func finished(
        _ child: pid_t, until deadline: ContinuousClock.Instant
    ) throws(StoreError) -> Int32 {
        while ContinuousClock.now < deadline {
            var status: Int32 = 0
            let got = unsafe waitpid(child, &status, WNOHANG)
            if got == child { return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f) }
            if got < 0, errno != EINTR {
                // The program collects its children's exit statuses itself, so only the output counts.
                return 0
            }
            usleep(2_000)
        }
        throw StoreError(
            .interactionNotAllowed,
            "the passphrase command did not end within the time allowed; run it by itself to see why")
    }

    private static func status(of child: pid_t) -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
        return status
    }
}
