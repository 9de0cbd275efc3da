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
    fileprivate nonisolated(unsafe) static let system =
        unsafe sqlite3_vfs_find("unix") ?? sqlite3_vfs_find(nil)

    /// SQLite's own functions, except for three, and a larger file.
    ///
    /// The name is never freed either, because SQLite keeps both.
    private static let isRegistered: Bool = {
        guard let system = unsafe system, let name = unsafe strdup(registeredName) else { return false }
        let copy = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        unsafe copy.initialize(to: system.pointee)
        unsafe copy.pointee.pNext = nil
        unsafe copy.pointee.szOsFile = Int32(GuardedFile.offset + MemoryLayout<GuardedFile>.size)
        unsafe copy.pointee.zName = UnsafePointer(name)
        unsafe copy.pointee.xOpen = { _, name, file, flags, outFlags in
            guard let system = unsafe StoreFileSystem.system,
                flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL) == 0
            else { return SQLITE_CANTOPEN }
            let code = unsafe system.pointee.xOpen(system, name, file, rights(flags, name), outFlags)
            // It went after the look at it, and another may be there by now.
            if code == SQLITE_CANTOPEN, errno == ENOENT, flags & SQLITE_OPEN_WAL != 0, let name = unsafe name,
                unsafe isShared(sqlite3_filename_database(name), sqlite3_database_file_object(name))
            {
                return SQLITE_LOCKED
            }
            if code == SQLITE_OK, flags & SQLITE_OPEN_MAIN_DB != 0, let name = unsafe name {
                unsafe GuardedFile.begin(file, name, mayEndProcesses(platform_file_system(name)))
            }
            return code
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
        name(path, readsIndex) + (quiet == nil ? "" : "&immutable=1")
    }

    /// The name by which SQLite opens a file that nothing else uses yet.
    static func newName(_ path: String) -> String { name(path, isNew) }

    private static func name(_ path: String, _ parameter: String) -> String {
        let plain = path.utf8.map { byte -> String in
            let isPlain = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || byte == UInt8(ascii: "/")
            return isPlain ? String(UnicodeScalar(byte)) : "%" + Hexadecimal.text(of: [byte])
        }
        return "file:\(plain.joined())?\(parameter)=1"
    }

    /// SQLite's own parameter for an index that may only be read.
    private static let readsIndex = "readonly_shm"
    /// Our parameter for a file whose journal nobody else can have open.
    private static let isNew = "securestore_new"

    /// True if the journal or its index is missing, and others may have it open without its name.
    fileprivate static func lacksJournal(
        _ name: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>?
    ) -> Bool {
        guard unsafe isShared(name, file), let name = unsafe name,
            let path = unsafe String(validatingCString: name)
        else { return false }
        return !Connection.hasJournal(path)
    }

    /// True if others may have the journal open, and so no other one may be made.
    ///
    /// Nobody has while this connection holds the exclusive lock (``Connection/openJournal(_:)``).
    private static func isShared(
        _ name: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>?
    ) -> Bool {
        guard let name = unsafe name, unsafe sqlite3_uri_boolean(name, readsIndex, 0) == 0,
            unsafe sqlite3_uri_boolean(name, isNew, 0) == 0,
            let file = unsafe file, let methods = unsafe file.pointee.pMethods
        else { return false }
        var lock = SQLITE_LOCK_NONE
        _ = unsafe methods.pointee.xFileControl(file, SQLITE_FCNTL_LOCKSTATE, &lock)
        return lock != SQLITE_LOCK_EXCLUSIVE
    }

    /// The flags to open a file with: SQLite would otherwise create a missing journal, even for a reader.
    private static func rights(_ flags: Int32, _ name: UnsafePointer<CChar>?) -> Int32 {
        guard flags & SQLITE_OPEN_WAL != 0, let name = unsafe name else { return flags }
        let file = unsafe sqlite3_filename_database(name)
        if unsafe sqlite3_uri_boolean(file, readsIndex, 0) != 0 {
            return flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE) | SQLITE_OPEN_READONLY
        }
        return unsafe isShared(file, sqlite3_database_file_object(name)) ? flags & ~SQLITE_OPEN_CREATE : flags
    }

    /// True for the kernel's numbers of btrfs and bcachefs, and of overlays, which may be over either.
    private static func mayEndProcesses(_ kind: UInt32) -> Bool {
        kind == 0x9123_683e || kind == 0xca45_1a4e || kind == 0x794c_7630
    }

    private static func ends(_ name: UnsafePointer<CChar>?, with ending: StaticString) -> Bool {
        guard let name = unsafe name else { return false }
        let (length, count) = (unsafe strlen(name), ending.utf8CodeUnitCount)
        return unsafe length >= count && memcmp(name + length - count, ending.utf8Start, count) == 0
    }
}

/// A file of SQLite's whose index of the journal is made only where it may be, and written only if there is
/// room for it.
///
/// SQLite maps the index into memory. A file system that copies what is written, such as btrfs, needs room
/// each time, and where there is none the kernel ends the process. SQLite writes only what it has locked, so
/// that all of the index is tried then. If the last room goes after that, while a change is on its way to the
/// disk, the process still ends.
@safe private struct GuardedFile {
    /// The functions of the file, which come first: SQLite's own, but for one, or for three.
    private var methods: sqlite3_io_methods
    private let own: UnsafePointer<sqlite3_io_methods>
    /// The file's name and its parameters, which are there until it is closed.
    private let name: UnsafePointer<CChar>
    /// True on a file system whose lack of room ends processes.
    private let mayEndProcesses: Bool
    /// The number of parts of the index that are mapped.
    private var parts: Int32 = 0

    private static let partByteCount: Int32 = 32_768
    /// The first lock on the mark of a reader, behind three others.
    private static let firstMark: Int32 = 3

    /// The size of SQLite's own file, behind which this one lies.
    static var offset: Int {
        let size = unsafe StoreFileSystem.system.map { unsafe Int($0.pointee.szOsFile) } ?? 0
        return (size + 15) & ~15
    }

    private static func of(_ file: UnsafeMutablePointer<sqlite3_file>) -> UnsafeMutablePointer<GuardedFile> {
        unsafe (UnsafeMutableRawPointer(file) + offset).assumingMemoryBound(to: GuardedFile.self)
    }

    /// Puts the functions of this file in place of SQLite's; one without an index stays as it is.
    static func begin(
        _ file: UnsafeMutablePointer<sqlite3_file>?, _ name: UnsafePointer<CChar>, _ mayEndProcesses: Bool
    ) {
        guard let file = unsafe file, let own = unsafe file.pointee.pMethods,
            unsafe own.pointee.xShmMap != nil
        else { return }
        let guarded = unsafe of(file)
        unsafe guarded.initialize(
            to: GuardedFile(methods: own.pointee, own: own, name: name, mayEndProcesses: mayEndProcesses)
        )
        unsafe file.pointee.pMethods = UnsafeRawPointer(guarded)
            .assumingMemoryBound(to: sqlite3_io_methods.self)
        unsafe guarded.pointee.methods.xShmMap = { file, part, size, isToWrite, memory in
            guard let file = unsafe file, let memory = unsafe memory else { return SQLITE_IOERR }
            return unsafe GuardedFile.of(file).pointee.map(file, part, size, isToWrite, memory)
        }
        guard mayEndProcesses else { return }
        unsafe guarded.pointee.methods.xShmLock = { file, first, count, flags in
            guard let file = unsafe file else { return SQLITE_IOERR }
            return unsafe GuardedFile.of(file).pointee.lock(file, first, count, flags)
        }
        // The last close folds the journal under this lock alone, and writes the index then.
        unsafe guarded.pointee.methods.xLock = { file, level in
            guard let file = unsafe file else { return SQLITE_IOERR }
            let guarded = unsafe GuardedFile.of(file)
            let mayLock = unsafe level < SQLITE_LOCK_EXCLUSIVE || guarded.pointee.canWrite(file)
            return unsafe mayLock ? guarded.pointee.own.pointee.xLock(file, level) : SQLITE_FULL
        }
    }

    private mutating func map(
        _ file: UnsafeMutablePointer<sqlite3_file>, _ part: Int32, _ size: Int32, _ isToWrite: Int32,
        _ memory: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    ) -> Int32 {
        if parts == 0, unsafe StoreFileSystem.lacksJournal(name, file) { return SQLITE_LOCKED }
        let code = unsafe own.pointee.xShmMap(file, part, size, isToWrite, memory)
        guard code == SQLITE_OK, let start = unsafe memory.pointee else { return code }
        parts = max(parts, part + 1)
        let isSafe = unsafe !mayEndProcesses || isToWrite == 0 || platform_can_write(start, Int(size))
        return isSafe ? code : SQLITE_FULL
    }

    private func lock(
        _ file: UnsafeMutablePointer<sqlite3_file>, _ first: Int32, _ count: Int32, _ flags: Int32
    ) -> Int32 {
        guard flags == SQLITE_SHM_LOCK | SQLITE_SHM_EXCLUSIVE, unsafe !canWrite(file) else {
            return unsafe own.pointee.xShmLock(file, first, count, flags)
        }
        // A reader can go on with a mark that is there.
        return first >= Self.firstMark ? SQLITE_BUSY : SQLITE_FULL
    }

    private func canWrite(_ file: UnsafeMutablePointer<sqlite3_file>) -> Bool {
        for part in 0..<parts {
            var memory: UnsafeMutableRawPointer?
            guard unsafe own.pointee.xShmMap(file, part, Self.partByteCount, 0, &memory) == SQLITE_OK,
                let start = unsafe memory
            else { continue }
            if unsafe !platform_can_write(start, Int(Self.partByteCount)) { return false }
        }
        return true
    }
}
