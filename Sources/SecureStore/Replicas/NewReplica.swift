/// A replica that is to be made from what a fleet keeps.
struct NewReplica {
    let keys: KeyHierarchy
    let settings: StoreSettings
    let patience: Duration
    /// The request with which this host was let in.
    ///
    /// Any other slot may have been made by a host that was removed since, for a fleet of its own.
    let request: HostRequest
    /// The answer to it, of a host that may write; empty for none.
    let answer: [UInt8]

    /// Copies everything into a new file at this path, proves it, and then gives the file its name.
    func build(
        at path: String, from order: any ChangeOrder, expecting fleet: Bytes16
    ) throws(StoreError) {
        let file = try StoreFile(checking: path)
        let kept = try order.look()
        defer { kept.end() }
        let newest = try kept.newest()
        guard newest.number > 0 else {
            throw StoreError(
                .noSuchKeychain,
                "the fleet has not begun: its server keeps no state; begin it first (Fleet.begin, securestore fleet init)"
            )
        }
        try StoreState.checkFormat(ofShared: newest.box)
        let material = try KeyMaterial(record: try kept.keys(), keysVersion: newest.keysVersion)
        // Only who may write has the fleet's write key, and only who let this host in its code.
        try request.check(answer, request.code(keys.deviceKey().get()), material, fleet)
        let unlockKey = try unlockKey(of: material)
        let ring = try material.ring(unlockKey, device: keys.deviceKey())
        guard try StoreState(shared: newest, ring).replica?.fleet == fleet else {
            throw ReplicaPoint.foreign
        }
        let incoming = IncomingKeys(ring: ring, unlockKey: unlockKey, material: nil)
        try file.build { building throws(StoreError) in
            try makeTables(building, material, ring)
            try fill(building, newest, kept, incoming)
        }
    }

    private func unlockKey(of material: KeyMaterial) throws(StoreError) -> UnlockKey {
        guard let slot = material.slots.first(where: request.isAnswered) else { throw HostRequest.notLetIn }
        let wrapping = try KeyHierarchy.wrapping(try keys.deviceKey().get(), slot.salt)
        let secret = try SlotCodec.secret(of: slot, under: wrapping, store: material.store)
        return try material.unlock(SlotSecret(slot: slot.number, secret))
    }

    /// Makes the tables; its connection closes at the end, which folds the journal into the file.
    private func makeTables(
        _ building: StoreFile, _ material: KeyMaterial, _ ring: KeyRing
    ) throws(StoreError) {
        let connection = try Connection(path: building.path, role: .building)
        try connection.useJournal()
        let empty = StoreState(keysVersion: material.keysVersion, keysDigest: material.digest)
        try connection.write(material, try empty.seal(ring))
    }

    private func fill(
        _ building: StoreFile, _ newest: KeptState, _ kept: any KeptChanges, _ incoming: IncomingKeys
    ) throws(StoreError) {
        let (engine, material) = try Engine.open(building.path, .readWrite, patience, keys, settings)
        _ = try keys.unlock(material, .deviceKey, after: nil)
        let writing = try engine.beginWriting()
        try writing.session.receive(newest, kept, incoming)
        try writing.commit()
    }
}
