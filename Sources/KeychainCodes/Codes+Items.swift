private import SecureStore

// Codes about items, attributes and queries.

/// An item with this identity is already stored.
public let errSecDuplicateItem: OSStatus = Status.duplicateItem.rawValue

/// No item matches the query.
public let errSecItemNotFound: OSStatus = Status.itemNotFound.rawValue

/// The content is too large to store or to show.
public let errSecDataTooLarge: OSStatus = Status.dataTooLarge.rawValue

/// The item class has no attribute of that name or type.
public let errSecNoSuchAttr: OSStatus = Status.noSuchAttr.rawValue

/// The reference is malformed, or its item is gone.
public let errSecInvalidItemRef: OSStatus = -25_304

/// The search is over or was never started.
public let errSecInvalidSearchRef: OSStatus = -25_305

/// The item class is not one of the known ones.
public let errSecNoSuchClass: OSStatus = Status.noSuchClass.rawValue

/// The attribute is set once, or by the store alone.
public let errSecReadOnlyAttr: OSStatus = -25_309

/// The content of the item cannot be fetched.
public let errSecDataNotAvailable: OSStatus = -25_316

/// The content of the item is fixed.
public let errSecDataNotModifiable: OSStatus = -25_317

/// Someone else changed the record since it was read.
public let errSecRecordModified: OSStatus = Status.recordModified.rawValue

/// The query cannot be carried out as it stands.
public let errSecInvalidQuery: OSStatus = -67_693

/// A value lies outside what its attribute allows.
public let errSecInvalidValue: OSStatus = -67_694

/// The record does not follow its own layout.
public let errSecInvalidRecord: OSStatus = -67_701

/// The attribute takes one value and was given several.
public let errSecMultipleValuesUnsupported: OSStatus = Status.multipleValuesUnsupported.rawValue

/// The same attribute was given twice.
public let errSecFieldSpecifiedMultiple: OSStatus = -67_866

/// An attribute was given in a format it does not have.
public let errSecIncompatibleFieldFormat: OSStatus = -67_867

/// A value that must be present is not.
public let errSecMissingValue: OSStatus = -67_871

/// The query sets a limit that cannot be honoured.
public let errSecUnsupportedQueryLimits: OSStatus = -67_872

/// The query combines more conditions than are supported.
public let errSecUnsupportedNumSelectionPreds: OSStatus = -67_873

/// The query compares in a way that is not supported.
public let errSecUnsupportedOperator: OSStatus = -67_874

/// The description of an index is wrong.
public let errSecInvalidIndexInfo: OSStatus = -67_877

/// The way of changing a record is not one of the known ones.
public let errSecInvalidModifyMode: OSStatus = -67_879

// MARK: - What they say

extension CodeMessages {
    static let items: [OSStatus: String] = [
        errSecInvalidItemRef: "the item reference is not valid",
        errSecInvalidSearchRef: "the search is not valid",
        errSecReadOnlyAttr: "the attribute cannot be changed",
        errSecDataNotAvailable: "the content of the item is not available",
        errSecDataNotModifiable: "the content of the item cannot be changed",
        errSecInvalidQuery: "the query is not valid",
        errSecInvalidValue: "the value is not valid",
        errSecInvalidRecord: "the record is not valid",
        errSecFieldSpecifiedMultiple: "an attribute is given more than once",
        errSecIncompatibleFieldFormat: "the attribute has another format",
        errSecMissingValue: "a required value is missing",
        errSecUnsupportedQueryLimits: "this query limit is not supported",
        errSecUnsupportedNumSelectionPreds: "too many conditions in the query",
        errSecUnsupportedOperator: "this query operator is not supported",
        errSecInvalidIndexInfo: "the index description is not valid",
        errSecInvalidModifyMode: "the modify mode is not valid",
    ]
}
