public import SecureStore

/// The server's copy of a fleet, which a new host is made from.
extension Fleet {
    /// Compares the server's copy of all rows and keys with a replica, whose rows are proven and opened
    /// first.
    ///
    /// `store` is an open replica of the fleet. The server cannot tell its hosts another state without being
    /// noticed. A row that was damaged there is only noticed by whoever reads it, such as a host that joins:
    /// so call this now and then, and ``repair(over:onProgress:)`` where it finds something. Reads everything
    /// on both sides, while others go on. The links and handovers of earlier changes are not compared: a host
    /// that finds these damaged is let in again.
    ///
    /// Throws `StoreStatus.decode` if the replica itself is damaged, and `StoreStatus.invalidData` if the
    /// server has damaged what this host has not taken in yet: then call it on a host that has.
    public func verify(
        over store: ItemStore, onProgress: WorkProgress.Observer? = nil
    ) throws(StoreError) -> ServerReport {
        try requireReplica(store)
        return ServerReport(try store.compareServer(onProgress: onProgress))
    }

    /// Writes what the server's copy has otherwise than a replica, and returns what that was.
    ///
    /// It is a change, which the other hosts take in. Nothing is written if nothing differs. If it throws,
    /// call it again.
    @discardableResult
    public func repair(
        over store: ItemStore, onProgress: WorkProgress.Observer? = nil
    ) throws(StoreError) -> ServerReport {
        try requireReplica(store)
        return ServerReport(try store.repairServer(onProgress: onProgress))
    }

    /// Makes the fleet writable again after its server went back, and returns what the server had otherwise.
    ///
    /// Call it on the host with the highest number, after `StoreStatus.divergedHistory`, such as after a
    /// failover to a standby that was behind. The server gets what this host has, under a number that is
    /// higher than both had; fleet, slots and keys stay. Hosts that were no further than the server follow by
    /// themselves, and lose what they have changed on it since; ``ServerReport/lost`` says what that was.
    /// Other hosts that had seen changes which the server lost go on saying `divergedHistory`, and join
    /// again.
    ///
    /// Throws `StoreStatus.param` if the server has the history of this host, and `StoreStatus.invalidData`
    /// if the keys were replaced in what one of the two does not have: then only a new fleet helps.
    @discardableResult
    public func reseed(
        over store: ItemStore, onProgress: WorkProgress.Observer? = nil
    ) throws(StoreError) -> ServerReport {
        try requireReplica(store)
        let report = ServerReport(try store.reseedServer(onProgress: onProgress))
        try catchUp(store)
        return report
    }

    /// A comparison of the server's copy of a fleet with a replica.
    ///
    /// ``Fleet/verify(over:onProgress:)``, ``Fleet/repair(over:onProgress:)`` and
    /// ``Fleet/reseed(over:onProgress:)`` return one.
    public struct ServerReport: Sendable {
        private let copy: ServerCopy

        init(_ copy: ServerCopy) { self.copy = copy }

        /// True if the server has all that the replica has, and nothing else.
        public var isWhole: Bool { copy.isWhole }
        /// The count of the replica's items.
        public var itemCount: Int { copy.rowCount }
        /// True if the server has the slots and key sets of the replica.
        public var hasKeys: Bool { copy.hasKeys }
        /// The items that the server does not have.
        public var missing: [ItemReference] { items(.missing) }
        /// The items that the server has in another form, or in none that a host made.
        public var changed: [ItemReference] { items(.changed) }
        /// The count of rows that the server has beside those of the replica's items.
        public var surplusCount: Int { copy.differences.count { $0.kind == .surplus } }
        /// The server's items that the replica does not have in this form or a later one, as far as they
        /// open.
        ///
        /// After ``Fleet/reseed(over:onProgress:)`` these are lost, but for those that this host had deleted.
        public var lost: [ItemAttributes] { copy.differences.compactMap(\.lost) }

        private func items(_ kind: ServerCopy.Difference.Kind) -> [ItemReference] {
            copy.differences.filter { $0.kind == kind }.compactMap(\.item)
        }
    }
}
