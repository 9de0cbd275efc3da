private import CSecureStoreSQLite

/// The bytes of a database file as they are on the disk: no journal is replayed and nothing is written.
///
/// They are read through SQLite's own descriptors. When a process closes any descriptor of a file, it gives
/// up all of its record locks on it, including SQLite's. SQLite knows when a close has to wait, and this
/// module would not.
@safe final class RawDatabase {
    private let handle: OpaquePointer
    private let file: UnsafeMutablePointer<sqlite3_file>
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
        var file: UnsafeMutablePointer<sqlite3_file>?
        guard code == SQLITE_OK, let handle = unsafe opened,
            unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
            let file = unsafe file
        else {
            let failure = unsafe Connection.failure(code, of: opened)
            _ = unsafe sqlite3_close_v2(opened)
            OpenConnections.leave()
            throw failure
        }
        unsafe self.handle = handle
        unsafe self.file = file
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
        try check(unsafe file.pointee.pMethods.pointee.xFileSize(file, &size))
        return size
    }

    /// Reads up to `count` bytes at an offset; fewer at the end of the file.
    func bytes(at offset: Int64, count: Int) throws(StoreError) -> [UInt8] {
        let there = Int(clamping: max(0, min(try size() - offset, Int64(count))))
        guard there > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: there)
        let code = unsafe bytes.withUnsafeMutableBytes {
            unsafe file.pointee.pMethods.pointee.xRead(file, $0.baseAddress, Int32($0.count), offset)
        }
        try check(code)
        return bytes
    }

    /// Keeps every connection away until this object is freed.
    ///
    /// Throws `databaseLocked` when there is a connection.
    func lock() throws(StoreError) {
        for level in [SQLITE_LOCK_SHARED, SQLITE_LOCK_EXCLUSIVE] {
            let code = unsafe file.pointee.pMethods.pointee.xLock(file, level)
            guard code != SQLITE_BUSY else {
                throw StoreError(
                    .databaseLocked,
                    "another program, or this one, has \(path) open; close it there, then try again")
            }
            try check(code)
        }
    }

    private func check(_ code: Int32) throws(StoreError) {
        guard code != SQLITE_OK else { return }
        let known = SQLiteCode(rawValue: code)
        throw StoreError(known.status, "\(path) cannot be read: \(known.words) (\(code))")
    }
}
