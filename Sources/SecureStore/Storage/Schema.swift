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
            "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version); \(tables)")
    }

    /// Refuses a database that is not ours, is newer than this code, or lacks a table.
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
    }

    private static let tables = """
        CREATE TABLE store(
            one INTEGER PRIMARY KEY CHECK (one = 1), id BLOB NOT NULL, commitment BLOB NOT NULL
        ) STRICT;
        CREATE TABLE slot(
            number INTEGER PRIMARY KEY, kind INTEGER NOT NULL, salt BLOB NOT NULL, passes INTEGER NOT NULL,
            memory INTEGER NOT NULL, commitment BLOB NOT NULL, sealed BLOB NOT NULL, checksum BLOB NOT NULL
        ) STRICT;
        CREATE TABLE keyset(
            number INTEGER PRIMARY KEY, main BLOB NOT NULL, device BLOB, passcode BLOB
        ) STRICT;
        CREATE TABLE state(
            one INTEGER PRIMARY KEY CHECK (one = 1), keys INTEGER NOT NULL, sealed BLOB NOT NULL
        ) STRICT;
        CREATE TABLE item(
            number INTEGER PRIMARY KEY, id BLOB NOT NULL, class INTEGER NOT NULL, access INTEGER NOT NULL,
            keyset INTEGER NOT NULL, generation INTEGER NOT NULL,
            identity BLOB NOT NULL, grp BLOB NOT NULL, variant BLOB NOT NULL,
            first BLOB, second BLOB, third BLOB,
            attributes BLOB NOT NULL, seal BLOB, secret BLOB
        ) STRICT;
        CREATE UNIQUE INDEX item_id ON item(id);
        CREATE UNIQUE INDEX item_identity ON item(identity, grp, variant);
        CREATE INDEX item_class ON item(class);
        CREATE INDEX item_first ON item(first) WHERE first IS NOT NULL;
        CREATE INDEX item_second ON item(second) WHERE second IS NOT NULL;
        CREATE INDEX item_third ON item(third) WHERE third IS NOT NULL;
        """
}
