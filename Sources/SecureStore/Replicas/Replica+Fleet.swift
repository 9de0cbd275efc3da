/// The beginning of a fleet, and the locks among its hosts.
extension Replica {
    // MARK: - Beginning

    /// Makes this store the first replica of a new fleet, or ends what an interrupted call has begun.
    func beginFleet(_ fleet: Bytes16) throws(StoreError) {
        try checkMayWrite()
        do throws(StoreError) {
            let writing = try beginWriting()
            try writing.session.beginFleet(
                fleet, try engine.keys.unlockKey(), try engine.keys.deviceKey().get())
            if let change = try outgoing(writing.session) {
                try order.register(change)
                try commit(writing, change.state)
            }
        } catch {
            guard error.status == .duplicateKeychain else { throw error }
            let kept = try order.look()
            defer { kept.end() }
            try endBeginning(fleet, try kept.newest(), kept)
        }
        engine.followKeys()
    }

    /// Takes in the first change of a fleet that this store has made, if it was kept but not committed here.
    private func endBeginning(
        _ fleet: Bytes16, _ newest: KeptState, _ kept: any KeptChanges
    ) throws(StoreError) {
        // From here on, no other process changes what is compared.
        let writing = try engine.beginWriting()
        let state = writing.session.change.state
        let material = try KeyMaterial(record: try kept.keys(), keysVersion: newest.keysVersion)
        let own = try engine.keys.unlockKey()
        guard state.replica == nil, material.accepts(own.key),
            let way = try material.unlock(asBefore: own, engine.keys.deviceKey())
        else { throw StoreError(.duplicateKeychain, "the server has this fleet already; ask to join it") }
        let ring = try material.ring(way, device: engine.keys.deviceKey())
        let shared = try StoreState(shared: newest, ring)
        guard shared.replica?.fleet == fleet else { throw ReplicaPoint.foreign }
        // The first change of a fleet hands over the items as they are, right after the store's own changes.
        guard shared.sum == state.sum, shared.count == state.count, shared.sequence == state.sequence + 1
        else {
            throw StoreError(
                .duplicateKeychain,
                "the server has a fleet that this store has begun, but the two have been changed since; begin another one"
            )
        }
        try writing.session.receive(
            newest, kept, IncomingKeys(ring: ring, unlockKey: way, material: material))
        try writing.commit()
    }

    // MARK: - Locks

    /// Takes the lock of this name among all hosts.
    ///
    /// The server learns a number that only somebody with the store's keys can make of the name. Hosts whose
    /// keys differ, because one of them has not taken in a change of keys yet, do not keep each other out.
    func lock(
        _ name: [UInt8], waitingAtMost patience: Duration
    ) throws(StoreError) -> any HostLock {
        // Locks are for changes: who waits for one has not begun what only a change can end.
        try checkMayWrite()
        let key = try engine.keys.ring().common.index.derive("securestore lock", [])
        return try order.lock(Int64(bitPattern: key.hash16(name).low), waitingAtMost: patience)
    }
}
