private import SecureStorePlatform

/// What SQLite leaves undone about the journal beside a database.
///
/// It locks other files and never this one: closing a descriptor of ours gives none of its locks up.
enum JournalFile {
    /// Gives the journal room on the disk before others take it; its length stays what it is.
    ///
    /// A file system that cannot do it, or has none, does without.
    static func reserve(_ path: String, byteCount: Int) {
        let descriptor = unsafe open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        platform_reserve(descriptor, off_t(byteCount))
    }

    /// Waits until what the journal holds is on the disk, or that it holds nothing any more; without one, all is well.
    static func synchronize(_ path: String, evenIfEmpty: Bool) throws(StoreError) {
        // Whoever may only read a file can wait for it too.
        let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return }
            throw SystemError.error("\(path) cannot be opened", errno, missing: .io)
        }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_size > 0 || evenIfEmpty else { return }
        // The times of the file may be lost; waiting for them too costs several times as much. A cut is not content.
        guard (evenIfEmpty ? platform_sync(descriptor) : platform_sync_content(descriptor)) == 0 else {
            throw SystemError.error("\(path) cannot be synchronised", errno, missing: .io)
        }
    }
}
