import SecureStore

extension StoreAccess {
    /// Refuses the store of a fleet, which has to know of a change, before anything is shown or asked.
    ///
    /// Returns itself for any other store; `hint` says what to do with a replica.
    func refusingReplica(
        _ what: String, hint: String = "a program of the fleet does it, with Fleet.open"
    ) throws(CommandError) -> StoreAccess {
        guard Self.slotKinds(of: path)?.contains(.host) == true else { return self }
        throw CommandError(
            .readOnly, "the store is in a fleet, which has to know \(what) too; nothing was changed",
            hint: hint)
    }
}
