import Foundation

@testable import SecureStore

/// Changes a store's file as somebody can who has older copies of it and other stores, and no key.
struct RowSurgeon {
    /// The store, a copy of it from before its last changes, and another store of the same device key.
    let path, old, foreign: String
    let rowCount: Int
    private(set) var random: SeededGenerator
    /// The rows that a cut may touch: those that the last changes made stale come up more often than others.
    let interesting: [Int]

    init(path: String, old: String, foreign: String, rowCount: Int, interesting: [Int], seed: UInt64) {
        (self.path, self.old, self.foreign, self.rowCount) = (path, old, foreign, rowCount)
        (self.interesting, random) = (interesting, SeededGenerator(seed: seed))
    }

    /// True if a cut brings back a whole earlier state, whose answers were true then.
    struct Cut {
        let name: String
        let sql: String
        let mayAnswerAsThen: Bool
    }

    private mutating func row() -> Int {
        if Bool.random(using: &random) { return interesting.randomElement(using: &random) ?? 1 }
        return Int.random(in: 1...rowCount, using: &random)
    }

    private mutating func column(_ names: [String]) -> String {
        names.randomElement(using: &random) ?? names[0]
    }

    private static let columns = [
        "id", "class", "access", "keyset", "generation", "identity", "grp", "variant", "first", "second",
        "third", "attributes", "seal", "secret",
    ]

    private static func exchange(_ columns: String, _ a: Int, _ b: Int) -> String {
        """
        DROP TABLE IF EXISTS temp.two; CREATE TEMP TABLE two AS SELECT * FROM item WHERE number IN (\(a), \(b));
        UPDATE item SET (\(columns)) = (SELECT \(columns) FROM two WHERE number = \(b)) WHERE number = \(a);
        UPDATE item SET (\(columns)) = (SELECT \(columns) FROM two WHERE number = \(a)) WHERE number = \(b);
        DROP TABLE two
        """
    }

    /// One cut.
    private mutating func cut() -> Cut {
        let (a, b) = (row(), row())
        let node = "(SELECT number FROM node ORDER BY abs(random()) LIMIT 1)"
        let cuts: [(String, String)] = [
            ("drop a row", "DELETE FROM item WHERE number = \(a)"),
            (
                "copy a row",
                "REPLACE INTO item SELECT \(b), \(Self.columns.joined(separator: ", ")) FROM item WHERE number = \(a)"
            ),
            ("put a row back", "REPLACE INTO item SELECT * FROM old.item WHERE number = \(a)"),
            ("put all rows back", "REPLACE INTO item SELECT * FROM old.item"),
            (
                "random token",
                "UPDATE item SET \(column(["identity", "first", "second", "grp"])) = randomblob(16) WHERE number = \(a)"
            ),
            ("token of another row", Self.exchange(column(["identity", "first", "second", "id"]), a, b)),
            ("fields of another row", Self.exchange("attributes, seal, secret", a, b)),
            ("secret of another row", Self.exchange("seal, secret", a, b)),
            ("one column of another row", Self.exchange(column(Self.columns), a, b)),
            (
                "one column of the past",
                "UPDATE item SET \(column(Self.columns)) = (SELECT \(column(["attributes", "secret", "seal", "generation"])) FROM old.item WHERE number = \(a)) WHERE number = \(a) AND EXISTS(SELECT 1 FROM old.item WHERE number = \(a))"
            ),
            ("no secret", "UPDATE item SET seal = NULL, secret = NULL WHERE number = \(a)"),
            ("foreign row", "REPLACE INTO item SELECT * FROM other.item WHERE number = 1 + \(a) % 20"),
            (
                "foreign fields",
                "UPDATE item SET (attributes, seal, secret) = (SELECT attributes, seal, secret FROM other.item WHERE number = 1 + \(a) % 20) WHERE number = \(a)"
            ),
            ("drop a node", "DELETE FROM node WHERE number = \(node)"),
            (
                "put a node back",
                "REPLACE INTO node SELECT * FROM old.node WHERE number = (SELECT number FROM old.node ORDER BY abs(random()) LIMIT 1)"
            ),
            ("put all nodes back", "REPLACE INTO node SELECT * FROM old.node"),
            (
                "foreign node",
                "UPDATE node SET content = (SELECT content FROM other.node LIMIT 1) WHERE number = \(node)"
            ),
            (
                "node in place of another",
                "UPDATE node SET content = (SELECT content FROM node ORDER BY abs(random()) LIMIT 1) WHERE number = \(node)"
            ),
            (
                "a changed byte of a node",
                "UPDATE node SET content = CAST(substr(content, 1, 30) || x'\(String(format: "%02x", Int.random(in: 0...255, using: &random)))' || substr(content, 32) AS BLOB) WHERE number = \(node)"
            ),
            ("old state", "DELETE FROM state; INSERT INTO state SELECT * FROM old.state"),
            (
                "old state and nodes",
                "DELETE FROM state; INSERT INTO state SELECT * FROM old.state; DELETE FROM node; INSERT INTO node SELECT * FROM old.node"
            ),
            (
                "old rows and nodes",
                "DELETE FROM item; INSERT INTO item SELECT * FROM old.item; DELETE FROM node; INSERT INTO node SELECT * FROM old.node"
            ),
            ("foreign state", "DELETE FROM state; INSERT INTO state SELECT * FROM other.state"),
        ]
        let (name, sql) = cuts.randomElement(using: &random) ?? cuts[0]
        return Cut(name: name, sql: sql, mayAnswerAsThen: name.hasPrefix("old state"))
    }

    /// Makes one to three cuts, and says what they were.
    mutating func operate() throws -> Cut {
        let cuts = (0..<Int.random(in: 1...3, using: &random)).map { _ in cut() }
        let database = try PlainDatabase(path)
        try database.run("ATTACH '\(old)' AS old; ATTACH '\(foreign)' AS other; BEGIN IMMEDIATE")
        for cut in cuts {
            // Where a column refuses a value, the cut is one that nobody can make.
            do { try database.run(cut.sql) } catch let error as PlainDatabase.Refused {
                guard error.words.contains("constraint") || error.words.contains("cannot store") else {
                    throw error
                }
            }
        }
        try database.run("COMMIT")
        return Cut(
            name: cuts.map(\.name).joined(separator: ", "), sql: "",
            mayAnswerAsThen: cuts.contains { $0.mayAnswerAsThen })
    }
}
