extension Status {
    /// There is no store to work on, or its database or class key cannot be used.
    public static let notAvailable = Status(rawValue: -25291)
    /// The store can be read but not written.
    public static let readOnly = Status(rawValue: -25292)
    /// Nothing is stored at that place.
    public static let noSuchKeychain = Status(rawValue: -25294)
    /// The file is damaged, or is no store at all.
    public static let invalidKeychain = Status(rawValue: -25295)
    /// A store of that name exists already.
    public static let duplicateKeychain = Status(rawValue: -25296)
    /// No default store has been chosen.
    public static let noDefaultKeychain = Status(rawValue: -25307)
    /// The store was made by another version of the software.
    public static let wrongSecVersion = Status(rawValue: -25310)
    /// The component that stores items is missing.
    public static let noStorageModule = Status(rawValue: -25312)
    /// The preferences domain is not one of the known ones.
    public static let invalidPrefsDomain = Status(rawValue: -25319)
    /// The store must be migrated first, and cannot be while it is locked.
    public static let upgradePending = Status(rawValue: -34019)
    /// The header of the store is damaged.
    public static let invalidDatabaseBlob = Status(rawValue: -67598)
    /// The header of the store comes from a version that does not fit.
    public static let incompatibleDatabaseBlob = Status(rawValue: -67600)
    /// Somebody else holds the database, and the wait ran out.
    public static let databaseLocked = Status(rawValue: -67869)
    /// The store is open, and the operation needs it closed.
    public static let datastoreIsOpen = Status(rawValue: -67870)
    /// The place given for the database cannot hold one.
    public static let invalidDBLocation = Status(rawValue: -67875)
}
