package import SecureStore

extension ChangeOrder {
    /// Runs `body` in a turn.
    package func takingTurn<R>(
        _ body: (any ChangeTurn) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        let turn = try takeTurn()
        defer { turn.end() }
        return try body(turn)
    }

    /// Runs `body` over a look.
    package func looking<R>(
        _ body: (any KeptChanges) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        let kept = try look()
        defer { kept.end() }
        return try body(kept)
    }
}

extension KeptChanges {
    /// The links of the changes after this number.
    package func links(after number: UInt64) throws(StoreError) -> [UInt64: [UInt8]] {
        try links(after: number, upTo: newest().number)
    }

    /// Calls `body` with each row that a change after this number last touched.
    package func eachRow(
        after number: UInt64, _ body: (_ row: Int64, _ content: [UInt8]?) throws(StoreError) -> Void
    ) throws(StoreError) { try eachRow(after: number, upTo: newest().number, body) }
}
