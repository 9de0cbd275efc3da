/// The handovers of a server, among which may be any number that no host made.
extension KeptChanges {
    /// Calls `body` with the head of each handover to a version after this one, up to another one, in their
    /// order, until it returns false; throws if there are more than any fleet has.
    func eachHandover(
        after keysVersion: Int64, upTo last: Int64,
        _ body: (_ version: Int64, _ head: [UInt8]) throws(StoreError) -> Bool
    ) throws(StoreError) {
        var (version, count) = (keysVersion, 0)
        while case let next = try handovers(after: version, upTo: last), !next.isEmpty {
            count += next.count
            guard count <= ServerCopy.mostHandovers else { throw ServerCopy.tooMuch }
            for handover in next {
                guard try body(handover.version, handover.head) else { return }
                version = handover.version
            }
        }
    }

    /// The versions after this one with a handover that a change may run into before long.
    func handovers(inReachOf version: Int64) throws(StoreError) -> [Int64] {
        var versions: [Int64] = []
        let reach = Int64(OutgoingChange.mostEmptyLinks) - 1
        try eachHandover(after: version, upTo: min(version, .max - reach) + reach) { version, _ in
            versions.append(version)
            return true
        }
        return versions
    }

    /// Follows handovers from the keys of a replica to those that `material` commits to; nil if none leads
    /// there, and whether one of them left this host out.
    ///
    /// A host that was removed can prove keys of its choice with the last ones that it had, so there may be
    /// several ways, of which only the right one ends at both keys. Who never might write proves none.
    func followKeys(
        from own: UnlockKey, _ ring: KeyRing, after version: Int64, to material: KeyMaterial,
        _ device: Result<DeviceKey, StoreError>
    ) throws(StoreError) -> (key: UnlockKey?, isRemoved: Bool) {
        var (ways, isRemoved) = ([(key: own, writer: ring.writer)], false)
        func leads(_ way: (key: UnlockKey, writer: [UInt8]?)?) -> Bool {
            way.map { material.accepts($0.key.key) && material.writer == $0.writer } ?? false
        }
        if leads(ways.last) { return (own, false) }
        try eachHandover(after: version, upTo: material.keysVersion) { version, head throws(StoreError) in
            guard let old = ways.first(where: { Handover.isProven(head, from: $0.key.key, ring.store) })
            else {
                return true
            }
            let box = try handover(to: version)
            guard let between = try? Handover.open(box, from: old.key.key, signedBy: old.writer, ring.store)
            else { return true }
            let way: UnlockKey?
            // A slot that is damaged does not say that this host was removed.
            do throws(StoreError) { way = try between.unlock(asBefore: old.key, device) } catch {
                return true
            }
            guard let next = way else {
                isRemoved = true
                return true
            }
            ways.append((next, between.writer))
            return !leads(ways.last) && ways.count <= Self.mostKeys
        }
        return (leads(ways.last) ? ways.last?.key : nil, isRemoved)
    }

    /// The most unlock keys that a host follows at once: more changes of them than it can have missed.
    private static var mostKeys: Int { 1_000 }
}
