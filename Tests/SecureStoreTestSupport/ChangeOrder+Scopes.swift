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
