#if !canImport(Darwin)

internal import SecureStore

// The calls of macOS's file keychains about when a keychain locks by itself, and about prompts.

/// When a keychain locks by itself.
public struct SecKeychainSettings: Sendable {
    /// `SEC_KEYCHAIN_SETTINGS_VERS1`; calls leave settings of another version alone.
    public var version: UInt32
    /// Whether it is to lock when the machine sleeps; kept, but nothing here does it.
    public var lockOnSleep: DarwinBoolean
    /// Neither read nor written, as on macOS.
    public var useLockInterval: DarwinBoolean
    /// Seconds; 0x7FFFFFFF and more for never.
    public var lockInterval: UInt32

    /// All zero.
    public init() { self.init(version: 0, lockOnSleep: false, useLockInterval: false, lockInterval: 0) }

    /// Settings of these values.
    public init(
        version: UInt32, lockOnSleep: DarwinBoolean, useLockInterval: DarwinBoolean, lockInterval: UInt32
    ) {
        (self.version, self.lockOnSleep) = (version, lockOnSleep)
        (self.useLockInterval, self.lockInterval) = (useLockInterval, lockInterval)
    }
}

/// The version of ``SecKeychainSettings``.
public let SEC_KEYCHAIN_SETTINGS_VERS1: Int32 = 1

private let neverLocks = UInt32(Int32.max)

/// Sets when a keychain locks by itself, for those who keep its key for several programs; it has to be unlocked.
///
/// Settings of another version than 1 change nothing, with success.
@discardableResult
public func SecKeychainSetSettings(
    _ keychain: SecKeychain?, _ newSettings: UnsafePointer<SecKeychainSettings>?
) -> OSStatus {
    status { () throws(StoreError) in
        guard let settings = unsafe newSettings?.pointee else {
            throw StoreError(.param, "no settings are given")
        }
        guard settings.version == SEC_KEYCHAIN_SETTINGS_VERS1 else { return }
        let interval = settings.lockInterval
        let stored = try LockSettings(
            locksAfter: interval < neverLocks ? .seconds(Int64(interval)) : nil,
            locksOnSleep: settings.lockOnSleep.boolValue)
        try KeychainStore.keychain(keychain).withStore { store throws(StoreError) in
            try store.setLockSettings(stored)
        }
    }
}

/// When a keychain locks by itself; it has to be unlocked, and the version of the settings has to be set to 1.
@discardableResult
public func SecKeychainCopySettings(
    _ keychain: SecKeychain?, _ outSettings: UnsafeMutablePointer<SecKeychainSettings>?
) -> OSStatus {
    status { () throws(StoreError) in
        guard let pointer = unsafe outSettings else {
            throw StoreError(.param, "the pointer for the settings is nil")
        }
        guard unsafe pointer.pointee.version == SEC_KEYCHAIN_SETTINGS_VERS1 else { return }
        let stored = try KeychainStore.keychain(keychain).withStore { store throws(StoreError) in
            try store.lockSettings()
        }
        unsafe pointer.pointee.lockOnSleep = DarwinBoolean(stored.locksOnSleep)
        unsafe pointer.pointee.lockInterval =
            stored.locksAfter.map { min(neverLocks, UInt32(clamping: $0.components.seconds)) } ?? neverLocks
    }
}

// MARK: - Prompts

private let isInteractionAllowed = Guarded(true)

/// Says whether calls may prompt; kept, although nothing here prompts in any case.
@discardableResult
public func SecKeychainSetUserInteractionAllowed(_ state: Bool) -> OSStatus {
    isInteractionAllowed.withLock { $0 = state }
    return errSecSuccess
}

/// Whether calls may prompt, as far as the program has said.
@discardableResult
public func SecKeychainGetUserInteractionAllowed(
    _ state: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
    status { () throws(StoreError) in
        guard let pointer = unsafe state else { throw StoreError(.param, "the pointer for the state is nil") }
        unsafe pointer.pointee = DarwinBoolean(isInteractionAllowed.withLock { $0 })
    }
}

#endif
