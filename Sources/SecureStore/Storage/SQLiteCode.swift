private import CSecureStoreSQLite

/// A result code of SQLite, and the status that it becomes for a caller of the store.
///
/// SQLite's numbers stay in the storage layer: each becomes the nearest status, with SQLite's own words as
/// the reason. These words name tables, columns and causes, never a bound value.
struct SQLiteCode: RawRepresentable, Hashable {
    let rawValue: Int32

    /// The code without the detail in its upper bits.
    private var primary: Int32 { rawValue & 0xff }

    var status: StoreStatus {
        switch rawValue {
        case SQLITE_IOERR | 12 << 8: return .allocate
        case SQLITE_READONLY | 6 << 8: return .wrPerm
        // The journal's index is being made, and a process that may not write has to wait for it.
        case SQLITE_READONLY | 1 << 8, SQLITE_READONLY | 2 << 8, SQLITE_READONLY | 5 << 8:
            return .databaseLocked
        default: break
        }
        switch primary {
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: return .databaseLocked
        case SQLITE_FULL: return .diskFull
        case SQLITE_IOERR: return .io
        case SQLITE_NOMEM: return .allocate
        case SQLITE_READONLY: return .readOnly
        case SQLITE_PERM: return .wrPerm
        case SQLITE_CANTOPEN: return .invalidDBLocation
        // The engine never writes a value that is too big, so something else wrote this file.
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_TOOBIG, SQLITE_AUTH, SQLITE_INTERRUPT:
            return .invalidKeychain
        case SQLITE_CONSTRAINT: return .duplicateItem
        default: return .notAvailable
        }
    }

    /// True if the system refused a call on a file; SQLite then has the number of its error.
    var isOfFiles: Bool { primary == SQLITE_CANTOPEN || primary == SQLITE_IOERR }

    /// The meaning of the code here, where SQLite's own words would not say it.
    var ownWords: String? {
        if status == .diskFull { return "the disk is full; make room on it" }
        switch primary {
        case SQLITE_READONLY where status == .databaseLocked:
            return "the store's journal is not ready for whoever may only read; try again"
        case SQLITE_READONLY where rawValue == SQLITE_READONLY:
            return
                "the store's file cannot be written; if this process has it open read-only as well, close that first"
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL:
            return "another writer kept the store busy until the deadline"
        case SQLITE_INTERRUPT:
            return "reading the store takes more work than its size explains: its file is damaged or forged"
        case SQLITE_AUTH: return "the store's file has a trigger or a view, which no store has"
        default: return nil
        }
    }

    /// SQLite's words for the code, for when there is no connection to ask for more.
    var words: String {
        guard let text = unsafe sqlite3_errstr(rawValue) else { return "unknown" }
        return unsafe String(cString: text)
    }
}
