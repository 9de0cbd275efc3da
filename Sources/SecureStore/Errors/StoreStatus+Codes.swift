extension StoreStatus {
    // MARK: - General

    /// The call did what was asked.
    public static let success = StoreStatus(rawValue: 0)
    /// The operation, or this combination of options, is not supported.
    public static let unimplemented = StoreStatus(rawValue: -4)
    /// The file system has no room for the write.
    public static let diskFull = StoreStatus(rawValue: -34)
    /// Reading or writing a file failed.
    public static let io = StoreStatus(rawValue: -36)
    /// A required argument is missing, or a value is not allowed.
    public static let param = StoreStatus(rawValue: -50)
    /// The permissions of the file or folder forbid the write.
    public static let wrPerm = StoreStatus(rawValue: -61)
    /// The system did not grant the memory that was needed.
    public static let allocate = StoreStatus(rawValue: -108)
    /// The call was cancelled: by its task, by its observer, or by the person who was asked.
    public static let userCanceled = StoreStatus(rawValue: -128)
    /// A component beneath the library failed.
    public static let internalComponent = StoreStatus(rawValue: -2070)
    /// The bytes do not have the form they should have.
    public static let decode = StoreStatus(rawValue: -26275)
    /// A subsystem met a state that it does not expect.
    public static let internalError = StoreStatus(rawValue: -67671)
    /// The data handed in makes no sense to the callee.
    public static let invalidData = StoreStatus(rawValue: -67673)

    // MARK: - Items and attributes

    /// An item with this identity is already stored.
    public static let duplicateItem = StoreStatus(rawValue: -25299)
    /// No item matches the query.
    public static let itemNotFound = StoreStatus(rawValue: -25300)
    /// The content is too large to store or to show.
    public static let dataTooLarge = StoreStatus(rawValue: -25302)
    /// The item class has no attribute of that name or type.
    public static let noSuchAttr = StoreStatus(rawValue: -25303)
    /// The item class is not one of the known ones.
    public static let noSuchClass = StoreStatus(rawValue: -25306)
    /// Someone else changed the record since it was read.
    public static let recordModified = StoreStatus(rawValue: -67638)
    /// Several items match where one was required, or an attribute that takes one value was given several.
    public static let multipleValuesUnsupported = StoreStatus(rawValue: -67842)

    // MARK: - The store and its file

    /// There is no store to work on, or its database or class key cannot be used.
    public static let notAvailable = StoreStatus(rawValue: -25291)
    /// The store can be read but not written.
    public static let readOnly = StoreStatus(rawValue: -25292)
    /// There is no store at that place.
    public static let noSuchKeychain = StoreStatus(rawValue: -25294)
    /// The file is damaged, or is not a store at all.
    public static let invalidKeychain = StoreStatus(rawValue: -25295)
    /// A store of that name exists already.
    public static let duplicateKeychain = StoreStatus(rawValue: -25296)
    /// No default store has been chosen.
    public static let noDefaultKeychain = StoreStatus(rawValue: -25307)
    /// The store was made by another version of the software.
    public static let wrongSecVersion = StoreStatus(rawValue: -25310)
    /// The preferences domain is not one of the known ones.
    public static let invalidPrefsDomain = StoreStatus(rawValue: -25319)
    /// The header of the store is damaged.
    public static let invalidDatabaseBlob = StoreStatus(rawValue: -67598)
    /// Somebody else holds the database, and the wait ran out.
    public static let databaseLocked = StoreStatus(rawValue: -67869)
    /// The place given for the database cannot hold one.
    public static let invalidDBLocation = StoreStatus(rawValue: -67875)

    // MARK: - Fleets

    /// The fleet's server went back, or has another history than this host has seen.
    ///
    /// Apple has no such code; this one is in no range of Apple's.
    public static let divergedHistory = StoreStatus(rawValue: -68001)
    /// The outcome of a change could not be learned in time: it was made, or it was not.
    ///
    /// Apple has no such code; this one is in no range of Apple's.
    public static let unknownOutcome = StoreStatus(rawValue: -68002)
    /// The fleet has kept the change, and this machine could not write it to its own file.
    ///
    /// All other hosts have it. This one takes it in with its next call that asks the server.
    ///
    /// Apple has no such code; this one is in no range of Apple's, and its low byte, which becomes an exit
    /// code, is no other's.
    public static let keptByFleet = StoreStatus(rawValue: -68004)

    // MARK: - Locks and rights

    /// The credential is wrong, or authentication was refused.
    public static let authFailed = StoreStatus(rawValue: -25293)
    /// The store is locked, or a prompt was needed and forbidden.
    public static let interactionNotAllowed = StoreStatus(rawValue: -25308)
    /// The caller does not hold the right it needs, such as an access group.
    public static let missingEntitlement = StoreStatus(rawValue: -34018)

    // MARK: - Keys and exports

    /// The format that was named for the key does not exist.
    public static let invalidKeyFormat = StoreStatus(rawValue: -67742)
    /// The format of the imported data cannot be told.
    public static let unknownFormat = StoreStatus(rawValue: -25257)
    /// The import or export needs a passphrase.
    public static let passphraseRequired = StoreStatus(rawValue: -25260)
    /// The key leaves only wrapped, or not at all.
    public static let keyIsSensitive = StoreStatus(rawValue: -25258)
    /// Keys of that kind are not made in that size.
    public static let keySizeNotAllowed = StoreStatus(rawValue: -25311)
    /// The signature is not one of this key over this message.
    public static let verifyFailed = StoreStatus(rawValue: -67808)

    /// The spelling of each code above, and one line in lower case so that it can follow a colon.
    static let words: [StoreStatus: (name: String, message: String)] = [
        .success: ("success", "the call succeeded"),
        .unimplemented: ("unimplemented", "the operation is not supported"),
        .diskFull: ("diskFull", "no space is left on the disk"),
        .io: ("io", "reading or writing failed"),
        .param: ("param", "an argument is missing or not allowed"),
        .wrPerm: ("wrPerm", "no permission to write"),
        .allocate: ("allocate", "not enough memory"),
        .userCanceled: ("userCanceled", "the request was cancelled"),
        .internalComponent: ("internalComponent", "an internal component failed"),
        .decode: ("decode", "the data cannot be decoded"),
        .internalError: ("internalError", "a subsystem failed internally"),
        .invalidData: ("invalidData", "the data is not valid"),
        .duplicateItem: ("duplicateItem", "an item with this identity is already stored"),
        .itemNotFound: ("itemNotFound", "no item matches the query"),
        .dataTooLarge: ("dataTooLarge", "the content is too large"),
        .noSuchAttr: ("noSuchAttr", "the item class has no such attribute"),
        .noSuchClass: ("noSuchClass", "the item class is unknown"),
        .recordModified: ("recordModified", "the record was changed meanwhile"),
        .multipleValuesUnsupported: ("multipleValuesUnsupported", "only one value is allowed"),
        .notAvailable: ("notAvailable", "the store is not available"),
        .readOnly: ("readOnly", "the store is read-only"),
        .noSuchKeychain: ("noSuchKeychain", "the store does not exist"),
        .invalidKeychain: ("invalidKeychain", "the file is damaged or not a store"),
        .duplicateKeychain: ("duplicateKeychain", "a store of that name already exists"),
        .noDefaultKeychain: ("noDefaultKeychain", "no default store is set"),
        .wrongSecVersion: ("wrongSecVersion", "the store belongs to another version"),
        .invalidPrefsDomain: ("invalidPrefsDomain", "the preferences domain is unknown"),
        .invalidDatabaseBlob: ("invalidDatabaseBlob", "the header of the store is damaged"),
        .databaseLocked: ("databaseLocked", "the database is locked"),
        .invalidDBLocation: ("invalidDBLocation", "the database location is not valid"),
        .divergedHistory: ("divergedHistory", "the fleet's server has another history"),
        .unknownOutcome: ("unknownOutcome", "whether the change was kept is not known"),
        .keptByFleet: ("keptByFleet", "the fleet has kept the change, and this machine does not have it yet"),
        .authFailed: ("authFailed", "authentication failed"),
        .interactionNotAllowed: ("interactionNotAllowed", "the store is locked, or asking is not allowed"),
        .missingEntitlement: ("missingEntitlement", "a required right is missing"),
        .invalidKeyFormat: ("invalidKeyFormat", "the key format is not valid"),
        .unknownFormat: ("unknownFormat", "the format is not recognised"),
        .passphraseRequired: ("passphraseRequired", "a passphrase is required"),
        .keyIsSensitive: ("keyIsSensitive", "the key does not leave its store"),
        .keySizeNotAllowed: ("keySizeNotAllowed", "no such key is made in that size"),
        .verifyFailed: ("verifyFailed", "the signature does not verify"),
    ]
}
