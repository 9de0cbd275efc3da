/// Gives a store new keys, and seals every item again with them.
///
/// Each step leaves a complete store. After the first there are two key sets, and each item names its own.
/// After the last there is one again. If a rotation is interrupted, the next one completes it.
struct KeyRotation {
    private let engine: Engine
    private let committer: any Committer
    private let observer: WorkProgress.Observer?
    private var (done, total) = (0, 0)
    /// The key set that every item is to be sealed with.
    private var target: UInt32 = 0
    /// The slots of hosts that are removed as the rotation begins.
    ///
    /// If all of them only read, the new keys are for what is written from then on: sealing again what they
    /// have read keeps nothing from them.
    private let removed: Set<Int64>

    init(
        _ engine: Engine, over committer: any Committer, _ observer: WorkProgress.Observer?,
        removing removed: Set<Int64> = []
    ) {
        (self.engine, self.committer, self.observer, self.removed) = (engine, committer, observer, removed)
    }

    mutating func run() throws(StoreError) {
        while try !rotate() {}
    }

    /// Finishes the rotation that was begun, or begins and finishes a new one; false if one has to follow.
    private mutating func rotate() throws(StoreError) -> Bool {
        try committer.checkMayWrite()
        // A locked store is refused before anything else. This also picks up changes by other processes.
        _ = try engine.keys.unlockKey()
        let known = engine.keys.newest.point
        let material = try engine.material()
        let state = try engine.keys.follow(material, after: known)
        let count = Int(clamping: state.count)
        try checkDevice(material)
        let removesReaders = material.areReadOnly(removed)
        if material.previous == nil, removesReaders {
            if try begin() {
                try committer.renewNames()
                return true
            }
        } else if material.previous == nil {
            total = done + 2 * count
            try openAll()
        } else {
            total = done + count
        }
        let isOwn = try begin()
        target = try engine.keys.ring().keyset
        try reseal()
        // After the items, which no name may hold up; the keys before are there until the end.
        try committer.renewNames()
        try end()
        // After a rotation that another host began comes one of our own: that host knows the new keys, and
        // its slot may have been removed since. Outside of a fleet, its roots may be another machine's.
        if isOwn { return true }
        if state.replica != nil { return false }
        guard case .success = engine.keys.deviceKey() else { return true }
        return (try? engine.keys.ring().keys(.whenUnlockedThisDeviceOnly)) != nil
    }

    /// Refuses to begin without the keys that some items need.
    private func checkDevice(_ material: KeyMaterial) throws(StoreError) {
        let ring = try engine.keys.ring()
        do throws(StoreError) {
            if material.current.device != nil { _ = try ring.keys(.whenUnlockedThisDeviceOnly) }
            if material.current.passcode != nil { _ = try ring.keys(.whenPasscodeSetThisDeviceOnly) }
        } catch {
            let needsThem = try engine.read(forWalk: true) { snapshot throws(StoreError) in
                try snapshot.finder(engine.settings).hasItemsOfOneMachine()
            }
            if needsThem { throw error }
        }
    }

    // MARK: - The steps

    /// Opens every item first: if one were found damaged later, the old keys could not be removed.
    private mutating func openAll() throws(StoreError) {
        try engine.read(forWalk: true) { snapshot throws(StoreError) in
            let finder = snapshot.finder(engine.settings)
            try finder.eachWhole(.whole) { row throws(StoreError) in
                _ = try finder.codec.open(row)
                done += 1
                if done.isMultiple(of: engine.settings.rowsPerStep) { try report() }
            }
        }
        try report()
    }

    /// Makes the new keys; false if another process already has.
    private func begin() throws(StoreError) -> Bool {
        let (engine, removed) = (engine, removed)
        let made = try committer.commit { session throws(StoreError) -> (UnlockKey, UnlockKey, KeyRing)? in
            let old = try engine.keys.unlockKey()
            guard let new = try session.beginRotation(old, engine.keys.deviceKey(), removing: removed) else {
                return nil
            }
            return (old, new, session.ring)
        }
        // Adopted directly, because the slot that unlocked this process may no longer exist.
        guard let (old, new, ring) = made else { return false }
        engine.keys.adopt(ring, new, inPlaceOf: old)
        return true
    }

    private mutating func reseal() throws(StoreError) {
        while let count = try resealSome() {
            done += count
            try report()
            BusyDeadline.pause()
        }
        while try removeLeftEntries() { BusyDeadline.pause() }
    }

    /// Reseals the next items that are still under the old keys; nil when none are left.
    private func resealSome() throws(StoreError) -> Int? {
        let target = target
        return try committer.commitShared { session throws(StoreError) in
            guard session.ring.keyset == target, let earlier = session.earlierRows else { return nil }
            let most = Self.most(in: session)
            let entries = try earlier.firstItems(most.rows)
            guard !entries.isEmpty else { return nil }
            var (count, byteCount) = (0, 0)
            let end = session.settings.seconds + Self.longestStep
            for entry in entries where byteCount < most.bytes {
                // On a busy machine, other writers would wait longer than they are willing to.
                guard count == 0 || session.settings.seconds < end else { break }
                let row = try earlier.row(entry, .whole)
                byteCount += row.fields.byteCount
                try session.reseal(try session.codec.open(row))
                count += 1
            }
            return count
        }
    }

    /// Removes what the items have left in the index of the old keys, some at a time; false when nothing is
    /// left.
    private func removeLeftEntries() throws(StoreError) -> Bool {
        let target = target
        return try committer.commitShared { session throws(StoreError) in
            guard session.ring.keyset == target else { return false }
            return try session.removeLeftEntries(atMost: session.settings.rowsPerStep << 8)
        }
    }

    /// The seconds for which a step goes on to seal; the indexes are written after that.
    private static let longestStep = 2.0

    /// The most rows and bytes of a step: an eighth of the items, unless that takes much memory.
    ///
    /// The entries of a step lie anywhere in both indexes. With a fixed number of rows, the nodes of a large
    /// store would be written more often than those of a small one.
    private static func most(in session: WriteSession) -> (rows: Int, bytes: Int) {
        let few = session.settings.rowsPerStep
        // The other hosts of a fleet get each step as one change.
        guard session.change.state.replica == nil else { return (few, 4 << 20) }
        return (max(few, min(Int(clamping: session.change.state.count / 8), 1 << 16)), 32 << 20)
    }

    private func end() throws(StoreError) {
        // Another process that rotates too may have finished first.
        let ring = try engine.snapshot().ring
        guard ring.keyset == target, ring.previous != nil else { return }
        // SQLite clears what it deletes, but copies of rows that it moved within and between pages remain.
        try engine.database.rewrite()
        try committer.commit { session throws(StoreError) in
            try session.endRotation(to: target, try engine.keys.unlockKey(), engine.keys.deviceKey())
        }
        engine.followKeys()
    }

    private func report() throws(StoreError) {
        try WorkProgress.report(min(done, total), of: total, to: observer)
    }
}
