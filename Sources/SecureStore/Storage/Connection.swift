private import CSecureStoreSQLite
private import SecureStorePlatform

/// One open connection to the file, used by one thread at a time.
///
/// Not `Sendable`: its owner keeps it inside a ``ConnectionPlace``. In a forked child it does nothing at all
/// and is not even closed, because SQLite's locks belong to the parent.
@safe final class Connection {
    enum Role {
        case reading, writing
        /// Reads a large part of the file once.
        case walking
        /// Writes a file that nothing uses yet, and that is synchronised as a whole before anything does.
        case building
        /// Folds the journal, while another connection of this process reads.
        case folding
    }

    /// SQLite's connection, for this layer only.
    let handle: OpaquePointer
    let path: String?
    /// The file that was opened; nil for a database in memory.
    let file: FileIdentity?
    /// The file's facts when it was opened without SQLite's locks; nil when SQLite locks it.
    private let quiet: QuietFile?
    /// The time at which the file was last seen at its path, in nanoseconds.
    var lastLook: UInt64 = 0
    let generation = ProcessGeneration.current
    var statements: [Statement?]
    let deadline: BusyDeadline
    /// The number of frames in the journal after the last commit of this connection.
    var journalFrames: Int32 = 0
    let bound: StatementBound
    /// The memory of reads through this connection, which belongs to the layer above and is freed with it.
    var companion: AnyObject?
    /// The most bytes that this memory may take; a connection that only writes finds no use for rows.
    var mostKept = (nodes: 16 << 20, rows: 0)
    /// The number of frames that the journal was seen to have room for.
    var mostFrames: UInt32 = 0
    /// The index of the journal, once it is known to be there.
    var journal: JournalIndex?
    /// The state that was read and opened last; nil when nothing would show that it has changed.
    var remembered: StateRow?
    /// The state that the current read holds, before it is opened.
    var seen: StateRow?
    var hold = Hold.none
    /// The number of the item's row that was read last, and the statement that stands on it, if one does.
    var reachedItem: (number: Int64?, statement: Statement?)
    /// The number of bytes of items' rows that were read through this connection.
    var itemBytes = 0
    /// The numbers of the items' rows that were written or removed, while somebody wants to know.
    var changedItems: Set<Int64>?
    /// True while the current transaction removes more items than it adds, and may use the reserved space.
    var mayUseReserve = false
    /// The schema version at which the tables were last compared with the format's.
    var checkedSchemaVersion: Int64?

    /// A limit that no row of a store reaches.
    ///
    /// SQLite reads nothing longer into memory.
    static let longestRow: Int32 = 24 << 20

    /// Opens the database at a path that ``StoreFile`` has checked, or one in memory if the path is nil.
    ///
    /// Waits for other processes at most as long as `patience`, until ``waitAtMost(_:)`` sets another limit.
    /// Throws ``StoreStatus/notAvailable`` when the file is not the `expected` one.
    init(
        path: String?, role: Role, access: FileAccess = .readWrite, patience: Duration = .seconds(5),
        expecting expected: FileIdentity? = nil
    ) throws(StoreError) {
        let files = try StoreFileSystem.name
        let quiet = if let path, access == .readOnly { try QuietFile(at: path) } else { nil as QuietFile? }
        if path != nil { try OpenConnections.enter() }
        var opened: OpaquePointer?
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        flags |= path == nil ? SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY : SQLITE_OPEN_NOFOLLOW
        flags |= access == .readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
        var name = path
        if let path, access == .readOnly || role == .building {
            flags |= SQLITE_OPEN_URI
            let isNew = access == .readWrite
            name = isNew ? StoreFileSystem.newName(path) : StoreFileSystem.readOnlyName(path, quiet)
        }
        let code = unsafe sqlite3_open_v2(name ?? ":memory:", &opened, flags, files)
        guard code == SQLITE_OK, let handle = unsafe opened else {
            let failure = unsafe Self.failure(code, of: opened)
            _ = unsafe sqlite3_close_v2(opened)
            if path != nil { OpenConnections.leave() }
            if let path, let expected, (try? FileIdentity(at: path)) != expected { throw Self.moved(path) }
            throw failure
        }
        unsafe self.handle = handle
        self.path = path
        self.quiet = quiet
        self.file = path.flatMap { try? FileIdentity(at: $0) }
        self.statements = Array(repeating: nil, count: SQL.allCases.count)
        self.deadline = BusyDeadline()
        self.bound = StatementBound(path: path)
        unsafe deadline.install(on: handle)
        measureJournal()
        unsafe bound.install(on: handle)
        refuseForeignCode()
        _ = unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.longestRow)
        waitAtMost(patience)
        do throws(StoreError) {
            try checkOpened(expected)
            if let path, expected == nil, role != .building {
                // Until ``synchronizeJournal()`` has looked at it.
                if FileStatus(at: path + "-wal")?.size ?? 0 > 0 { try keepJournal(true) }
                try StoreFile.Header(try header(StoreFile.Header.byteCount), of: path).check(path)
            }
            if role != .building, access == .readWrite {
                if expected == nil { try leaveIndexOfReplacedFile() }
                try openJournal(role)
            } else {
                try configure(role)
            }
        } catch {
            // An error during a concurrent write says nothing about the file.
            throw isUndisturbed ? error : Database.unsteady
        }
    }

    /// True if the file is read without SQLite's locks.
    var isQuiet: Bool { quiet != nil }

    /// True while all that was read belongs to one state: false once a file without locks was written to.
    var isUndisturbed: Bool { quiet?.isStillQuiet ?? true }

    deinit {
        guard generation == ProcessGeneration.current else { return }
        for statement in statements { statement?.finalize() }
        saveRemovedJournal()
        // SQLite cannot be busy once every statement is finalized, and nothing could be done about it here.
        _ = unsafe sqlite3_close_v2(handle)
        if path != nil { OpenConnections.leave() }
    }

    /// Refuses triggers and views, whenever they got into the file: they are code of whoever put them there.
    ///
    /// SQLite asks whenever it compiles a statement, and so again after the tables were changed.
    private func refuseForeignCode() {
        // Only fails for a missing handle.
        _ = unsafe sqlite3_set_authorizer(
            handle,
            { _, action, _, _, _, owner in
                // Refusing a function is another error; what foreign code makes of it is refused anyway.
                unsafe owner == nil || action == SQLITE_FUNCTION ? SQLITE_OK : SQLITE_DENY
            }, nil)
    }

    /// Prepares the connection for its role; these are its first reads.
    func configure(_ role: Role) throws(StoreError) {
        guard unsafe securestore_sqlite_set_defensive(handle) == SQLITE_OK else {
            throw StoreError(.notAvailable, "SQLite does not offer its defensive mode; install a newer one")
        }
        // Functions in a crafted schema do not run, commits wait for the disk, and deleted bytes become
        // zeros.
        try execute("PRAGMA trusted_schema = OFF; PRAGMA synchronous = FULL")
        try execute("PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY")
        switch role {
        // Mapped: copying pages is most of the cost of a look-up in a large store (`DecisionsOnTheFile`).
        case .reading where quiet == nil:
            try execute("PRAGMA query_only = ON; PRAGMA cache_size = -8192; PRAGMA mmap_size = 1073741824")
        // Not mapped without locks: if another process truncated the file, reading would kill this one.
        case .reading: try execute("PRAGMA query_only = ON; PRAGMA cache_size = -8192")
        // Not mapped: every page that was read would count as memory of the process until the walk ends.
        case .walking, .folding: try execute("PRAGMA query_only = ON; PRAGMA cache_size = -8192")
        // Checks every cell of a page that is read. Readers do without: a mapped page would be checked again
        // at each visit, and the seals prove what they read.
        case .writing:
            try execute("PRAGMA cache_size = -16384; PRAGMA cell_size_check = ON")
            // Twice the usual size. A journal that grew beyond that during a long read is truncated again.
            try execute("PRAGMA journal_size_limit = 8388608")
        // An unfinished file is thrown away, so nothing needs to be undone from a journal.
        case .building:
            try execute("PRAGMA cache_size = -16384; PRAGMA cell_size_check = ON")
            return try execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY")
        }
        if path != nil { try checkMode() }
    }

    /// Sets how long statements wait for other processes from now on.
    ///
    /// Returns the current time in nanoseconds.
    @discardableResult
    func waitAtMost(_ time: Duration) -> UInt64 { deadline.set(time) }

    /// Moves to the next row of a table of small values; SQLite refuses to read a larger one from the file.
    func stepToSmall(_ statement: Statement) throws(StoreError) -> Bool {
        _ = unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 4_096)
        defer { _ = unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.longestRow) }
        return try statement.step()
    }

    /// Runs SQL text of our own, without bound values.
    func execute(_ sql: String) throws(StoreError) {
        if hold != .none { try holdRemembered() }
        bound.begin()
        let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
        if code != SQLITE_OK { throw unsafe Self.failure(code, of: handle) }
    }

    func statement(_ sql: SQL) throws(StoreError) -> Statement {
        if hold != .none { try holdRemembered() }
        return try prepared(sql)
    }

    /// The same for ``holdRemembered()`` itself; it is compiled at its first use.
    func prepared(_ sql: SQL) throws(StoreError) -> Statement {
        if let ready = statements[sql.rawValue] { return ready }
        let statement = try prepare(sql.text, keep: true)
        statements[sql.rawValue] = statement
        return statement
    }

    func once<R>(_ sql: String, _ body: (Statement) throws(StoreError) -> R) throws(StoreError) -> R {
        if hold != .none { try holdRemembered() }
        let statement = try prepare(sql, keep: false)
        defer { statement.finalize() }
        return try body(statement)
    }

    func number(_ sql: String) throws(StoreError) -> Int64 {
        try once(sql) { statement throws(StoreError) in try statement.step() ? statement.integer(0) : 0 }
    }

    /// Lists what SQLite finds wrong with the file's structure; empty when it is sound.
    func integrityProblems() throws(StoreError) -> [String] {
        // The check would visit every page that the file claims to have.
        if let problem = try sizeProblem() { return [problem] }
        return try once("PRAGMA integrity_check(20)") { statement throws(StoreError) in
            var lines: [String] = []
            while try statement.step() { lines.append(statement.text(0)) }
            // A page that the disk does not give is a line like others, with SQLite's number at its end.
            let code = lines.first?.split(separator: "error code=").dropFirst().first.flatMap { Int32($0) }
            if let code, code & 0xff == SQLITE_IOERR { throw unsafe Self.failure(code, of: nil) }
            return lines == ["ok"] ? [] : lines
        } + (try isHeaderOfJournaledFile() ? [] : ["the header of the file does not name the journal's mode"])
    }

    private func prepare(_ sql: String, keep: Bool) throws(StoreError) -> Statement {
        bound.begin()
        var prepared: OpaquePointer?
        let flags = keep ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        let code = unsafe sqlite3_prepare_v3(handle, sql, -1, flags, &prepared, nil)
        guard code == SQLITE_OK, let prepared = unsafe prepared else {
            throw unsafe Self.failure(code, of: handle)
        }
        return unsafe Statement(prepared, bound)
    }

    /// The error for a result code, with SQLite's explanation.
    static func failure(_ code: Int32, of handle: OpaquePointer?) -> StoreError {
        let (known, isTooLarge) = (SQLiteCode(rawValue: code), errno == EFBIG)
        guard let handle = unsafe handle, let text = unsafe sqlite3_errmsg(handle) else {
            return StoreError(known.status, "SQLite: \(known.words) (\(code))")
        }
        // A page that the disk does not give is a damaged one for SQLite.
        let last = unsafe securestore_sqlite_last_errno(handle)
        if code == SQLITE_CORRUPT, [EIO, ENXIO, ERANGE].contains(last) {
            return SystemError.error("the store's file cannot be read", last, missing: .io)
        }
        var number = unsafe sqlite3_system_errno(handle)
        // Of a commit that failed, some versions of SQLite note nothing.
        if number == 0, isTooLarge { number = EFBIG }
        // It tried to read a file that it could not make, and knows only that there is none.
        if known.isOfFiles, number == ENOENT { number = unsafe refusalToMakeFiles(handle) ?? number }
        if known.isOfFiles, [EMFILE, ENFILE, ENOSPC, EDQUOT, EFBIG].contains(number) {
            return SystemError.error(
                "the store's files cannot be opened or written", number, missing: known.status)
        }
        let isInMemory = unsafe sqlite3_db_filename(handle, "main").map { unsafe $0.pointee == 0 } ?? true
        if known.status == .diskFull, isInMemory {
            return StoreError(.diskFull, "the memory that this store may take is full; delete items in it")
        }
        if let words = known.ownWords { return StoreError(known.status, words) }
        let next = known.status == .invalidKeychain ? "; \(NextStep.salvage)" : ""
        return StoreError(known.status, "SQLite: \(unsafe String(cString: text)) (\(code))\(next)")
    }

    /// The system's number for why the journal or its index cannot be made; nil if both can be, or are there.
    private static func refusalToMakeFiles(_ handle: OpaquePointer) -> Int32? {
        guard unsafe sqlite3_db_readonly(handle, "main") == 0,
            let name = unsafe sqlite3_db_filename(handle, "main"),
            let path = unsafe String(validatingCString: name)
        else { return nil }
        for end in ["-wal", "-shm"] {
            // Never opens one that is there: to close it would give up this process's locks on it.
            let file = unsafe open(path + end, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            if file < 0, errno != EEXIST { return errno }
            if file >= 0 { close(file) }
        }
        return nil
    }
}
