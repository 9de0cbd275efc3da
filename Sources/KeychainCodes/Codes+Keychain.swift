private import SecureStore

// Codes about the store and its file.

/// There is no store to work on, or its database or class key cannot be used.
public let errSecNotAvailable: OSStatus = Status.notAvailable.rawValue

/// The store can be read but not written.
public let errSecReadOnly: OSStatus = Status.readOnly.rawValue

/// Nothing is stored at that place.
public let errSecNoSuchKeychain: OSStatus = Status.noSuchKeychain.rawValue

/// The file is damaged, or is not a store at all.
public let errSecInvalidKeychain: OSStatus = Status.invalidKeychain.rawValue

/// A store of that name exists already.
public let errSecDuplicateKeychain: OSStatus = Status.duplicateKeychain.rawValue

/// No default store has been chosen.
public let errSecNoDefaultKeychain: OSStatus = Status.noDefaultKeychain.rawValue

/// The store was made by another version of the software.
public let errSecWrongSecVersion: OSStatus = Status.wrongSecVersion.rawValue

/// The component that stores items is missing.
public let errSecNoStorageModule: OSStatus = -25_312

/// The preferences domain is not one of the known ones.
public let errSecInvalidPrefsDomain: OSStatus = Status.invalidPrefsDomain.rawValue

/// The store must be migrated first, and cannot be while it is locked.
public let errSecUpgradePending: OSStatus = -34_019

/// The header of the store is damaged.
public let errSecInvalidDatabaseBlob: OSStatus = Status.invalidDatabaseBlob.rawValue

/// The header of the store comes from a version that does not fit.
public let errSecIncompatibleDatabaseBlob: OSStatus = -67_600

/// Somebody else holds the database, and the wait ran out.
public let errSecDatabaseLocked: OSStatus = Status.databaseLocked.rawValue

/// The store is open, and the operation needs it closed.
public let errSecDatastoreIsOpen: OSStatus = -67_870

/// The place given for the database cannot hold one.
public let errSecInvalidDBLocation: OSStatus = Status.invalidDBLocation.rawValue

// MARK: - What they say

extension CodeMessages {
    static let keychain: [OSStatus: String] = [
        errSecNoStorageModule: "the storage component is missing",
        errSecUpgradePending: "the store waits to be migrated",
        errSecIncompatibleDatabaseBlob: "the header of the store does not fit",
        errSecDatastoreIsOpen: "the store is still open",
    ]
}
