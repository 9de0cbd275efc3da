/// The condition under which an item can be read, on this machine alone or on others too.
///
/// Each kind is encrypted under keys of its own. ``ItemStore/lock()`` wipes those of the kinds that need an
/// unlocked store.
public enum Accessibility: UInt8, Hashable, Sendable, CaseIterable {
    /// Readable while the store is unlocked.
    ///
    /// This is the default.
    case whenUnlocked = 1
    /// Readable from the first unlock until the store is closed, even after ``ItemStore/lock()``.
    ///
    /// For services.
    case afterFirstUnlock = 2
    /// Deprecated by Apple; here the same as ``afterFirstUnlock``.
    case always = 3
    /// Readable while the store is unlocked, and only with this machine's device key.
    case whenUnlockedThisDeviceOnly = 4
    /// Readable from the first unlock, and only with this machine's device key.
    case afterFirstUnlockThisDeviceOnly = 5
    /// Deprecated by Apple; here the same as ``afterFirstUnlockThisDeviceOnly``.
    case alwaysThisDeviceOnly = 6
    /// Readable while the store is unlocked, on this machine, and only while the store has a passphrase.
    ///
    /// Removing the passphrase deletes these items. A store without a passphrase refuses them with
    /// ``Status/notAvailable``.
    case whenPasscodeSetThisDeviceOnly = 7

    /// The value of this kind in Apple's dictionaries.
    public var code: String {
        switch self {
        case .whenUnlocked: return "ak"
        case .afterFirstUnlock: return "ck"
        case .always: return "dk"
        case .whenUnlockedThisDeviceOnly: return "aku"
        case .afterFirstUnlockThisDeviceOnly: return "cku"
        case .alwaysThisDeviceOnly: return "dku"
        case .whenPasscodeSetThisDeviceOnly: return "akpu"
        }
    }

    /// The accessibility with this value in Apple's dictionaries.
    public init?(code: String) {
        guard let match = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = match
    }

    /// True if the kind needs this machine's device key.
    public var isThisDeviceOnly: Bool { rawValue >= Self.whenUnlockedThisDeviceOnly.rawValue }

    /// True if ``ItemStore/lock()`` wipes the keys of the kind.
    public var isWipedByLock: Bool {
        switch self {
        case .whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly: return true
        default: return false
        }
    }
}
