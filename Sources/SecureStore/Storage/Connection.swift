private import CSecureStoreSQLite

/// One open connection to the file, used by one thread at a time.
///
/// Not `Sendable`: its owner keeps it inside a ``DeadlineMutex``. In a forked child it does nothing at all, not
/// even close: SQLite's locks belong to the parent.
@safe final class Connection {
    /// What a connection is for.
    enum Role {
        case reading, writing
        /// Reading a large part of the file once.
        case walking
        /// Writing to a file that nobody knows of yet, and that is synchronised as a whole before anybody does.
        case building
    }

    /// For the storage layer alone.
    let handle: OpaquePointer
    /// Nil for a database in memory.
    let path: String?
    /// The file that was opened; nil for a database in memory.
    let file: FileIdentity?
    /// How the file was when it was opened without SQLite's locks; nil where those hold.
    private let quiet: QuietFile?
    /// When it was last seen at its path.
    var lastLook: UInt64 = 0
    private let generation = ProcessGeneration.current
    private var statements: [Statement?]
    private let deadline: BusyDeadline
    let bound: StatementBound
    /// What the layer above remembers of what it read through this connection; goes with it.
    var companion: AnyObject?
    /// How many bytes of items' rows were read through this connection.
    var itemBytes = 0
    /// Whether the transaction at hand takes more items away than it brings.
    var mayUseReserve = false
    /// The version of the schema whose tables were compared with the format's.
    var checkedSchemaVersion: Int64?

    /// More than the longest row has that a store writes; what claims to be longer is not read into memory.
    private static let longestRow: Int32 = 24 << 20

    /// Opens the database at a path that ``StoreFile`` has checked, or one in memory for a nil path.
    ///
    /// Waits at most that long for other processes, now and until told otherwise. ``Status/notAvailable`` when another
    /// file than `expected` lies there.
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
        flags |= access == .readOnly ? SQLITE_OPEN_READONLY | SQLITE_OPEN_URI : SQLITE_OPEN_READWRITE
        let name = access == .readOnly ? path.map { StoreFileSystem.readOnlyName($0, quiet) } : path
        let code = unsafe sqlite3_open_v2(name ?? ":memory:", &opened, flags, files)
        guard code == SQLITE_OK, let handle = unsafe opened else {
            let failure = unsafe Self.failure(code, of: opened)
            _ = unsafe sqlite3_close_v2(opened)
            if path != nil { OpenConnections.leave() }
            throw failure
        }
        unsafe self.handle = handle
        self.path = path
        self.quiet = quiet
        self.file = path.flatMap { try? FileIdentity(at: $0) }
        self.statements = Array(repeating: nil, count: SQL.count)
        self.deadline = BusyDeadline()
        self.bound = StatementBound(path: path)
        unsafe deadline.install(on: handle)
        unsafe bound.install(on: handle)
        refuseForeignCode()
        _ = unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.longestRow)
        waitAtMost(patience)
        try checkOpened(expected)
        try configure(role)
        if path != nil, role != .building { try checkMode() }
    }

    /// Whether the file is read without SQLite's locks.
    var isQuiet: Bool { quiet != nil }

    /// Whether what is read is still one state of the file: nobody has written to one that is read without locks.
    var isUndisturbed: Bool { quiet?.isStillQuiet ?? true }

    deinit {
        guard generation == ProcessGeneration.current else { return }
        for statement in statements { statement?.finalize() }
        // Busy is impossible once every statement is finalized; nothing can be done about it here anyway.
        _ = unsafe sqlite3_close_v2(handle)
        if path != nil { OpenConnections.leave() }
    }

    /// Refuses triggers and views, whenever they came into the file: they are code of whoever wrote it.
    ///
    /// SQLite asks when it compiles a statement, also again because somebody changed the tables meanwhile.
    private func refuseForeignCode() {
        // Only fails for a missing handle.
        _ = unsafe sqlite3_set_authorizer(
            handle,
            { _, action, _, _, _, owner in
                // A function that is refused is another error; what the code does with it is refused all the same.
                unsafe owner == nil || action == SQLITE_FUNCTION ? SQLITE_OK : SQLITE_DENY
            }, nil)
    }

    private func configure(_ role: Role) throws(StoreError) {
        guard unsafe securestore_sqlite_set_defensive(handle) == SQLITE_OK else {
            throw StoreError(.notAvailable, "SQLite refuses its defensive mode")
        }
        // A crafted schema must not run functions; every commit waits for the disk; deleted bytes become zeros.
        try execute("PRAGMA trusted_schema = OFF; PRAGMA synchronous = FULL")
        try execute("PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY")
        switch role {
        // Mapped, because copying pages costs most of a look-up in a large store; see Decisions in the documentation.
        case .reading where quiet == nil:
            try execute("PRAGMA query_only = ON; PRAGMA cache_size = -8192; PRAGMA mmap_size = 1073741824")
        // Not mapped without locks: somebody could cut the file, which ends a process that has it mapped.
        case .reading: try execute("PRAGMA query_only = ON; PRAGMA cache_size = -8192")
        // Not mapped: every page that was looked at would count as memory of the process until the walk ends.
        case .walking: try execute("PRAGMA query_only = ON; PRAGMA cache_size = -8192")
        // Looks at every cell of a page that is read: readers go without, because a mapped page counts as read at each
        // visit, and what they find is proved by its seal.
        case .writing:
            try execute("PRAGMA cache_size = -16384; PRAGMA cell_size_check = ON")
            // Twice what it usually has: what a long read made it grow to beyond that is given back.
            try execute("PRAGMA journal_size_limit = 8388608")
        // What breaks off is thrown away, so that nothing has to be undone from a journal.
        case .building:
            try execute("PRAGMA cache_size = -16384; PRAGMA cell_size_check = ON")
            try execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY")
        }
    }

    /// How long statements wait for other processes from now on.
    ///
    /// Returns the time of now, in nanoseconds.
    @discardableResult
    func waitAtMost(_ time: Duration) -> UInt64 { deadline.set(time) }

    /// Runs `body` while SQLite refuses to read longer values from the file than this.
    func withValues<R>(
        upTo byteCount: Int32, _ body: () throws(StoreError) -> R
    ) throws(StoreError) -> R {
        _ = unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, byteCount)
        defer { _ = unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.longestRow) }
        return try body()
    }

    /// Runs SQL of our own that takes no values.
    func execute(_ sql: String) throws(StoreError) {
        bound.begin()
        let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
        if code != SQLITE_OK { throw unsafe Self.failure(code, of: handle) }
    }

    /// The prepared statement for one of the fixed texts, compiled at its first use.
    func statement(_ sql: SQL) throws(StoreError) -> Statement {
        if let ready = statements[sql.index] { return ready }
        let statement = try prepare(sql.text, keep: true)
        statements[sql.index] = statement
        return statement
    }

    /// Runs `body` over a statement that is used once.
    func once<R>(_ sql: String, _ body: (Statement) throws(StoreError) -> R) throws(StoreError) -> R {
        let statement = try prepare(sql, keep: false)
        defer { statement.finalize() }
        return try body(statement)
    }

    /// The one number that a pragma or a counting query answers.
    func number(_ sql: String) throws(StoreError) -> Int64 {
        try once(sql) { statement throws(StoreError) in try statement.step() ? statement.integer(0) : 0 }
    }

    /// What SQLite finds wrong with the file's structure; empty when it is sound.
    func integrityProblems() throws(StoreError) -> [String] {
        // Each page that nothing leads to would be looked at.
        if let problem = try sizeProblem() { return [problem] }
        return try once("PRAGMA integrity_check(20)") { statement throws(StoreError) in
            var lines: [String] = []
            while try statement.step() { lines.append(statement.text(0)) }
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

    /// The error for a code, with SQLite's words about it.
    static func failure(_ code: Int32, of handle: OpaquePointer?) -> StoreError {
        let known = SQLiteCode(rawValue: code)
        guard let handle = unsafe handle, let text = unsafe sqlite3_errmsg(handle) else {
            return StoreError(known.status, "SQLite: \(known.words) (\(code))")
        }
        if let words = known.ownWords { return StoreError(known.status, words) }
        return StoreError(known.status, "SQLite: \(unsafe String(cString: text)) (\(code))")
    }
}
