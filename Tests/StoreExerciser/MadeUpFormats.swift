package import SecureStore

/// Two formats that never were, and one that was given up, to prove that a store gets from any to the latest.
package enum MadeUpFormats {
    /// The steps from the oldest to the latest.
    package static let migrations = [fromFormat0, fromFormat1, fromFormat2] + Migration.all

    /// Format 0: a column of the index's nodes has another name.
    private static let fromFormat0 = Migration(
        from: 0, tables: format1.map { $0.replacing("content BLOB", with: "bytes BLOB") },
        sql: "ALTER TABLE node RENAME COLUMN bytes TO content")

    /// Format 1: items have two tokens besides that of their identity, and not three.
    private static let fromFormat1 = Migration(
        from: 1, tables: format1,
        sql: """
            CREATE TEMP TABLE kept AS SELECT * FROM item;
            DROP TABLE item;
            \(format2.filter(isAboutItems).joined(separator: ";\n"));
            INSERT INTO item(\(columns)) SELECT \(columns) FROM kept;
            DROP TABLE kept
            """)

    /// Format 2: nothing says who may write.
    private static let fromFormat2 = Migration(
        from: 2, tables: format2,
        sql: """
            CREATE TEMP TABLE kept AS SELECT one, id, commitment FROM store;
            DROP TABLE store;
            \(Migration.all[0].tables.filter(isAboutTheStore).joined());
            INSERT INTO store SELECT one, id, commitment, NULL FROM kept;
            DROP TABLE kept
            """)

    /// SQL that makes a store of the latest format one of format 1, if its items have no third token.
    package static let toFormat1 = """
        CREATE TEMP TABLE kept AS SELECT * FROM item;
        DROP TABLE item;
        CREATE TEMP TABLE head AS SELECT one, id, commitment FROM store;
        DROP TABLE store;
        DROP TABLE link;
        \(format2.filter(isAboutTheStore).joined());
        INSERT INTO store SELECT * FROM head;
        DROP TABLE head;
        \(format1.filter(isAboutItems).joined(separator: ";\n"));
        INSERT INTO item SELECT \(columns) FROM kept;
        DROP TABLE kept;
        PRAGMA user_version = 1
        """

    /// SQL that makes a store of format 1 one of format 0.
    package static let toFormat0 =
        "ALTER TABLE node RENAME COLUMN content TO bytes; PRAGMA user_version = 0"

    private static let columns = """
        number, id, class, access, keyset, generation, identity, grp, variant, first, second, attributes, seal, secret
        """

    private static let olderTable = """
        CREATE TABLE item(
            number INTEGER PRIMARY KEY, id BLOB NOT NULL, class INTEGER NOT NULL, access INTEGER NOT NULL,
            keyset INTEGER NOT NULL, generation INTEGER NOT NULL,
            identity BLOB NOT NULL, grp BLOB NOT NULL, variant BLOB NOT NULL,
            first BLOB, second BLOB,
            attributes BLOB NOT NULL, seal BLOB, secret BLOB
        ) STRICT
        """

    private static let format2 = Migration.all[0].tables.map { $0.replacing(", writer BLOB", with: "") }
    private static let format1 = format2.filter { !isAboutItems($0) } + [olderTable]

    private static func isAboutTheStore(_ statement: String) -> Bool { statement.contains(" store(") }

    /// True if a statement makes the table of the items.
    private static func isAboutItems(_ statement: String) -> Bool {
        statement.contains(" item(")
    }
}
