/// The changes of a transaction besides its rows: those of the indexes and the state, which are written last.
struct StoreChange {
    var state: StoreState
    /// The pending changes of the indexes, under the current keys and under the previous ones.
    let entries = IndexChanges()
    let earlierEntries = IndexChanges()
    var isEmpty = true
    /// The number of the first item that is new in this transaction.
    let firstNew: Int64
    private let countBefore: UInt64

    /// Creates the beginning of a transaction: this state, without changes.
    init(of state: StoreState) {
        (self.state, firstNew, countBefore) = (state, state.nextNumber, state.count)
    }

    var removesMore: Bool { state.count < countBefore }

    var entryCount: Int { entries.count + earlierEntries.count }

    /// Marks the present changes, so that ``undo(to:)`` can return to them.
    func mark() { for changes in [entries, earlierEntries] { changes.mark() } }

    func forgetMark() { for changes in [entries, earlierEntries] { changes.forgetMark() } }

    /// Undoes all changes since the mark; the numbers that they took are not given again.
    mutating func undo(to before: StoreChange) {
        for changes in [entries, earlierEntries] { changes.undoToMark() }
        let next = state.nextNumber
        self = before
        state.nextNumber = next
    }
}
