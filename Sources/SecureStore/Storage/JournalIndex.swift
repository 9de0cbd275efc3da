private import CSecureStoreSQLite

/// The header of SQLite's index of the journal, in memory that all processes with the store open share.
///
/// SQLite writes it after a change was written and, with `synchronous=FULL`, has reached the disk. There are two copies
/// of it. If they differ, a process is writing them, or died while doing so.
struct JournalIndex: Equatable {
    /// How many changes were committed since the index was made; every commit of any process adds one.
    ///
    /// Zero means that a process made the index from the journal, because it opened the store first or found the index
    /// damaged. Then nobody has waited for the changes in the journal to reach the disk.
    let commits: UInt32

    private static let byteCount = 48
    /// The only version of the layout that there has ever been.
    private static let version: UInt32 = 3_007_000
    /// The size of the regions in which SQLite maps the index.
    private static let regionByteCount: Int32 = 32_768

    /// Nil when there is no index, or when it is not understood.
    init?(of connection: Connection) {
        var region: UnsafeMutableRawPointer?
        var file: UnsafeMutablePointer<sqlite3_file>?
        // Asking for the index would create one, which must not happen beside a store that is read without locks.
        guard !connection.isQuiet, connection.path != nil,
            unsafe sqlite3_file_control(connection.handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
                == SQLITE_OK,
            let file = unsafe file, let methods = unsafe file.pointee.pMethods,
            unsafe methods.pointee.xShmMap(file, 0, Self.regionByteCount, 0, &region) == SQLITE_OK,
            let region = unsafe region
        else { return nil }
        let copies = unsafe [UInt8](UnsafeRawBufferPointer(start: region, count: 2 * Self.byteCount))
        guard copies.prefix(Self.byteCount) == copies.suffix(Self.byteCount) else { return nil }
        let (version, commits) = unsafe copies.withUnsafeBytes {
            unsafe ($0.loadUnaligned(as: UInt32.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
        }
        guard version == Self.version else { return nil }
        self.commits = commits
    }
}
