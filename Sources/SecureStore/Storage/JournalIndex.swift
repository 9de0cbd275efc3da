private import CSecureStoreSQLite

/// The head of the index that SQLite keeps of the journal, in memory that all processes with the store open share.
///
/// SQLite writes it when a change has been written and, with `synchronous=FULL`, is on the disk. It stands there twice:
/// two copies that differ are being written, or were by a process that died.
struct JournalIndex: Equatable {
    /// How many changes were committed since the index was made; each process that commits counts one further.
    ///
    /// Zero says that it was made from the journal, by whoever opened the store first or found it damaged, and that
    /// nobody has waited for what the journal holds.
    let commits: UInt32

    private static let byteCount = 48
    /// The only layout there has been.
    private static let version: UInt32 = 3_007_000
    /// How SQLite cuts the index into parts that are mapped.
    private static let regionByteCount: Int32 = 32_768

    /// Nil where there is none to be had, or one that is not understood.
    init?(of connection: Connection) {
        var region: UnsafeMutableRawPointer?
        var file: UnsafeMutablePointer<sqlite3_file>?
        // Asking for it would make one beside a store that is read without locks, which has none.
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
