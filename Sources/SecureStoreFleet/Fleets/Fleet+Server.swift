public import SecureStore

/// The server's copy of a fleet, which a new host is made from.
extension Fleet {
    /// Compares the server's copy with a replica, whose rows are proven and opened first.
    ///
    /// `store` is an open replica of the fleet. The server cannot tell its hosts another state without being
    /// noticed. A row that was damaged there is only noticed by whoever reads it, such as a host that joins:
    /// so call this now and then. ``ServerReport/head`` and ``ServerReport/losesNothing`` say what mends what
    /// it finds: ``repair(over:onProgress:)`` or ``reseed(over:losing:onProgress:)``. Reads everything on
    /// both sides, while others go on. Of the links of earlier changes it finds those that are missing; of
    /// handovers, none: a host that finds these damaged is let in again. Those of changes to come are found:
    /// they keep hosts from making changes.
    ///
    /// Throws `StoreStatus.decode` if the replica itself is damaged, and `StoreStatus.invalidData` if the
    /// server has damaged what this host has not taken in yet: then call it on a host that has.
    public func verify(
        over store: ItemStore, onProgress: WorkProgress.Observer? = nil
    ) throws(StoreError) -> ServerReport {
        try requireReplica(store)
        return try telling(store) { () throws(StoreError) in
            ServerReport(try store.asReplica.compareServer(onProgress))
        }
    }

    /// Writes what differs from a replica in the server's copy, and returns what that was.
    ///
    /// It is a change, which the other hosts take in. Nothing is written if nothing differs. A newest state
    /// that is damaged or missing is written again by a host that proves that nothing is lost with it: the
    /// server tells of no later change than this host's. On any other host this throws
    /// `StoreStatus.invalidData`. A missing one needs the rights of an administrator. Links and handovers of
    /// changes to come are passed over. If the server tells of a later change than its newest state, that
    /// may have gone back, and this throws `StoreStatus.divergedHistory`. If it throws, call it again.
    @discardableResult
    public func repair(
        over store: ItemStore, onProgress: WorkProgress.Observer? = nil
    ) throws(StoreError) -> ServerReport {
        try requireWriter(store)
        return ServerReport(try store.asReplica.repairServer(onProgress))
    }

    /// Makes the fleet writable again after its server went back, and returns what differed on the server.
    ///
    /// Call it on the host with the highest number, after `StoreStatus.divergedHistory`, such as after a
    /// failover to a standby that was behind. The server gets what this host has, under a number that is
    /// higher than both had; fleet, slots and keys stay. Hosts that were no further than the server follow by
    /// themselves. Other hosts that had seen changes which the server lost go on saying `divergedHistory`,
    /// and join again.
    ///
    /// Throws `StoreStatus.divergedHistory`, or `StoreStatus.invalidData` where the server's newest state is
    /// damaged, if the fleet would lose what this host does not have. ``verify(over:onProgress:)`` names it,
    /// and its report as `losses` accepts that. Hosts that have seen more count if they have asked the server
    /// since. Whatever others have changed on it since counts too, also a deletion: such an item comes back.
    /// If they have changed anything since the report, this throws `StoreStatus.databaseLocked`.
    ///
    /// Throws `StoreStatus.param` if the server has the history of this host and tells of no later change,
    /// and `StoreStatus.invalidData` if the keys were replaced in what one of the two does not have.
    @discardableResult
    public func reseed(
        over store: ItemStore, losing losses: ServerReport? = nil, onProgress: WorkProgress.Observer? = nil
    ) throws(StoreError) -> ServerReport {
        try requireWriter(store)
        let report = ServerReport(try store.asReplica.reseedServer(losing: losses?.copy, onProgress))
        try catchUp(store)
        return report
    }

    /// A comparison of the server's copy of a fleet with a replica.
    ///
    /// ``Fleet/verify(over:onProgress:)``, ``Fleet/repair(over:onProgress:)`` and
    /// ``Fleet/reseed(over:losing:onProgress:)`` return one.
    public struct ServerReport: Sendable {
        fileprivate let copy: ServerCopy

        init(_ copy: ServerCopy) { self.copy = copy }

        /// True if the server has all that the replica has, and nothing else.
        public var isWhole: Bool { copy.isWhole }
        /// The server's newest state, as the replica sees it.
        public var head: Head {
            switch copy.head {
            case .known: .known
            case .damaged: .damaged
            case .ofOtherHistory: .ofOtherHistory
            }
        }
        /// True if nothing that a host has changed is lost when the server gets the state of the replica.
        public var losesNothing: Bool { copy.isLossless }
        /// The number of the newest change that the server tells of and this host has not seen.
        public var unseenChange: UInt64? { copy.unseen }
        /// The slots that only the server has, which are lost with its state.
        public var lostSlots: [KeySlot] { copy.lostSlots }
        /// The slots that only the replica has: the server has lost them, or another host has removed them
        /// on it since.
        public var missingSlots: [KeySlot] { copy.missingSlots }
        /// The count of the replica's items.
        public var itemCount: Int { copy.rowCount }
        /// True if the server has the slots and key sets of the replica.
        public var hasKeys: Bool { copy.hasKeys }
        /// The count of links that the server has lost, by which hosts that are behind follow.
        ///
        /// ``Fleet/repair(over:onProgress:)`` writes them again. It throws `StoreStatus.notAvailable` where
        /// the newest change has another one: then let all hosts catch up before the next change.
        public var lostLinkCount: Int { copy.lostLinks }
        /// The items that the server does not have.
        public var missing: [ItemReference] { items(.missing) }
        /// The items that the server has in another form, or in none that a host made.
        public var changed: [ItemReference] { items(.changed) }
        /// The count of rows, links and handovers that the server has beside those of the replica's items and
        /// of the fleet's changes.
        public var surplusCount: Int {
            copy.differences.count { $0.kind == .surplus } + copy.surplusTraces
        }
        /// The server's items that the replica does not have in this form or a later one, as far as they
        /// open.
        ///
        /// After ``Fleet/reseed(over:losing:onProgress:)`` these are lost. Some of them may be older forms,
        /// or items that the replica has deleted, if nothing proves that they are.
        public var lost: [ItemAttributes] { copy.differences.compactMap(\.lost) }

        private func items(_ kind: ServerCopy.Difference.Kind) -> [ItemReference] {
            copy.differences.filter { $0.kind == kind }.compactMap(\.item)
        }

        /// A judgement of the server's newest state.
        public enum Head: Hashable, Sendable {
            /// The replica has taken it in.
            case known
            /// It is missing, or none that a host sealed; ``Fleet/repair(over:onProgress:)`` writes it again.
            case damaged
            /// It belongs to another history: ``Fleet/reseed(over:losing:onProgress:)`` ends that.
            case ofOtherHistory
        }
    }
}
