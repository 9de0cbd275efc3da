/// Gives a store new keys and seals every item anew with them.
///
/// In steps that each leave a whole store: after the first there are two key sets, each item names its own, and
/// after the last there is one. Whoever is stopped in between has only to be followed by another one.
struct KeyRotation {
    private let engine: Engine
    private let observer: WorkProgress.Observer?
    private let rowsPerStep: Int
    private var (done, total) = (0, 0)
    /// The key set that everything is to be sealed with.
    private var target: UInt32 = 0

    init(_ engine: Engine, rowsPerStep: Int, _ observer: WorkProgress.Observer?) {
        (self.engine, self.rowsPerStep, self.observer) = (engine, rowsPerStep, observer)
    }

    mutating func run() throws(StoreError) {
        // Refused before anything else while the store is locked; and other processes' changes are known from here on.
        _ = try engine.keys.unlockKey()
        let material = try engine.material()
        let count = Int(clamping: try engine.keys.follow(material).count)
        try checkDevice(material)
        if material.previous == nil {
            total = 2 * count
            try check()
        } else {
            total = count
        }
        try engine.checkTrust()
        try begin()
        target = try engine.keys.ring().keyset
        try reseal()
        if try !isEnded() { try end() }
    }

    /// Refuses without the keys that some items would need.
    private func checkDevice(_ material: KeyMaterial) throws(StoreError) {
        let ring = try engine.keys.ring()
        if material.current.device != nil { _ = try ring.keys(.whenUnlockedThisDeviceOnly) }
        if material.current.passcode != nil { _ = try ring.keys(.whenPasscodeSetThisDeviceOnly) }
    }

    // MARK: - The steps

    /// Opens every item: were one found to be damaged later, the old keys could not go.
    private mutating func check() throws(StoreError) {
        try engine.walking { connection, ring throws(StoreError) -> Void? in
            guard try connection.readState().keysVersion == ring.version else { return nil }
            let codec = RecordCodec(ring: ring)
            var place = Int64.min
            done = 0
            while let step = try Step(
                connection, after: place, rowsPerStep,
                { row, head throws(StoreError) in _ = try codec.open(row, head) })
            {
                place = step.last
                try report(step)
            }
            return ()
        }
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
        var place = Int64.min
        while let step = try reseal(after: place) {
            place = step.last
            try report(step)
            engine.database.letOthersWrite()
        }
    }

    private func reseal(after place: Int64) throws(StoreError) -> Step? {
        try engine.write { session throws(StoreError) in
            guard let previous = session.ring.previous, session.ring.keyset == target else { return nil }
            let codec = session.codec
            var items: [Found] = []
            let step = try Step(session.connection, after: place, rowsPerStep) {
                row, head throws(StoreError) in
                if head.keyset == previous.keyset { items.append(try codec.open(row, head)) }
            }
            for item in items { try session.reseal(item) }
            return step
        }
    }

    /// Whether another process that did the same has come to the end first; an item under the old keys is refused.
    private func isEnded() throws(StoreError) -> Bool {
        try engine.walking { connection, ring throws(StoreError) in
            guard try connection.readState().keysVersion == ring.version else { return nil }
            guard ring.previous != nil, ring.keyset == target else { return true }
            guard try !connection.hasItems(besides: target) else {
                throw StoreError(
                    .invalidKeychain, "items under the old keys came back while they were replaced")
            }
            return false
        }
    }

    private func end() throws(StoreError) {
        // SQLite clears what it deletes, but moves rows within and between pages and leaves copies of them there.
        try engine.database.rewrite()
        try engine.write { session throws(StoreError) in
            try session.endRotation(to: target, try engine.keys.unlockKey(), engine.keys.deviceKey())
        }
        engine.database.emptyJournal()
        _ = try engine.keys.follow(try engine.material())
    }

    private mutating func report(_ step: Step) throws(StoreError) {
        done += step.count
        try WorkProgress.report(done, of: total, to: observer)
    }
}

/// Rows that one short transaction looks at: others get in between two of them.
private struct Step {
    private static let mostBytes = 4 << 20

    /// The number of the last row.
    private(set) var last: Int64
    private(set) var count = 0
    private var byteCount = 0

    /// Looks at the next rows after a place; nil after the last.
    init?(
        _ connection: Connection, after place: Int64, _ mostRows: Int,
        _ body: (ItemRow, ItemHead) throws(StoreError) -> Void
    ) throws(StoreError) {
        last = place
        var rows = try connection.items(.after(place), .whole)
        while count < mostRows, byteCount < Self.mostBytes, let row = try rows.next(), !row.isAbsent {
            guard let head = ItemHead(row) else {
                throw StoreError(
                    .decode, "item row \(row.number) is damaged: a column has an impossible value")
            }
            try body(row, head)
            last = row.number
            count += 1
            byteCount += row.withAttributes { $0.byteCount } + row.withSecret { $0.byteCount }
        }
        if count == 0 { return nil }
    }
}
