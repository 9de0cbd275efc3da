#if !canImport(Darwin)

// Codes about requests for certificates, which nothing here returns.

/// Staged operation in progress.
public let errSecStagedOperationInProgress: OSStatus = -67806

/// Staged operation not started.
public let errSecStagedOperationNotStarted: OSStatus = -67807

/// Query size unknown.
public let errSecQuerySizeUnknown: OSStatus = -67809

/// Block size mismatch.
public let errSecBlockSizeMismatch: OSStatus = -67810

/// Device verify failed.
public let errSecDeviceVerifyFailed: OSStatus = -67812

/// Invalid digest algorithm.
public let errSecInvalidDigestAlgorithm: OSStatus = -67815

/// Invalid CRL group.
public let errSecInvalidCRLGroup: OSStatus = -67816

/// Certificate cannot operate.
public let errSecCertificateCannotOperate: OSStatus = -67817

/// Certificate suspended.
public let errSecCertificateSuspended: OSStatus = -67821

/// Invalid action.
public let errSecInvalidAction: OSStatus = -67823

/// Invalid authority.
public let errSecInvalidAuthority: OSStatus = -67824

/// Verify action failed.
public let errSecVerifyActionFailed: OSStatus = -67825

/// Invalid certificate authority.
public let errSecInvalidCertAuthority: OSStatus = -67826

/// Invalid CRL authority.
public let errSecInvalidCRLAuthority: OSStatus = -67827

/// Invalid CRL encoding.
public let errSecInvalidCRLEncoding: OSStatus = -67828

/// Invalid CRL type.
public let errSecInvalidCRLType: OSStatus = -67829

/// Invalid CRL.
public let errSecInvalidCRL: OSStatus = -67830

/// Invalid form type.
public let errSecInvalidFormType: OSStatus = -67831

/// Invalid ID.
public let errSecInvalidID: OSStatus = -67832

/// Invalid identifier.
public let errSecInvalidIdentifier: OSStatus = -67833

/// Invalid index.
public let errSecInvalidIndex: OSStatus = -67834

/// Invalid policy identifiers.
public let errSecInvalidPolicyIdentifiers: OSStatus = -67835

/// Invalid time string.
public let errSecInvalidTimeString: OSStatus = -67836

/// Invalid reason.
public let errSecInvalidReason: OSStatus = -67837

/// Invalid request inputs.
public let errSecInvalidRequestInputs: OSStatus = -67838

/// Invalid response vector.
public let errSecInvalidResponseVector: OSStatus = -67839

/// Invalid stop on policy.
public let errSecInvalidStopOnPolicy: OSStatus = -67840

/// Invalid tuple.
public let errSecInvalidTuple: OSStatus = -67841

/// No default authority.
public let errSecNoDefaultAuthority: OSStatus = -67844

/// Rejected form.
public let errSecRejectedForm: OSStatus = -67845

/// Request lost.
public let errSecRequestLost: OSStatus = -67846

/// Request rejected.
public let errSecRequestRejected: OSStatus = -67847

/// Unsupported address type.
public let errSecUnsupportedAddressType: OSStatus = -67848

/// Unsupported service.
public let errSecUnsupportedService: OSStatus = -67849

/// Invalid tuple group.
public let errSecInvalidTupleGroup: OSStatus = -67850

/// Invalid base ACLs.
public let errSecInvalidBaseACLs: OSStatus = -67851

/// Invalid tuple credentials.
public let errSecInvalidTupleCredentials: OSStatus = -67852

/// Invalid encoding.
public let errSecInvalidEncoding: OSStatus = -67853

/// Invalid validity period.
public let errSecInvalidValidityPeriod: OSStatus = -67854

/// Invalid requestor.
public let errSecInvalidRequestor: OSStatus = -67855

/// Request descriptor.
public let errSecRequestDescriptor: OSStatus = -67856

/// Invalid bundle info.
public let errSecInvalidBundleInfo: OSStatus = -67857

/// Invalid CRL index.
public let errSecInvalidCRLIndex: OSStatus = -67858

/// No field values.
public let errSecNoFieldValues: OSStatus = -67859

/// Unsupported field format.
public let errSecUnsupportedFieldFormat: OSStatus = -67860

/// Unsupported index info.
public let errSecUnsupportedIndexInfo: OSStatus = -67861

/// Unsupported locality.
public let errSecUnsupportedLocality: OSStatus = -67862

/// Unsupported num attributes.
public let errSecUnsupportedNumAttributes: OSStatus = -67863

/// Unsupported num indexes.
public let errSecUnsupportedNumIndexes: OSStatus = -67864

/// Unsupported num record types.
public let errSecUnsupportedNumRecordTypes: OSStatus = -67865

/// Invalid parsing module.
public let errSecInvalidParsingModule: OSStatus = -67868

#endif
