#if !canImport(Darwin)

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
public let errSecInvalidItemRef: OSStatus = Status.invalidItemRef.rawValue

/// The search is over or was never started.
public let errSecInvalidSearchRef: OSStatus = Status.invalidSearchRef.rawValue

/// The item class is not one of the known ones.
public let errSecNoSuchClass: OSStatus = Status.noSuchClass.rawValue

/// The attribute is set once, or by the store alone.
public let errSecReadOnlyAttr: OSStatus = Status.readOnlyAttr.rawValue

/// The content of the item cannot be fetched.
public let errSecDataNotAvailable: OSStatus = Status.dataNotAvailable.rawValue

/// The content of the item is fixed.
public let errSecDataNotModifiable: OSStatus = Status.dataNotModifiable.rawValue

/// Someone else changed the record since it was read.
public let errSecRecordModified: OSStatus = Status.recordModified.rawValue

/// The query cannot be carried out as it stands.
public let errSecInvalidQuery: OSStatus = Status.invalidQuery.rawValue

/// A value lies outside what its attribute allows.
public let errSecInvalidValue: OSStatus = Status.invalidValue.rawValue

/// The record does not follow its own layout.
public let errSecInvalidRecord: OSStatus = Status.invalidRecord.rawValue

/// The attribute takes one value and was given several.
public let errSecMultipleValuesUnsupported: OSStatus = Status.multipleValuesUnsupported.rawValue

/// The same attribute was given twice.
public let errSecFieldSpecifiedMultiple: OSStatus = Status.fieldSpecifiedMultiple.rawValue

/// An attribute was given in a format it does not have.
public let errSecIncompatibleFieldFormat: OSStatus = Status.incompatibleFieldFormat.rawValue

/// A value that must be present is not.
public let errSecMissingValue: OSStatus = Status.missingValue.rawValue

/// The query sets a limit that cannot be honoured.
public let errSecUnsupportedQueryLimits: OSStatus = Status.unsupportedQueryLimits.rawValue

/// The query combines more conditions than are supported.
public let errSecUnsupportedNumSelectionPreds: OSStatus = Status.unsupportedNumSelectionPreds.rawValue

/// The query compares in a way that is not supported.
public let errSecUnsupportedOperator: OSStatus = Status.unsupportedOperator.rawValue

/// The description of an index is wrong.
public let errSecInvalidIndexInfo: OSStatus = Status.invalidIndexInfo.rawValue

/// The way of changing a record is not one of the known ones.
public let errSecInvalidModifyMode: OSStatus = Status.invalidModifyMode.rawValue

#endif
