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
@discardableResult
public func SecKeychainGetVersion(_ version: UnsafeMutablePointer<UInt32>?) -> OSStatus {
    unsafe status("version", in: version) { 0x0202_8000 }
}

/// Unlocks a keychain with its password or, if none is to be used, with this machine's device key.
///
/// Nothing prompts: if a keychain needs a password and gets none, this returns `errSecAuthFailed`.
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
@discardableResult
public func SecKeychainLockAll() -> OSStatus {
    status { () throws(StoreError) in
        KeychainStore.lock()
        Keychains.lockAll()
    }
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
        let isUnlocked = try KeychainStore.keychain(keychain).withStoreOfFile { $0.lockState == .unlocked }
        return isUnlocked
            ? kSecUnlockStateStatus | kSecReadPermStatus | kSecWritePermStatus : kSecReadPermStatus
    }
}

/// The number of the keychain type.
@discardableResult
public func SecKeychainGetTypeID() -> CFTypeID { TypeNumber.keychain.rawValue }
