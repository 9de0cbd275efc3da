/// A step from one format of the file to the next.
///
/// Plain SQL, because a store is migrated when it is opened, before anything has its keys. So a migration cannot
/// reseal. A format that seals something differently keeps reading the older seals, and reseals item by item after an
/// unlock, by the key set that each row names.
package struct Migration: Sendable {
    /// The format that it begins with; it ends with the next one.
    let origin: Int64
    /// The tables and indexes of that format, in exactly the words that SQLite keeps.
    let tables: [String]
    /// SQL that turns these tables into the next format's, with their content.
    let sql: String

    package init(from origin: Int64, tables: [String], sql: String) {
        (self.origin, self.tables, self.sql) = (origin, tables, sql)
    }

    /// The steps that this program knows.
    ///
    /// None, because the first format is also the latest.
    static let all: [Migration] = []
}
