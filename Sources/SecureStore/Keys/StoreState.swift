/// The authenticated state of a store: the root of its index, which proves every answer, and everything else
/// that must not be out of date.
///
/// It is sealed, so that nothing of it shows, and written with every change, so that it is never behind.
struct StoreState: Equatable, Sendable {
    /// A number that increases with every change; a caller that remembers it notices an old copy of the file.
    var sequence: UInt64 = 0
    var count: UInt64 = 0
    /// The next number, for a new item or for the generation of one that changes; it only goes up.
    var nextNumber: Int64 = 1
    var keysVersion: Int64 = 1
    /// The sum of the items' elements, which checks a complete set of rows without an index.
    var sum = MultisetHash()
    /// The digest of header, slots and key sets.
    var keysDigest: [UInt8]
    var lockSettings = LockSettings.standard
    /// The root of the index of the items under the current keys.
    var root: IndexRoot = nil
    /// The root of the index of the items that a rotation has not reached yet.
    var previousRoot: IndexRoot = nil
    /// The point that the store has reached in the changes of its fleet; nil for a store that is in no fleet.
    var replica: ReplicaPoint?

    static let byteCount =
        8 * 4 + MultisetHash.byteCount + 32 + LockSettings.byteCount + 2 * IndexReference.byteCount
        + ReplicaPoint.byteCount

    /// Seals the state under the store's state key, for the file or for the other hosts of a fleet.
    func seal(_ ring: KeyRing, as field: FileFormat.Field = .state) throws(StoreError) -> [UInt8] {
        var box = [UInt8](repeating: 0, count: SealingKey.sealByteCount)
        box.reserveCapacity(SealingKey.sealByteCount + Self.byteCount)
        box.append(littleEndian: sequence)
        box.append(littleEndian: count)
        box.append(littleEndian: UInt64(bitPattern: nextNumber))
        box.append(littleEndian: UInt64(bitPattern: keysVersion))
        sum.append(to: &box)
        box += keysDigest
        lockSettings.append(to: &box)
        IndexReference.append(root, to: &box)
        IndexReference.append(previousRoot, to: &box)
        ReplicaPoint.append(replica, to: &box)
        let data = FileFormat.associatedData(field, store: ring.store, number: UInt64(ring.keyset))
        try data.withBytes { bytes throws(StoreError) in
            try ring.common.state.seal(&box, sealAt: 0, from: SealingKey.sealByteCount, associatedData: bytes)
        }
        return box
    }
}

extension StoreState {
    /// Opens a sealed state; throws `invalidKeychain` when the store's keys did not seal it.
    init(
        _ box: [UInt8], keysVersion: Int64, _ ring: KeyRing, as kind: FileFormat.Field = .state
    ) throws(StoreError) {
        guard box.count == SealingKey.sealByteCount + Self.byteCount else { throw Self.damaged }
        let field = SealedField(
            bytes: box, seal: 0..<SealingKey.sealByteCount, text: SealingKey.sealByteCount..<box.count)
        let data = FileFormat.associatedData(kind, store: ring.store, number: UInt64(ring.keyset))
        self.init(keysDigest: [])
        guard ring.common.state.withOpened(field, data, { read($0) }) == true,
            self.keysVersion == keysVersion, keysVersion >= 0, nextNumber > 0,
            // More items than any file has room for.
            count < 1 << 48
        else { throw Self.damaged }
    }

    /// Takes in the plaintext of a sealed state; false when it is malformed.
    private mutating func read(_ bytes: RawSpan) -> Bool {
        guard let sequence = bytes.littleEndian64(at: 0), let count = bytes.littleEndian64(at: 8),
            let next = bytes.littleEndian64(at: 16), let version = bytes.littleEndian64(at: 24),
            let sum = MultisetHash(bytes.extracting(32..<96)), let digest = bytes.array(at: 96, count: 32),
            let lockSettings = LockSettings(bytes.extracting(128..<133)),
            let root = IndexReference.read(bytes.extracting(133..<161)),
            let previousRoot = IndexReference.read(bytes.extracting(161..<189)),
            let replica = ReplicaPoint.read(bytes.extracting(189...))
        else { return false }
        self = StoreState(
            sequence: sequence, count: count, nextNumber: Int64(bitPattern: next),
            keysVersion: Int64(bitPattern: version), sum: sum, keysDigest: digest,
            lockSettings: lockSettings, root: root, previousRoot: previousRoot, replica: replica)
        return true
    }

    private static let damaged = StoreError(
        .invalidKeychain,
        "the store's sealed state is damaged, or belongs to another store or time; \(NextStep.salvage)")
}
