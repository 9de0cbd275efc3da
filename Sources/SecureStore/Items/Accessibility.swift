/// The condition under which an item can be read, on this machine alone or on others too; more may be added.
///
/// Each kind is encrypted under keys of its own. ``ItemStore/lock()`` wipes those of the kinds that need an
/// unlocked store.
public struct Accessibility: Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// The kinds by the numbers that files have for them.
    package enum Kind: UInt8, CaseIterable, Sendable {
        case whenUnlocked = 1, afterFirstUnlock, always, whenUnlockedThisDeviceOnly
        case afterFirstUnlockThisDeviceOnly, alwaysThisDeviceOnly, whenPasscodeSetThisDeviceOnly
    }

    package let kind: Kind

    /// Readable while the store is unlocked.
    ///
    /// This is the default.
    public static let whenUnlocked = Self(kind: .whenUnlocked)
    /// Readable from the first unlock until the store is closed, even after ``ItemStore/lock()``.
    ///
    /// For services.
    public static let afterFirstUnlock = Self(kind: .afterFirstUnlock)
    /// Deprecated by Apple; here the same as ``afterFirstUnlock``.
    public static let always = Self(kind: .always)
    /// Readable while the store is unlocked, and only with this machine's device key.
    public static let whenUnlockedThisDeviceOnly = Self(kind: .whenUnlockedThisDeviceOnly)
    /// Readable from the first unlock, and only with this machine's device key.
    public static let afterFirstUnlockThisDeviceOnly = Self(kind: .afterFirstUnlockThisDeviceOnly)
    /// Deprecated by Apple; here the same as ``afterFirstUnlockThisDeviceOnly``.
    public static let alwaysThisDeviceOnly = Self(kind: .alwaysThisDeviceOnly)
    /// Readable while the store is unlocked, on this machine, and only while the store has a passphrase.
    ///
    /// Removing the passphrase deletes these items. A store without a passphrase refuses them with
    /// ``StoreStatus/notAvailable``.
    public static let whenPasscodeSetThisDeviceOnly = Self(kind: .whenPasscodeSetThisDeviceOnly)

    /// The kinds that this version knows.
    public static var allCases: [Self] { Kind.allCases.map { Self(kind: $0) } }

    /// The name of the constant.
    public var description: String { "\(kind)" }

    /// The value of this kind in Apple's dictionaries.
    public var code: String {
        switch kind {
        case .whenUnlocked: return "ak"
        case .afterFirstUnlock: return "ck"
        case .always: return "dk"
        case .whenUnlockedThisDeviceOnly: return "aku"
        case .afterFirstUnlockThisDeviceOnly: return "cku"
        case .alwaysThisDeviceOnly: return "dku"
        case .whenPasscodeSetThisDeviceOnly: return "akpu"
        }
    }

    package var rawValue: UInt8 { kind.rawValue }

    /// True if the kind needs this machine's device key.
    public var isThisDeviceOnly: Bool { rawValue >= Self.whenUnlockedThisDeviceOnly.rawValue }

    /// True if ``ItemStore/lock()`` wipes the keys of the kind.
    public var isWipedByLock: Bool {
        switch kind {
        case .whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly: return true
        default: return false
        }
    }
}

extension Accessibility {
    /// The accessibility with this value in Apple's dictionaries.
    public init?(code: String) {
        guard let kind = Kind.allCases.first(where: { Self(kind: $0).code == code }) else { return nil }
        self.kind = kind
    }

    package init?(rawValue: UInt8) {
        guard let kind = Kind(rawValue: rawValue) else { return nil }
        self.kind = kind
    }
}
