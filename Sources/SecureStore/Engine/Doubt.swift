/// What an open store holds against its own rows, after they were found not to be the ones its state speaks of.
struct Doubt: Sendable {
    let error: StoreError
    /// True when no single row shows the damage: then any of them may have been put back from an earlier time, and
    /// its own seal, which is genuine, proves nothing of today.
    let isAboutEverything: Bool

    /// Rows that do not open, or an index that leads astray: the other items are still what they say.
    static let ofSomeItems = Doubt(
        error: StoreError(
            .invalidKeychain,
            "items of the store are damaged; verify() names them, and until then nothing counts as absent"),
        isAboutEverything: false)

    /// Every row opens, and yet they are not the ones the state speaks of.
    static let ofAllItems = Doubt(
        error: StoreError(
            .invalidKeychain,
            "rows of the store were dropped, added or put back behind its back; none of them can be trusted to be today's"
        ),
        isAboutEverything: true)

    /// Refuses an answer that the doubt does not let stand: all that may is an exact look-up that found its item,
    /// where the damage is known to lie elsewhere.
    func check(isExact: Bool, isEmpty: Bool) throws(StoreError) {
        if isAboutEverything || isEmpty || !isExact { throw error }
    }
}
