private import CSecureStoreBus
import SecureStore
private import SecureStorePlatform

extension SecretBytes {
    /// Writes all of it into a pipe or socket of somebody else's; false if that does not take it at once.
    ///
    /// Other files can make who asks for them wait without an end.
    func write(to file: Int32) -> Bool {
        guard securestore_is_pipe_or_socket(file) != 0, fcntl(file, F_SETFL, O_NONBLOCK) == 0 else {
            return false
        }
        return withSpan { span in
            unsafe span.withUnsafeBytes { unsafe platform_write_to_pipe(file, $0.baseAddress, $0.count) }
        } == count
    }
}
