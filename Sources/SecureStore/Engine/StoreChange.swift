/// What a transaction makes of a store beside the rows, which it writes as they come, because it sees its own changes:
/// what the indexes say of those rows, and the state that is sealed after them.
struct StoreChange {
    /// The state that belongs to what was done so far.
    var state: SetState
    /// What the indexes are to become, under the keys in force and under those before them.
    let entries = IndexChanges()
    let earlierEntries = IndexChanges()
    var isEmpty = true
    private let countBefore: UInt64

    /// Nothing yet, since this state.
    init(of state: SetState) { (self.state, countBefore) = (state, state.count) }

    /// Whether more items went than came.
    var removesMore: Bool { state.count < countBefore }

    var entryCount: Int { entries.count + earlierEntries.count }

    /// Remembers what is there now, for ``undo(to:)``.
    func mark() { for changes in [entries, earlierEntries] { changes.mark() } }

    func forgetMark() { for changes in [entries, earlierEntries] { changes.forgetMark() } }

    /// Goes back to what this was when it was marked.
    mutating func undo(to before: StoreChange) {
        for changes in [entries, earlierEntries] { changes.undoToMark() }
        self = before
    }
}
