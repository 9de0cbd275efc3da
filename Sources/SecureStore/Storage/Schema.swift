/// The tables of the file, their version, and the way from one version to the next.
package enum Schema {
    /// "SSTR", which tells this file from other SQLite databases.
    static let applicationID: Int64 = 0x5353_5452
    /// The format that this code writes.
    ///
    /// It reads this one, and migrates older ones.
    static let version: Int64 = 4

    /// Creates the tables of a new, empty database.
    static func create(in connection: Connection) throws(StoreError) {
        try connection.execute(
            "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
        for statement in tables { try connection.execute(statement) }
    }

    /// Refuses to write when the tables were changed after they were checked: a trigger would be foreign
    /// code, run by the store's own statements.
    static func checkUnchanged(_ connection: Connection) throws(StoreError) {
        let statement = try connection.statement(.readSchemaVersion)
        defer { statement.reset() }
        let isChecked = try statement.step() && statement.integer(0) == connection.checkedSchemaVersion
        if !isChecked { try check(connection) }
    }

    /// Refuses a database that is not a store, is newer than this code, or has other tables than its format.
    ///
    /// Returns false for an older format from which migrations lead to this code's. The caller makes sure
    /// that all selects see the same state of the file.
    @discardableResult
    static func check(
        _ connection: Connection, _ migrations: [Migration] = []
    ) throws(StoreError) -> Bool {
        guard try connection.number("PRAGMA application_id") == applicationID else {
            throw StoreError(
                .invalidKeychain, "the file is a SQLite database but not a store; check the path")
        }
        let steps = try steps(connection, migrations)
        try checkTables(connection, steps.first?.tables ?? tables)
        if steps.isEmpty { connection.checkedSchemaVersion = try connection.number("PRAGMA schema_version") }
        return steps.isEmpty
    }

    /// Takes every step that leads to this code's format, all in the caller's transaction.
    ///
    /// No step is left to take when another process was faster.
    static func migrate(_ connection: Connection, with migrations: [Migration]) throws(StoreError) {
        for step in try steps(connection, migrations) {
            try checkTables(connection, step.tables)
            try connection.execute(step.sql)
            try connection.execute("PRAGMA user_version = \(step.origin + 1)")
        }
        try checkTables(connection, tables)
    }

    private static func steps(
        _ connection: Connection, _ migrations: [Migration]
    ) throws(StoreError) -> [Migration] {
        let found = try connection.number("PRAGMA user_version")
        guard found <= version else {
            throw StoreError(
                .wrongSecVersion, "the store has format \(found); this program reads formats up to \(version)"
            )
        }
        return try (found..<version).map { number throws(StoreError) in
            guard let step = migrations.first(where: { $0.origin == number }) else {
                throw given(up: found)
            }
            return step
        }
    }

    /// The error for a format before this one that no migration begins with.
    static func given(up version: Int64) -> StoreError {
        guard !unreleasedVersions.contains(version) else { return unreleased }
        guard !Migration.all.contains(where: { $0.origin == version }) else {
            return StoreError(
                .wrongSecVersion,
                "an earlier program replaced the store by one of format \(version) while it was open; open it again"
            )
        }
        return StoreError(
            .invalidKeychain,
            "the store names format \(version), which never existed: it is damaged; \(NextStep.salvage)")
    }

    /// The numbers of formats that were given up before any release.
    static let unreleasedVersions: ClosedRange<Int64> = 1...2
    static let unreleased = StoreError(
        .wrongSecVersion,
        "the store was made by a build that was never released, in a format that was given up; export its items "
            + "with that build, and import them with this one")

    /// Refuses a file that has other tables than its format, or more than these.
    ///
    /// A view in place of a table, a trigger or a computed column is foreign code that our statements would
    /// run.
    private static func checkTables(_ connection: Connection, _ tables: [String]) throws(StoreError) {
        let sql = "SELECT sql FROM sqlite_schema ORDER BY rowid LIMIT \(tables.count + 1)"
        // Compared as bytes: texts that are equal in Swift may differ in SQLite.
        let found = try connection.once(sql) { statement throws(StoreError) in
            var found: [[UInt8]] = []
            while try statement.step() { found.append(statement.blob(0)) }
            return found
        }
        guard found.count == tables.count, Set(found) == Set(tables.map { Array($0.utf8) }) else {
            throw StoreError(
                .invalidKeychain,
                "the store's tables are not those of its format: it is damaged; \(NextStep.salvage)")
        }
    }

    /// Part of the format to the last space, because SQLite keeps the text as it was written.
    package static let tables = formerTables + [links]

    fileprivate static let links =
        "CREATE TABLE link(place INTEGER PRIMARY KEY, chain BLOB NOT NULL, link BLOB NOT NULL) STRICT"

    /// The tables of format 3.
    fileprivate static let formerTables = [
        """
        CREATE TABLE store(
            one INTEGER PRIMARY KEY CHECK (one = 1), id BLOB NOT NULL, commitment BLOB NOT NULL, writer BLOB
        ) STRICT
        """,
        """
        CREATE TABLE slot(
            number INTEGER PRIMARY KEY, kind INTEGER NOT NULL, salt BLOB NOT NULL, passes INTEGER NOT NULL,
            memory INTEGER NOT NULL, recipient BLOB NOT NULL, shield BLOB NOT NULL, sealed BLOB NOT NULL,
            checksum BLOB NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE keyset(
            number INTEGER PRIMARY KEY, main BLOB NOT NULL, device BLOB, passcode BLOB
        ) STRICT
        """,
        """
        CREATE TABLE state(
            one INTEGER PRIMARY KEY CHECK (one = 1), keys INTEGER NOT NULL, sealed BLOB NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE item(
            number INTEGER PRIMARY KEY, id BLOB NOT NULL, class INTEGER NOT NULL, access INTEGER NOT NULL,
            keyset INTEGER NOT NULL, generation INTEGER NOT NULL,
            identity BLOB NOT NULL, grp BLOB NOT NULL, variant BLOB NOT NULL,
            first BLOB, second BLOB, third BLOB,
            attributes BLOB NOT NULL, seal BLOB, secret BLOB
        ) STRICT
        """,
        "CREATE TABLE node(number INTEGER PRIMARY KEY, content BLOB NOT NULL) STRICT",
    ]
}

/// A step from one format of the file to the next.
///
/// Plain SQL, because a store is migrated when it is opened, before anything has its keys. So a migration
/// cannot reseal. A format that seals something differently keeps reading the older seals, and reseals item
/// by item after an unlock, by the key set that each row names.
package struct Migration: Sendable {
    /// The format that it begins with; it ends with the next one.
    let origin: Int64
    /// The tables and indexes of that format, in exactly the words that SQLite keeps.
    package let tables: [String]
    /// SQL that turns these tables into the next format's, with their content.
    let sql: String

    package init(from origin: Int64, tables: [String], sql: String) {
        (self.origin, self.tables, self.sql) = (origin, tables, sql)
    }

    /// The steps that this program knows.
    package static let all = [Migration(from: 3, tables: Schema.formerTables, sql: Schema.links)]
}

extension Database {
    /// Migrates the file from an older format to this program's in one transaction.
    func migrate(with migrations: [Migration]) throws(StoreError) {
        let transaction = try begin()
        try Schema.migrate(transaction.connection, with: migrations)
        try transaction.commit()
        emptyJournal()
    }
}
