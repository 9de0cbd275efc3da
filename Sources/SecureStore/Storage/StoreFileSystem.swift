private import CSecureStoreSQLite
private import SecureStorePlatform

/// The file system through which SQLite reaches files: its own, but with no journal other than the
/// write-ahead one.
///
/// A store never has a rollback journal. If there is one beside it, somebody put it there. SQLite would
/// replay it before anything else, and delete any file that it names as the journal of several databases.
/// Checking before the store is opened is not enough, because the journal can appear a moment later. Through
/// this file system, SQLite never sees it.
enum StoreFileSystem {
    /// The name of the file system to open databases with.
    static var name: String {
        get throws(StoreError) {
            guard isRegistered else {
                throw StoreError(
                    .notAvailable,
                    "SQLite does not accept the store's file system layer; install another version of it")
            }
            return registeredName
        }
    }

    private static let registeredName = "securestore"

    // Never freed, and written only before it is registered.
    private nonisolated(unsafe) static let system = unsafe sqlite3_vfs_find("unix") ?? sqlite3_vfs_find(nil)

    /// SQLite's own functions, except for three.
    ///
    /// The name is never freed either, because SQLite keeps both.
    private static let isRegistered: Bool = {
        guard let system = unsafe system, let name = unsafe strdup(registeredName) else { return false }
        let copy = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        unsafe copy.initialize(to: system.pointee)
        unsafe copy.pointee.pNext = nil
        unsafe copy.pointee.zName = UnsafePointer(name)
        unsafe copy.pointee.xOpen = { _, name, file, flags, outFlags in
            guard let system = unsafe StoreFileSystem.system,
                flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL) == 0
            else { return SQLITE_CANTOPEN }
            return unsafe system.pointee.xOpen(system, name, file, rights(flags, name), outFlags)
        }
        unsafe copy.pointee.xDelete = { _, name, isDurable in
            guard let system = unsafe StoreFileSystem.system, unsafe ends(name, with: "-wal") else {
                return SQLITE_IOERR | 23 << 8  // "There is no such file".
            }
            return unsafe system.pointee.xDelete(system, name, isDurable)
        }
        unsafe copy.pointee.xAccess = { _, name, flags, answer in
            guard let system = unsafe StoreFileSystem.system, let answer = unsafe answer else {
                return SQLITE_IOERR
            }
            if unsafe ends(name, with: "-journal") {
                unsafe answer.pointee = 0
                return SQLITE_OK
            }
            return unsafe system.pointee.xAccess(system, name, flags, answer)
        }
        return unsafe sqlite3_vfs_register(copy, 0) == SQLITE_OK
    }()

    /// The name by which SQLite opens a file without writing anything, not even what readers write beside it.
    ///
    /// A quiet file is read without locks. For any other, the journal's index is read but not written.
    static func readOnlyName(_ path: String, _ quiet: QuietFile?) -> String {
        let plain = path.utf8.map { byte -> String in
            let isPlain = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || byte == UInt8(ascii: "/")
            if isPlain { return String(UnicodeScalar(byte)) }
            let digits = String(byte, radix: 16)
            return "%" + (digits.count < 2 ? "0" : "") + digits
        }
        return "file:\(plain.joined())?\(readsIndex)=1" + (quiet == nil ? "" : "&immutable=1")
    }

    /// SQLite's own parameter for an index that may only be read.
    private static let readsIndex = "readonly_shm"

    /// The flags to open a file with: SQLite would otherwise create a missing journal, even for a reader.
    private static func rights(_ flags: Int32, _ name: UnsafePointer<CChar>?) -> Int32 {
        guard flags & SQLITE_OPEN_WAL != 0, let name = unsafe name,
            unsafe sqlite3_uri_boolean(sqlite3_filename_database(name), readsIndex, 0) != 0
        else { return flags }
        return flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE) | SQLITE_OPEN_READONLY
    }

    private static func ends(_ name: UnsafePointer<CChar>?, with ending: StaticString) -> Bool {
        guard let name = unsafe name else { return false }
        let (length, count) = (unsafe strlen(name), ending.utf8CodeUnitCount)
        return unsafe length >= count && memcmp(name + length - count, ending.utf8Start, count) == 0
    }
}
