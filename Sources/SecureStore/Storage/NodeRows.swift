/// Rows of the node table, which holds the index of the items.
extension Connection {
    /// The content of a node's row; nil when there is no such row, or when its size is impossible.
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

    /// Writes the row of a node, in place of any with its number.
    func writeNode(_ number: Int64, _ content: [UInt8]) throws(StoreError) {
        let statement = try statement(.writeNode)
        try statement.bind(1, number)
        try statement.bind(2, content)
        try statement.run()
    }

    /// Counts the rows of nodes, by SQLite and in one statement.
    func nodeCount() throws(StoreError) -> Int64 { try number("SELECT count(number) FROM node") }

    func eachNode(_ body: (Int64) -> Void) throws(StoreError) {
        try once("SELECT number FROM node") { statement throws(StoreError) in
            while try statement.step() { body(statement.integer(0)) }
        }
    }

    func deleteNodes() throws(StoreError) { try execute("DELETE FROM node") }

    func deleteNode(_ number: Int64) throws(StoreError) {
        let statement = try statement(.deleteNode)
        try statement.bind(1, number)
        try statement.run()
    }
}
