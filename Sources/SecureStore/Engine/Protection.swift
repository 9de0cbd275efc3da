/// Something that opens a store: the device key, a passphrase or a recovery code.
public struct Slot: Hashable, Sendable {
    /// The number of the slot, for ``ItemStore/removeSlot(_:)``.
    public let number: Int
    /// What opens it.
    public let kind: SlotKind
    /// What each guess costs, for a passphrase.
    public let cost: PassphraseCost?
}

/// What opens a store.
public struct Protection: Hashable, Sendable {
    /// Everything that opens the store.
    public let slots: [Slot]
    /// Whether the slots are proven, which they are once the store was unlocked.
    ///
    /// Before that they are what the file says: anyone who can write the file can have added a slot, or hidden one.
    public let isProven: Bool

    /// True when the store opens by itself on this machine.
    public var opensWithDeviceKey: Bool { slots.contains { $0.kind == .deviceKey } }
    /// True when there is a passphrase.
    public var hasPassphrase: Bool { slots.contains { $0.kind == .passphrase } }
}
