private import SecureStorePlatform

/// The journal beside a database, with what SQLite does not do for it.
///
/// SQLite's locks are on other files, so closing a descriptor of the journal releases none of them.
enum JournalFile {
    /// Allocates disk space for the journal before anything else takes it; the journal's length stays.
    ///
    /// Where the file system cannot do it, or there is no space, nothing happens.
    static func reserve(_ path: String, byteCount: Int) {
        let descriptor = unsafe open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        _ = platform_reserve(descriptor, off_t(byteCount))
    }

    /// Waits until the journal's content, or its truncation, is on the disk; returns at once if there is
    /// none.
    static func synchronize(_ path: String, evenIfEmpty: Bool) throws(StoreError) {
        // A process that may only read the file can wait for it too.
        let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return }
            throw SystemError.error("\(path) cannot be opened", errno, missing: .io)
        }
        defer { close(descriptor) }
        guard let status = FileStatus(of: descriptor), status.size > 0 || evenIfEmpty else { return }
        // The file's times may be lost: syncing them costs several times as much. A truncation is no content.
        try SystemError.check(
            evenIfEmpty ? platform_sync(descriptor) : platform_sync_content(descriptor),
            "\(path) cannot be synchronised")
    }
}
