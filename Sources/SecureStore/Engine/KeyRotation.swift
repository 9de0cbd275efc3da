/// Gives a store new keys and seals every item again with them.
///
/// In steps that each leave a whole store: after the first there are two key sets, each item names its own, and
/// after the last there is one. Whoever is stopped in between has only to be followed by another one.
struct KeyRotation {
    private let engine: Engine
    private let observer: WorkProgress.Observer?
    private var (done, total) = (0, 0)
    /// The key set that everything is to be sealed with.
    private var target: UInt32 = 0

    init(_ engine: Engine, _ observer: WorkProgress.Observer?) {
        (self.engine, self.observer) = (engine, observer)
    }

    mutating func run() throws(StoreError) {
        try engine.database.checkWritable()
        // Refused before anything else while the store is locked; and other processes' changes are known from here on.
        _ = try engine.keys.unlockKey()
        let material = try engine.material()
        let count = Int(clamping: try engine.keys.follow(material).count)
        try checkDevice(material)
        if material.previous == nil {
            total = 2 * count
            try openAll()
        } else {
            total = count
        }
        try begin()
        target = try engine.keys.ring().keyset
        try reseal()
        try end()
    }

    /// Refuses without the keys that some items would need.
    private func checkDevice(_ material: KeyMaterial) throws(StoreError) {
        let ring = try engine.keys.ring()
        if material.current.device != nil { _ = try ring.keys(.whenUnlockedThisDeviceOnly) }
        if material.current.passcode != nil { _ = try ring.keys(.whenPasscodeSetThisDeviceOnly) }
    }

    // MARK: - The steps

    /// Opens every item: were one found to be damaged later, the old keys could not go.
    private mutating func openAll() throws(StoreError) {
        try engine.walking { snapshot throws(StoreError) in
            let finder = engine.finder(snapshot)
            try finder.each(.whole) { row throws(StoreError) in
                switch row {
                case .whole(let row, let head, let own): _ = try finder.codec.open(row, head, own)
                case .damaged(let error, _): throw error
                }
                done += 1
                if done.isMultiple(of: engine.settings.rowsPerStep) { try report() }
            }
        }
        try report()
    }

    /// Makes the new keys, unless somebody has.
    private func begin() throws(StoreError) {
        let made = try engine.write { session throws(StoreError) -> (UnlockKey, UnlockKey, KeyRing)? in
            let old = try engine.keys.unlockKey()
            guard let new = try session.beginRotation(old, engine.keys.deviceKey()) else { return nil }
            return (old, new, session.ring)
        }
        // Not by following: this process may have been unlocked with a slot that is not there any more.
        if let (old, new, ring) = made { engine.keys.adopt(ring, new, inPlaceOf: old) }
    }

    private mutating func reseal() throws(StoreError) {
        while let count = try resealSome() {
            done += count
            try report()
            engine.database.letOthersWrite()
        }
    }

    /// Seals the next items under the old keys with the new ones; nil when there is none left.
    private func resealSome() throws(StoreError) -> Int? {
        try engine.write { session throws(StoreError) in
            guard session.ring.keyset == target, let earlier = session.earlierRows else { return nil }
            let entries = try earlier.firstItems(engine.settings.rowsPerStep)
            guard !entries.isEmpty else { return nil }
            var (count, byteCount) = (0, 0)
            for entry in entries where byteCount < Self.mostBytes {
                let item = try earlier.withRow(entry, .whole) { row, head, own throws(StoreError) in
                    byteCount += row.withAttributes { $0.byteCount } + row.withSecret { $0.byteCount }
                    return try session.codec.open(row, head, own)
                }
                try session.reseal(item)
                count += 1
            }
            return count
        }
    }

    /// How many bytes of boxes one transaction takes on.
    private static let mostBytes = 4 << 20

    private func end() throws(StoreError) {
        // Another process that did the same may have come to the end first.
        let ring = try engine.reading { $0.ring }
        guard ring.keyset == target, ring.previous != nil else { return }
        // SQLite clears what it deletes, but moves rows within and between pages and leaves copies of them there.
        try engine.database.rewrite()
        try engine.write { session throws(StoreError) in
            try session.endRotation(to: target, try engine.keys.unlockKey(), engine.keys.deviceKey())
        }
        engine.database.emptyJournal()
        _ = try engine.keys.follow(try engine.material())
    }

    private func report() throws(StoreError) {
        try WorkProgress.report(min(done, total), of: total, to: observer)
    }
}
