private import Glibc

/// Swift's report of a crash, which shows the memory that the registers point at.
enum CrashReport {
    /// Has the program end without a report: that memory may be a secret's, and standard error may be a log.
    static func leaveOut() {
        for number in [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV]
        where !Interruption.isIgnored(number) {
            _ = signal(number, SIG_DFL)
        }
    }
}
