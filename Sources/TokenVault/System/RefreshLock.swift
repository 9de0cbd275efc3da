private import FoundationEssentials
private import SecureStorePlatform
import SecureStore

/// The right to refresh one account's pair, across all processes.
///
/// It is a kernel lock on one byte of a file beside the store. The lock ends when its holder dies for any reason, but
/// not when the holder is merely stopped. One file serves all accounts: each has its own byte, far beyond the end of
/// the file. The file is never removed: otherwise a process that had it open and one that created it again would both
/// hold the lock.
@safe final class RefreshLock: Sendable {
    private let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit {
        release()
        close(descriptor)
    }

    /// The byte for an item: 62 bits of the random half of its id.
    ///
    /// The kernel shows locks to everybody, but this number says nothing about the account.
    static func number(for reference: ItemReference) -> Int64 {
        let random = reference.persistent.suffix(16).prefix(8)
        return Int64(random.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } >> 2)
    }

    /// Waits for the lock on byte `number`, and blocks the thread until then.
    ///
    /// Throws ``TokenVaultError/Code-swift.struct/busy`` when others hold it for longer than `patience`.
    static func acquire(
        _ number: Int64, in path: String, waitingAtMost patience: Duration
    ) throws(TokenVaultError) -> RefreshLock {
        let lock = RefreshLock(try open(path))
        let deadline = ContinuousClock.now + patience
        var pause = 1_000_000
        // The kernel's own wait has no deadline.
        while try !lock.acquire(number) {
            guard ContinuousClock.now < deadline else {
                throw TokenVaultError(.busy, "another process was refreshing for \(patience)")
            }
            var time = timespec(tv_sec: 0, tv_nsec: pause)
            // If it is woken early, it only checks early.
            _ = unsafe nanosleep(&time, nil)
            pause = min(2 * pause, 16_000_000)
        }
        return lock
    }

    /// Releases the lock, including for children that were forked meanwhile and have the file open too.
    func release() {
        // If this is refused, closing the last descriptor releases the lock.
        _ = set(F_UNLCK, 0, length: 0)
    }

    private func acquire(_ number: Int64) throws(TokenVaultError) -> Bool {
        if set(F_WRLCK, number, length: 1) == 0 { return true }
        switch errno {
        case EAGAIN, EACCES, EINTR: return false
        default: throw TokenVaultError(.system, "the lock between processes is refused: error \(errno)")
        }
    }

    private func set(_ kind: Int32, _ start: Int64, length: Int64) -> Int32 {
        platform_lock(descriptor, kind, start, length)
    }

    private static func open(_ path: String) throws(TokenVaultError) -> Int32 {
        let descriptor = unsafe SecureStorePlatform.open(
            path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else {
            throw TokenVaultError(.system, "\(path) cannot be opened: error \(errno)")
        }
        var status = stat()
        // If another user could open the file, that user could hold the lock for ever.
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_uid == geteuid(), status.st_mode & 0o077 == 0
        else {
            close(descriptor)
            throw TokenVaultError(.system, "\(path) is not a file of mode 600 that belongs to this user")
        }
        return descriptor
    }
}
