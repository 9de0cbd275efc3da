internal import SecureStore

// The calls of macOS's file keychains that lock, unlock, and get the state.

/// The state of a keychain: the sum of what it allows.
public typealias SecKeychainStatus = UInt32

/// The keychain is unlocked.
public let kSecUnlockStateStatus: SecKeychainStatus = 1

/// The keychain can be read.
public let kSecReadPermStatus: SecKeychainStatus = 2

/// The keychain can be written.
public let kSecWritePermStatus: SecKeychainStatus = 4

/// Gets the version of the keychain calls.
///
/// It is the number 0x02028000 on every machine. Returns `errSecParam` if the pointer is nil.
@discardableResult
public func SecKeychainGetVersion(_ version: UnsafeMutablePointer<UInt32>?) -> OSStatus {
    unsafe status("version", in: version) { 0x0202_8000 }
}

/// Unlocks a keychain with its password or, if none is to be used, with this machine's device key.
///
/// Nothing prompts: if a keychain needs a password and gets none, or a wrong one, this returns
/// `errSecAuthFailed`. Checking a password is slow on purpose, and the call waits for it. A missing file is
/// `errSecNoSuchKeychain`.
@discardableResult
public func SecKeychainUnlock(
    _ keychain: SecKeychain?, _ passwordLength: UInt32, _ password: UnsafeRawPointer?, _ usePassword: Bool
) -> OSStatus {
    status { () throws(StoreError) in
        var secret: SecretBytes?
        if usePassword, let password = unsafe password {
            secret = try unsafe passphrase(password, passwordLength)
        }
        try KeychainStore.keychain(keychain).withStore { store throws(StoreError) in
            guard let secret else { return try store.unlock() }
            try store.unlock(with: .passphrase(secret))
        }
    }
}

/// Locks a keychain in this program; locking a locked keychain succeeds.
///
/// Its keys are wiped even if its file is gone; then this returns `errSecNoSuchKeychain`.
@discardableResult
public func SecKeychainLock(_ keychain: SecKeychain?) -> OSStatus {
    status { () throws(StoreError) in
        let named = try KeychainStore.keychain(keychain)
        // First, because the keys must be wiped whatever happened to the file.
        named.lockIfOpen()
        try named.withStoreOfFile { $0.lock() }
    }
}

/// Locks every keychain that this program has open.
///
/// Always succeeds, and opens no store: unlike ``SecKeychainLock(_:)`` it does not look for files that are
/// gone. Other programs stay unlocked.
@discardableResult
public func SecKeychainLockAll() -> OSStatus {
    status { () throws(StoreError) in KeychainStore.lockAll() }
}

/// Gets what a keychain allows now.
///
/// Returns `errSecNoSuchKeychain` if its file is missing, even if it was opened before, and does not create
/// it. Returns `errSecInvalidKeychain` if the file is damaged.
@discardableResult
public func SecKeychainGetStatus(
    _ keychain: SecKeychain?, _ keychainStatus: UnsafeMutablePointer<SecKeychainStatus>?
) -> OSStatus {
    unsafe status("state", in: keychainStatus) { () throws(StoreError) in
        try KeychainStore.keychain(keychain).withStoreOfFile { store in
            guard store.lockState == .unlocked else { return kSecReadPermStatus }
            return kSecUnlockStateStatus | kSecReadPermStatus
                | (store.access == .readWrite ? kSecWritePermStatus : 0)
        }
    }
}

/// The number of the keychain type.
@discardableResult
public func SecKeychainGetTypeID() -> CFTypeID { TypeNumber.keychain.rawValue }

// The calls of macOS's file keychains on automatic locking and on prompts.

/// The settings for a keychain to lock by itself.
///
/// They lie in the keychain's file, for programs that keep its key for others. Calls of this module do not
/// follow them.
public struct SecKeychainSettings: Sendable {
    /// Must be `SEC_KEYCHAIN_SETTINGS_VERS1`; calls ignore settings of any other version.
    public var version: UInt32
    /// True if the keychain is to lock when the machine goes to sleep; stored, but nothing acts on it.
    public var lockOnSleep: DarwinBoolean
    /// Ignored, as on macOS.
    public var useLockInterval: DarwinBoolean
    /// The time in seconds; 0x7FFFFFFF or more means never.
    public var lockInterval: UInt32

    /// Creates settings that are all zero.
    ///
    /// Calls ignore settings of version 0, so set ``version`` before you pass them on.
    public init() { self.init(version: 0, lockOnSleep: false, useLockInterval: false, lockInterval: 0) }

    /// Creates settings with these values.
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

/// Sets when an unlocked keychain locks by itself, for programs that keep its key for others.
///
/// Settings of another version than 1 change nothing, and the call succeeds.
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

/// Gets when a keychain locks by itself; it has to be unlocked, and the version in the settings must be 1.
///
/// Returns `errSecInteractionNotAllowed` while it is locked, and `errSecParam` if the pointer is nil. Another
/// version succeeds and gets nothing. `useLockInterval` is left as it was.
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

private let isInteractionAllowed = SystemMutex(true)

/// Sets whether calls may prompt, which is only remembered: no call prompts in any case.
///
/// Always succeeds. A keychain that is locked answers with a code, whatever was set.
@discardableResult
public func SecKeychainSetUserInteractionAllowed(_ state: Bool) -> OSStatus {
    isInteractionAllowed.withLock { $0 = state }
    return errSecSuccess
}

/// Gets whether calls may prompt, as the program has set it.
///
/// It is true until the program sets it, and holds for the whole process. A nil pointer is `errSecParam`.
@discardableResult
public func SecKeychainGetUserInteractionAllowed(
    _ state: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
    unsafe status("state", in: state) { DarwinBoolean(isInteractionAllowed.withLock { $0 }) }
}
