import SecureStore

/// Opens the stores of fleets, so that they can be changed; handed in by the program that has libpq.
protocol ReplicaOpener: Sendable {
    func open(_ access: StoreAccess, _ options: StoreOptions) throws -> ItemStore
}

extension StoreAccess {
    /// True if a fleet has to know of each change of the store.
    var isReplica: Bool { Self.slotKinds(of: path)?.contains(.host) == true }
}
