/// The last change of a store as a replica of a fleet, which needs no server.
extension Engine {
    /// Makes the replica a store by itself, which opens with this machine's device key.
    func leaveFleet() throws(StoreError) {
        let writing = try beginWriting()
        try writing.session.leaveFleet(try keys.unlockKey()) { () throws(StoreError) in
            try keys.deviceKey().get()
        }
        try writing.session.finish()
        try writing.commit()
        followKeys()
    }
}

extension WriteSession {
    static let notReplica = StoreError(
        .param,
        "this store is not a replica of a fleet; Fleet.begin and join make one (securestore fleet init, join)"
    )

    func checkIsReplica() throws(StoreError) { if change.state.replica == nil { throw Self.notReplica } }

    /// Makes the replica a store by itself, which opens with this machine's device key or its passphrase.
    ///
    /// If no device key is wanted, a recovery code alone opens it. If the store has a passphrase, the
    /// credential that unlocked it must open the store that it becomes; the device key of a host does not.
    /// The fleet's history and this one part here, so the numbers leap, for a backup of a replica also past
    /// `other`.
    func leaveFleet(
        _ unlockKey: UnlockKey, _ deviceKey: () throws(StoreError) -> DeviceKey?, past other: Int64? = nil
    ) throws(StoreError) {
        try checkIsReplica()
        try changeKeys { keys throws(StoreError) in
            try keys.checkCurrent(unlockKey)
            let number = try keys.nextSlot()
            keys.slots.removeAll { $0.kind == KeySlot.Kind.host.rawValue }
            let hasPassphrase = keys.hasPassphrase
            if hasPassphrase { try keys.checkStillOpens(unlockKey) }
            let device = hasPassphrase ? try? deviceKey() : try deviceKey()
            if !hasPassphrase, let device {
                keys.slots.append(
                    try SlotMaker(store: keys.store, number: number).device(unlockKey.key, device))
            }
            guard !keys.slots.isEmpty else { throw SlotMaker.nothingOpens }
            keys.writer = nil
            keys.slots = try keys.slots.map { slot throws(StoreError) in
                guard slot.mayWrite else { return slot }
                return try SlotCodec.reseal(slot, from: unlockKey.key, to: unlockKey.key, store: keys.store)
            }
            if let device { try keys.makeDeviceRoots(unlockKey.key, device) }
        }
        try leap(past: other)
        change.state.replica = nil
        try changing { () throws(StoreError) in try connection.deleteLinks() }
    }
}

extension KeyMaterial {
    /// Refuses slots of which none opens with the secret that gave this unlock key.
    fileprivate func checkStillOpens(_ unlockKey: UnlockKey) throws(StoreError) {
        do throws(StoreError) { _ = try unlock(unlockKey.slotSecret) } catch {
            guard error.status == .authFailed else { throw error }
            throw StoreError(
                .authFailed,
                "the store has a passphrase, and opens with that alone outside of its fleet; unlock it with the passphrase"
            )
        }
    }
}
