/// Something that opens a store: the device key, a passphrase or a recovery code.
public struct Slot: Hashable, Sendable {
    /// The number of the slot, for ``ItemStore/removeSlot(_:)``.
    public let number: Int
    /// What opens it.
    public let kind: SlotKind
    /// What each guess at the passphrase costs; nil for other slots.
    public let cost: PassphraseCost?
}

/// Everything that opens a store.
public struct Protection: Hashable, Sendable {
    /// The slots, each of which opens the store.
    public let slots: [Slot]
    /// Whether the slots are proven, which they are once the store has been unlocked.
    ///
    /// Before that they are only what the file says, and anyone who can write to it can have added or hidden a slot.
    public let isProven: Bool

    /// Whether the store opens by itself here, as a replica of a fleet does, even if it has a passphrase.
    public var opensWithDeviceKey: Bool { slots.contains { $0.kind.opensWithDeviceKey } }
    /// Whether there is a passphrase.
    public var hasPassphrase: Bool { slots.contains { $0.kind == .passphrase } }
}
