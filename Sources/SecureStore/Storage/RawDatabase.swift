private import CSecureStoreSQLite

/// The bytes of a database file as they are on the disk: no journal is replayed and nothing is written.
///
/// They are read through SQLite's own descriptors. When a process closes any descriptor of a file, it gives
/// up all of its record locks on it, including SQLite's. SQLite knows when a close has to wait, and this
/// module would not.
@safe final class RawDatabase {
    private let handle: OpaquePointer
    private let file: SQLiteFile
    private let path: String
    private let generation = ProcessGeneration.current

    /// Opens a file, whatever it holds.
    ///
    /// One that was opened for reading only cannot be locked.
    init(path: String, forReadingOnly isReading: Bool = false) throws(StoreError) {
        let files = try StoreFileSystem.name
        try OpenConnections.enter()
        var opened: OpaquePointer?
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_NOFOLLOW
        flags |= isReading ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
        let code = unsafe sqlite3_open_v2(path, &opened, flags, files)
        guard code == SQLITE_OK, let handle = unsafe opened, let file = unsafe SQLiteFile(of: handle) else {
            let failure = unsafe Connection.failure(code, of: opened)
            _ = unsafe sqlite3_close_v2(opened)
            OpenConnections.leave()
            throw failure
        }
        unsafe self.handle = handle
        self.file = file
        self.path = path
    }

    deinit {
        // In a forked child the descriptors belong to the parent's locks, like those of a connection.
        guard generation == ProcessGeneration.current else { return }
        _ = unsafe sqlite3_close_v2(handle)
        OpenConnections.leave()
    }

    func size() throws(StoreError) -> Int64 {
        var size: Int64 = 0
        try check(file.size(&size))
        return size
    }

    /// Reads up to `count` bytes at an offset; fewer at the end of the file.
    func bytes(at offset: Int64, count: Int) throws(StoreError) -> [UInt8] {
        let there = Int(clamping: max(0, min(try size() - offset, Int64(count))))
        guard there > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: there)
        try check(file.read(into: &bytes, at: offset))
        return bytes
    }

    /// Keeps every connection away until this object is freed.
    ///
    /// Throws `databaseLocked` when there is a connection.
    func lock() throws(StoreError) {
        let code = file.lockAlone()
        guard code != SQLITE_BUSY else {
            throw StoreError(
                .databaseLocked,
                "another program, or this one, has \(path) open; close it there, then try again")
        }
        try check(code)
    }

    private func check(_ code: Int32) throws(StoreError) {
        guard code != SQLITE_OK else { return }
        let known = SQLiteCode(rawValue: code)
        throw StoreError(known.status, "\(path) cannot be read: \(known.words) (\(code))")
    }
}

/// A file that a connection of SQLite has open, reached as SQLite reaches it.
///
/// Calls answer with SQLite's code.
@safe struct SQLiteFile {
    private let file: UnsafeMutablePointer<sqlite3_file>
    private let methods: UnsafePointer<sqlite3_io_methods>

    /// Finds the database's file, or the journal.
    @inline(__always)
    init?(of handle: OpaquePointer, isJournal: Bool = false) {
        var file: UnsafeMutablePointer<sqlite3_file>?
        let which = isJournal ? SQLITE_FCNTL_JOURNAL_POINTER : SQLITE_FCNTL_FILE_POINTER
        guard unsafe sqlite3_file_control(handle, "main", which, &file) == SQLITE_OK,
            let file = unsafe file, let methods = unsafe file.pointee.pMethods
        else { return nil }
        unsafe (self.file, self.methods) = (file, methods)
    }

    func size(_ size: inout Int64) -> Int32 { unsafe methods.pointee.xFileSize(file, &size) }

    func truncate(to size: Int64) -> Int32 { unsafe methods.pointee.xTruncate(file, size) }

    /// Fills the bytes from an offset on.
    func read(into bytes: inout [UInt8], at offset: Int64) -> Int32 {
        unsafe bytes.withUnsafeMutableBytes {
            unsafe methods.pointee.xRead(file, $0.baseAddress, Int32($0.count), offset)
        }
    }

    /// Takes the lock that keeps every other connection away.
    func lockAlone() -> Int32 {
        let code = unsafe methods.pointee.xLock(file, SQLITE_LOCK_SHARED)
        return unsafe code == SQLITE_OK ? methods.pointee.xLock(file, SQLITE_LOCK_EXCLUSIVE) : code
    }

    func unlock(to level: Int32 = SQLITE_LOCK_NONE) { _ = unsafe methods.pointee.xUnlock(file, level) }

    /// The lock on the file that this connection has.
    var heldLock: Int32 {
        var lock = SQLITE_LOCK_NONE
        _ = unsafe methods.pointee.xFileControl(file, SQLITE_FCNTL_LOCKSTATE, &lock)
        return lock
    }

    /// Takes the lock of the writers, past SQLite and without waiting.
    func lockWriters() -> Int32 {
        unsafe methods.pointee.xShmLock(file, 0, 1, SQLITE_SHM_LOCK | SQLITE_SHM_EXCLUSIVE)
    }

    func unlockWriters() {
        _ = unsafe methods.pointee.xShmLock(file, 0, 1, SQLITE_SHM_UNLOCK | SQLITE_SHM_EXCLUSIVE)
    }

    /// The first bytes of the journal's index; nil if SQLite does not share it, or cannot map it.
    @inline(__always)
    func index(_ byteCount: Int32) -> UnsafeMutableRawPointer? {
        var start: UnsafeMutableRawPointer?
        guard unsafe methods.pointee.iVersion >= 2,
            unsafe methods.pointee.xShmMap(file, 0, byteCount, 0, &start) == SQLITE_OK
        else { return nil }
        return unsafe start
    }
}
