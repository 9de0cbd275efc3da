/// Rows of a change that go to the server together.
struct RowBatch {
    /// A row may be larger, and then goes alone.
    private static let mostBytes = 1 << 20
    private static let mostRows = 1_000

    private var numbers: [Int64] = []
    private var contents: [[UInt8]?] = []
    private var byteCount = 0

    var isEmpty: Bool { numbers.isEmpty }

    /// Tells whether a row of this size should go with the next batch.
    func isFull(before content: [UInt8]?) -> Bool {
        !isEmpty && (byteCount + (content?.count ?? 0) > Self.mostBytes || numbers.count == Self.mostRows)
    }

    mutating func append(_ number: Int64, _ content: [UInt8]?) {
        numbers.append(number)
        contents.append(content)
        byteCount += content?.count ?? 0
    }

    func statement(for fleet: [UInt8], stamp: Int64, into tables: FleetTables) -> Statement {
        let (fleet, stamp) = (Parameter.identifier(fleet), Parameter.number(stamp))
        // Most changes are of one row, for which arrays take the server three times as long.
        if numbers.count == 1 {
            return tables.putRow([fleet, stamp, .number(numbers[0]), .bytes(contents[0])])
        }
        return Statement(
            """
            \(tables.insert) SELECT $1, r.number, $2, r.content
            FROM ROWS FROM (pg_catalog.unnest($3), pg_catalog.unnest($4)) AS r (number, content) \(tables.instead)
            """, [fleet, stamp, .numbers(numbers), .manyBytes(contents)])
    }
}
