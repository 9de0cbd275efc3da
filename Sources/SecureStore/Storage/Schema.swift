/// The tables of the file, their version, and the way from one version to the next.
enum Schema {
    /// "SSTR": tells this file from other SQLite databases.
    static let applicationID: Int64 = 0x5353_5452
    /// The format this code writes.
    ///
    /// It reads this one, and migrates those before it.
    static let version: Int64 = 1

    /// Makes the tables of a new, empty database.
    static func create(in connection: Connection) throws(StoreError) {
        try connection.execute(
            "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
        for statement in statements { try connection.execute(statement) }
    }

    /// Refuses a database that is not ours, is newer than this code, or has other tables.
    static func check(_ connection: Connection) throws(StoreError) {
        guard try connection.number("PRAGMA application_id") == applicationID else {
            throw StoreError(.invalidKeychain, "the file is a SQLite database but not a store")
        }
        let found = try connection.number("PRAGMA user_version")
        guard found <= version else {
            throw StoreError(
                .wrongSecVersion, "the store has format \(found); this program reads formats up to \(version)"
            )
        }
        guard found == version else {
            throw StoreError(.invalidKeychain, "the store names format \(found), which never existed")
        }
        try checkTables(connection)
    }

    /// Refuses a file with other tables than this format's, or with more: a view in place of a table, a trigger or a
    /// computed column would be code of whoever wrote the file, run by the store's own statements.
    private static func checkTables(_ connection: Connection) throws(StoreError) {
        let sql = "SELECT sql FROM sqlite_schema ORDER BY rowid LIMIT \(statements.count + 1)"
        let found = try connection.once(sql) { statement throws(StoreError) in
            var found: Set<String> = []
            while try statement.step() { found.insert(statement.text(0)) }
            return found
        }
        guard found == Set(statements) else {
            throw StoreError(.invalidKeychain, "the tables of the store are not those of its format")
        }
    }

    /// Part of the format to the last space, because SQLite keeps the text as it was typed.
    private static let statements = [
        """
        CREATE TABLE store(
            one INTEGER PRIMARY KEY CHECK (one = 1), id BLOB NOT NULL, commitment BLOB NOT NULL
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
        "CREATE UNIQUE INDEX item_id ON item(id)",
        "CREATE UNIQUE INDEX item_identity ON item(identity, grp, variant)",
        "CREATE INDEX item_class ON item(class)",
        "CREATE INDEX item_first ON item(first) WHERE first IS NOT NULL",
        "CREATE INDEX item_second ON item(second) WHERE second IS NOT NULL",
        "CREATE INDEX item_third ON item(third) WHERE third IS NOT NULL",
    ]
}
