/// Something that opens a store: a device key, a passphrase or a recovery code.
///
/// A slot holds what leads to the store's keys, sealed for one credential.
public struct KeySlot: Hashable, Sendable {
    /// The number of the slot, for ``ItemStore/removeSlot(_:)``.
    public let number: Int
    /// The kind of credential that opens the slot.
    public let kind: Kind
    /// The cost of each guess at the passphrase; nil for other slots.
    public let cost: PassphraseCost?
    /// True for a ``Kind-swift.struct/host`` that only reads in its fleet.
    public let isReadOnly: Bool
}

/// Everything that opens a store.
///
/// ``ItemStore/protection()`` returns it. One slot is enough to open the store.
public struct Protection: Hashable, Sendable {
    /// The slots, each of which opens the store.
    public let slots: [KeySlot]
    /// True if the slots are proven, which they are once the store has been unlocked.
    ///
    /// Before that they are only a claim of the file, whose writers can have added or hidden a slot.
    public let isProven: Bool

    /// True if the store opens by itself here, as a replica of a fleet does, even if it has a passphrase.
    public var opensWithDeviceKey: Bool { slots.contains { $0.kind.opensWithDeviceKey } }
    /// True if there is a passphrase.
    public var hasPassphrase: Bool { slots.contains { $0.kind == .passphrase } }
}

extension KeySlot {
    /// The kind of credential that opens a slot; a struct, so that a later version can add more.
    ///
    /// Compare with the constants; a `switch` over it has a `default`.
    public struct Kind: Hashable, Sendable {
        let rawValue: UInt8

        /// The device key of this machine, with which the store opens by itself.
        public static let deviceKey = Kind(known: 1)
        /// A passphrase, hashed with Argon2id.
        public static let passphrase = Kind(known: 2)
        /// A recovery code of 160 random bits.
        public static let recoveryCode = Kind(known: 3)
        /// The device key of one host of a fleet.
        public static let host = Kind(known: 4)

        /// The kinds that a machine's device key opens.
        static let openedWithDeviceKey: [Kind] = [.deviceKey, .host]

        /// True if a machine's device key opens a slot of this kind, as it does ``deviceKey`` and ``host``.
        public var opensWithDeviceKey: Bool { Self.openedWithDeviceKey.contains(self) }

        private init(known rawValue: UInt8) { self.rawValue = rawValue }

        /// Creates a kind from its number; nil for a number that stands for no kind.
        init?(rawValue: UInt8) {
            guard 1...4 ~= rawValue else { return nil }
            self.rawValue = rawValue
        }
    }
}

extension KeySlot.Kind {
    /// The credential that opens such a slot, in messages.
    var words: String {
        switch self {
        case .passphrase: "passphrase"
        case .recoveryCode: "recovery code"
        default: "device key"
        }
    }
}

extension KeySlot.Kind: CustomStringConvertible {
    /// The kind in a word.
    public var description: String {
        switch self {
        case .deviceKey: "deviceKey"
        case .passphrase: "passphrase"
        case .recoveryCode: "recoveryCode"
        case .host: "host"
        default: "kind \(rawValue)"
        }
    }
}
