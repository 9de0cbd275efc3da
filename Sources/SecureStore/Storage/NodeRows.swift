/// Rows of the table of nodes, which hold the index of the items.
extension Connection {
    /// What the row of a node holds; nil when there is none, or one of an impossible size.
    func node(_ number: Int64, mostBytes: Int) throws(StoreError) -> [UInt8]? {
        let statement = try statement(.readNode)
        defer { statement.reset() }
        try statement.bind(1, number)
        guard try statement.step() else { return nil }
        return statement.withBlob(0) { bytes in
            bytes.byteCount <= mostBytes ? bytes.array(at: 0, count: bytes.byteCount) : nil
        }
    }

    func hasNode(_ number: Int64) throws(StoreError) -> Bool {
        let statement = try statement(.readNode)
        defer { statement.reset() }
        try statement.bind(1, number)
        return try statement.step()
    }

    /// Writes the row of a node, in place of what has its number.
    func writeNode(_ number: Int64, _ content: [UInt8]) throws(StoreError) {
        let statement = try statement(.writeNode)
        try statement.bind(1, number)
        try statement.bind(2, content)
        try statement.run()
    }

    /// How many rows there are, counted by SQLite at once.
    func nodeCount() throws(StoreError) -> Int64 { try number("SELECT count(number) FROM node") }

    /// Names every row that there is.
    func eachNode(_ body: (Int64) -> Void) throws(StoreError) {
        try once("SELECT number FROM node") { statement throws(StoreError) in
            while try statement.step() { body(statement.integer(0)) }
        }
    }

    func deleteNode(_ number: Int64) throws(StoreError) {
        let statement = try statement(.deleteNode)
        try statement.bind(1, number)
        try statement.run()
    }
}
