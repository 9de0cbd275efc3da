private import SecureStore

// The codes that the store itself answers with: their numbers and texts are in `StoreStatus`.
// All others are rows of `CSecureStoreCodes/codes.h`.

/// The call succeeded; the name that other frameworks use.
public let noErr: OSStatus = StoreStatus.success.rawValue
/// The call did what was asked.
public let errSecSuccess: OSStatus = StoreStatus.success.rawValue
/// The operation, or this combination of options, is not supported.
public let errSecUnimplemented: OSStatus = StoreStatus.unimplemented.rawValue
/// The file system has no room for the write.
public let errSecDiskFull: OSStatus = StoreStatus.diskFull.rawValue
/// The older name of ``errSecDiskFull``.
public let errSecDskFull: OSStatus = StoreStatus.diskFull.rawValue
/// Reading or writing a file failed.
public let errSecIO: OSStatus = StoreStatus.io.rawValue
/// A required argument is missing, or a value is not allowed.
public let errSecParam: OSStatus = StoreStatus.param.rawValue
/// The permissions of the file or folder forbid the write.
public let errSecWrPerm: OSStatus = StoreStatus.wrPerm.rawValue
/// The system did not grant the memory that was needed.
public let errSecAllocate: OSStatus = StoreStatus.allocate.rawValue
/// The person who was asked chose not to go on.
public let errSecUserCanceled: OSStatus = StoreStatus.userCanceled.rawValue
/// A component beneath the library failed.
public let errSecInternalComponent: OSStatus = StoreStatus.internalComponent.rawValue
/// Nothing tells which format the imported data has.
public let errSecUnknownFormat: OSStatus = StoreStatus.unknownFormat.rawValue
/// The import or export needs a passphrase.
public let errSecPassphraseRequired: OSStatus = StoreStatus.passphraseRequired.rawValue
/// There is no store to work on, or its database or class key cannot be used.
public let errSecNotAvailable: OSStatus = StoreStatus.notAvailable.rawValue
/// The store can be read but not written.
public let errSecReadOnly: OSStatus = StoreStatus.readOnly.rawValue
/// The credential is wrong, or authentication was refused.
public let errSecAuthFailed: OSStatus = StoreStatus.authFailed.rawValue
/// Nothing is stored at that place.
public let errSecNoSuchKeychain: OSStatus = StoreStatus.noSuchKeychain.rawValue
/// The file is damaged, or is not a store at all.
public let errSecInvalidKeychain: OSStatus = StoreStatus.invalidKeychain.rawValue
/// A store of that name exists already.
public let errSecDuplicateKeychain: OSStatus = StoreStatus.duplicateKeychain.rawValue
/// An item with this identity is already stored.
public let errSecDuplicateItem: OSStatus = StoreStatus.duplicateItem.rawValue
/// No item matches the query.
public let errSecItemNotFound: OSStatus = StoreStatus.itemNotFound.rawValue
/// The content is too large to store or to show.
public let errSecDataTooLarge: OSStatus = StoreStatus.dataTooLarge.rawValue
/// The item class has no attribute of that name or type.
public let errSecNoSuchAttr: OSStatus = StoreStatus.noSuchAttr.rawValue
/// The item class is not one of the known ones.
public let errSecNoSuchClass: OSStatus = StoreStatus.noSuchClass.rawValue
/// No default store has been chosen.
public let errSecNoDefaultKeychain: OSStatus = StoreStatus.noDefaultKeychain.rawValue
/// The store is locked, or a prompt was needed and forbidden.
public let errSecInteractionNotAllowed: OSStatus = StoreStatus.interactionNotAllowed.rawValue
/// The store was made by another version of the software.
public let errSecWrongSecVersion: OSStatus = StoreStatus.wrongSecVersion.rawValue
/// The preferences domain is not one of the known ones.
public let errSecInvalidPrefsDomain: OSStatus = StoreStatus.invalidPrefsDomain.rawValue
/// The bytes do not have the form they should have.
public let errSecDecode: OSStatus = StoreStatus.decode.rawValue
/// The caller does not hold the right it needs, such as an access group.
public let errSecMissingEntitlement: OSStatus = StoreStatus.missingEntitlement.rawValue
/// The header of the store is damaged.
public let errSecInvalidDatabaseBlob: OSStatus = StoreStatus.invalidDatabaseBlob.rawValue
/// Someone else changed the record since it was read.
public let errSecRecordModified: OSStatus = StoreStatus.recordModified.rawValue
/// A subsystem met a state that it does not expect.
public let errSecInternalError: OSStatus = StoreStatus.internalError.rawValue
/// The data handed in makes no sense to the callee.
public let errSecInvalidData: OSStatus = StoreStatus.invalidData.rawValue
/// The format of the key is not one that exists.
public let errSecInvalidKeyFormat: OSStatus = StoreStatus.invalidKeyFormat.rawValue
/// The attribute takes one value and was given several.
public let errSecMultipleValuesUnsupported: OSStatus = StoreStatus.multipleValuesUnsupported.rawValue
/// Somebody else holds the database, and the wait ran out.
public let errSecDatabaseLocked: OSStatus = StoreStatus.databaseLocked.rawValue
/// The place given for the database cannot hold one.
public let errSecInvalidDBLocation: OSStatus = StoreStatus.invalidDBLocation.rawValue
/// The key leaves only wrapped, or not at all.
public let errSecKeyIsSensitive: OSStatus = StoreStatus.keyIsSensitive.rawValue
/// Keys of that kind are not made in that size.
public let errSecKeySizeNotAllowed: OSStatus = StoreStatus.keySizeNotAllowed.rawValue
/// The signature is not one of this key over this message.
public let errSecVerifyFailed: OSStatus = StoreStatus.verifyFailed.rawValue
