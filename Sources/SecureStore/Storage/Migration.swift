/// The way from one format of the file to the next.
///
/// Plain SQL, because a store is migrated when it is opened, and then nobody has its keys yet. A format that seals
/// something otherwise does not reseal here: it goes on reading what the older one sealed and seals again after an
/// unlock, item by item, by the key set that each row names.
package struct Migration: Sendable {
    /// The format it begins with; it ends in the one after.
    let origin: Int64
    /// The tables and indexes of the format it begins with, in the very words that SQLite keeps.
    let tables: [String]
    /// What makes the next format's tables of them, and keeps what is in them.
    let sql: String

    package init(from origin: Int64, tables: [String], sql: String) {
        (self.origin, self.tables, self.sql) = (origin, tables, sql)
    }

    /// The steps of this program; none, because the first format is also the latest.
    static let all: [Migration] = []
}
