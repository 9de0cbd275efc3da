private import CSecureStoreLinux
private import Glibc

/// Whether a program has a store open.
enum OpenStore {
    /// Where everybody who has a database open holds a lock in the index of its journal, as SQLite's file format says.
    private static let place = 128

    /// False also if that cannot be told.
    ///
    /// Not to be called while this process has the store open: it would lose its own locks.
    static func isOpen(_ path: String) -> Bool {
        let descriptor = unsafe open(path + "-shm", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var lock = flock()
        (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
        (lock.l_start, lock.l_len) = (place, 1)
        return unsafe fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }
}
