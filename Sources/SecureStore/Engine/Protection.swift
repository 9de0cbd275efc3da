/// One way into a store.
public struct Slot: Hashable, Sendable {
    /// Its number, for removing it.
    public let number: Int
    /// What opens it.
    public let kind: SlotKind
    /// What a guess costs, for a passphrase.
    public let cost: PassphraseCost?
}

/// What guards a store.
public struct Protection: Hashable, Sendable {
    /// Every way into it.
    public let slots: [Slot]
    /// Whether the store's keys vouch for that: false as long as the store was not unlocked.
    ///
    /// Then it is what the file says, and anyone who can write the file can have added a way in, or hidden one.
    public let isProven: Bool

    /// True when the store opens by itself on this machine.
    public var opensWithDeviceKey: Bool { slots.contains { $0.kind == .deviceKey } }
    /// True when there is a passphrase.
    public var hasPassphrase: Bool { slots.contains { $0.kind == .passphrase } }
}
