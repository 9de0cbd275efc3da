/// The unlock key, with the secret of the slot that it came from.
///
/// A class, because a key has a single owner, and operations share this one.
final class UnlockKey: Sendable {
    let key: SealingKey
    /// The secret that opens the same slot again after a rotation has put another unlock key into it.
    let slotSecret: SlotSecret
    /// The key that signs the changes of a fleet; nil on a host that only reads, and for a store of no fleet.
    let writeKey: WriteKey?

    init(_ key: consuming SealingKey, _ slotSecret: SlotSecret, _ writeKey: WriteKey?) {
        self.key = key
        (self.slotSecret, self.writeKey) = (slotSecret, writeKey)
    }
}

/// The secret that opens one slot, whichever unlock key it holds; it is derived from a credential.
final class SlotSecret: Sendable {
    let slot: Int64
    let key: SealingKey

    init(slot: Int64, _ key: consuming SealingKey) {
        self.slot = slot
        self.key = key
    }

    // A session key is the number of its form, the number of the slot, and the slot secret.
    private static let form: UInt8 = 1
    private static let keyOffset = 9

    /// Reads a session key; throws `authFailed` for anything else.
    convenience init(sessionKey: SecretBytes) throws(StoreError) {
        self.init(
            slot: try sessionKey.withRawBytes { bytes throws(StoreError) in
                guard bytes.byteCount == Self.keyOffset + SealingKey.byteCount,
                    bytes.byte(at: 0) == Self.form, let slot = bytes.littleEndian64(at: 1)
                else {
                    throw StoreError(
                        .authFailed,
                        "this is not a session key that a store gave out; open the store with another "
                            + "credential, and take a new one from sessionKey()")
                }
                return Int64(bitPattern: slot)
            },
            try sessionKey.withRawBytes { bytes throws(StoreError) in
                try SealingKey(copying: bytes.extracting(Self.keyOffset...))
            })
    }

    /// The session key as bytes, to be kept outside of the process.
    func sessionKey() throws(StoreError) -> SecretBytes {
        try key.requireUsable()
        let count = Self.keyOffset + SealingKey.byteCount
        return try SecretBytes.opening(capacity: count) { target throws(StoreError) in
            target.storeBytes(of: Self.form, toByteOffset: 0, as: UInt8.self)
            target.store(littleEndian: slot, at: 1)
            key.withBytes { target.copy($0, to: Self.keyOffset) }
            return 0..<count
        }
    }
}
