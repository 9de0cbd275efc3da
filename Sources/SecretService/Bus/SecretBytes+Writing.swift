private import CSecureStoreBus
private import Glibc
import SecureStore

extension SecretBytes {
    /// Writes all of it into a pipe or socket of somebody else's; false if that does not take it at once.
    ///
    /// Other files can make who asks for them wait without an end.
    func write(to file: Int32) -> Bool {
        guard securestore_is_pipe_or_socket(file) != 0 else { return false }
        // A pipe that nobody reads any more must not end this program.
        var (signals, before) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        guard fcntl(file, F_SETFL, O_NONBLOCK) == 0, unsafe pthread_sigmask(SIG_BLOCK, &signals, &before) == 0
        else { return false }
        let written = withSpan { span in
            unsafe span.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
        }
        var none = timespec()
        if written < 0, errno == EPIPE { _ = unsafe sigtimedwait(&signals, nil, &none) }
        return unsafe pthread_sigmask(SIG_SETMASK, &before, nil) == 0 && written == count
    }
}
