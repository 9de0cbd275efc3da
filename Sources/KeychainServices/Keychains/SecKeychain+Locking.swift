#if !canImport(Darwin)

internal import SecureStore

// The calls of macOS's file keychains that lock and unlock, and ask for the state.

/// The state of a keychain: the sum of what is allowed.
public typealias SecKeychainStatus = UInt32

/// The keychain is unlocked.
public let kSecUnlockStateStatus: SecKeychainStatus = 1

/// The keychain can be read.
public let kSecReadPermStatus: SecKeychainStatus = 2

/// The keychain can be written.
public let kSecWritePermStatus: SecKeychainStatus = 4

/// The version of the calls about keychains.
@discardableResult
public func SecKeychainGetVersion(_ version: UnsafeMutablePointer<UInt32>?) -> OSStatus {
    status { () throws(StoreError) in
        guard let pointer = unsafe version else {
            throw StoreError(.param, "the pointer for the version is nil")
        }
        unsafe pointer.pointee = 0x0202_8000
    }
}

/// Unlocks a keychain with its password, or where none is to be used with this machine's device key.
///
/// Nothing prompts: a keychain that needs a password and gets none answers `errSecAuthFailed`.
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

/// Locks a keychain in this program; locking a locked one succeeds.
///
/// Its keys are wiped whatever became of its file; one that is missing answers `errSecNoSuchKeychain`.
@discardableResult
public func SecKeychainLock(_ keychain: SecKeychain?) -> OSStatus {
    status { () throws(StoreError) in
        let named = try KeychainStore.keychain(keychain)
        // First, because the keys are to go whatever became of the file.
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

/// What a keychain allows now.
///
/// A file that is missing, also since it was opened, answers `errSecNoSuchKeychain` and is not made; one that is
/// damaged answers `errSecInvalidKeychain`.
@discardableResult
public func SecKeychainGetStatus(
    _ keychain: SecKeychain?, _ keychainStatus: UnsafeMutablePointer<SecKeychainStatus>?
) -> OSStatus {
    status { () throws(StoreError) in
        guard let pointer = unsafe keychainStatus else {
            throw StoreError(.param, "the pointer for the state is nil")
        }
        let isUnlocked = try KeychainStore.keychain(keychain).withStoreOfFile { $0.lockState == .unlocked }
        unsafe pointer.pointee =
            isUnlocked ? kSecUnlockStateStatus | kSecReadPermStatus | kSecWritePermStatus : kSecReadPermStatus
    }
}

/// The number of the type of keychains.
@discardableResult
public func SecKeychainGetTypeID() -> CFTypeID { TypeNumber.keychain.rawValue }

#endif
