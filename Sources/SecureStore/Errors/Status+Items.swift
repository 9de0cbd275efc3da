extension Status {
    /// An item with this identity is already stored.
    public static let duplicateItem = Status(rawValue: -25299)
    /// No item matches the query.
    public static let itemNotFound = Status(rawValue: -25300)
    /// The content is too large to store or to show.
    public static let dataTooLarge = Status(rawValue: -25302)
    /// The item class has no attribute of that name or type.
    public static let noSuchAttr = Status(rawValue: -25303)
    /// The reference is malformed, or its item is gone.
    public static let invalidItemRef = Status(rawValue: -25304)
    /// The search is over or was never started.
    public static let invalidSearchRef = Status(rawValue: -25305)
    /// The item class is not one of the known ones.
    public static let noSuchClass = Status(rawValue: -25306)
    /// The attribute is set once, or by the store alone.
    public static let readOnlyAttr = Status(rawValue: -25309)
    /// The content of the item cannot be fetched.
    public static let dataNotAvailable = Status(rawValue: -25316)
    /// The content of the item is fixed.
    public static let dataNotModifiable = Status(rawValue: -25317)
    /// Someone else changed the record since it was read.
    public static let recordModified = Status(rawValue: -67638)
    /// The query cannot be carried out as it stands.
    public static let invalidQuery = Status(rawValue: -67693)
    /// A value lies outside what its attribute allows.
    public static let invalidValue = Status(rawValue: -67694)
    /// The record does not follow its own layout.
    public static let invalidRecord = Status(rawValue: -67701)
    /// The attribute takes one value and was given several.
    public static let multipleValuesUnsupported = Status(rawValue: -67842)
    /// The same attribute was given twice.
    public static let fieldSpecifiedMultiple = Status(rawValue: -67866)
    /// An attribute was given in a format it does not have.
    public static let incompatibleFieldFormat = Status(rawValue: -67867)
    /// A value that must be present is not.
    public static let missingValue = Status(rawValue: -67871)
    /// The query sets a limit that cannot be honoured.
    public static let unsupportedQueryLimits = Status(rawValue: -67872)
    /// The query combines more conditions than are supported.
    public static let unsupportedNumSelectionPreds = Status(rawValue: -67873)
    /// The query compares in a way that is not supported.
    public static let unsupportedOperator = Status(rawValue: -67874)
    /// The description of an index is wrong.
    public static let invalidIndexInfo = Status(rawValue: -67877)
    /// The way of changing a record is not one of the known ones.
    public static let invalidModifyMode = Status(rawValue: -67879)
}
