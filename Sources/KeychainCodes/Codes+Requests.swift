// Codes about requests for certificates, which nothing here returns.

/// Staged operation in progress.
public let errSecStagedOperationInProgress: OSStatus = -67_806

/// Staged operation not started.
public let errSecStagedOperationNotStarted: OSStatus = -67_807

/// Query size unknown.
public let errSecQuerySizeUnknown: OSStatus = -67_809

/// Block size mismatch.
public let errSecBlockSizeMismatch: OSStatus = -67_810

/// Device verify failed.
public let errSecDeviceVerifyFailed: OSStatus = -67_812

/// Invalid digest algorithm.
public let errSecInvalidDigestAlgorithm: OSStatus = -67_815

/// Invalid CRL group.
public let errSecInvalidCRLGroup: OSStatus = -67_816

/// Certificate cannot operate.
public let errSecCertificateCannotOperate: OSStatus = -67_817

/// Certificate suspended.
public let errSecCertificateSuspended: OSStatus = -67_821

/// Invalid action.
public let errSecInvalidAction: OSStatus = -67_823

/// Invalid authority.
public let errSecInvalidAuthority: OSStatus = -67_824

/// Verify action failed.
public let errSecVerifyActionFailed: OSStatus = -67_825

/// Invalid certificate authority.
public let errSecInvalidCertAuthority: OSStatus = -67_826

/// Invalid CRL authority.
public let errSecInvalidCRLAuthority: OSStatus = -67_827

/// Invalid CRL encoding.
public let errSecInvalidCRLEncoding: OSStatus = -67_828

/// Invalid CRL type.
public let errSecInvalidCRLType: OSStatus = -67_829

/// Invalid CRL.
public let errSecInvalidCRL: OSStatus = -67_830

/// Invalid form type.
public let errSecInvalidFormType: OSStatus = -67_831

/// Invalid ID.
public let errSecInvalidID: OSStatus = -67_832

/// Invalid identifier.
public let errSecInvalidIdentifier: OSStatus = -67_833

/// Invalid index.
public let errSecInvalidIndex: OSStatus = -67_834

/// Invalid policy identifiers.
public let errSecInvalidPolicyIdentifiers: OSStatus = -67_835

/// Invalid time string.
public let errSecInvalidTimeString: OSStatus = -67_836

/// Invalid reason.
public let errSecInvalidReason: OSStatus = -67_837

/// Invalid request inputs.
public let errSecInvalidRequestInputs: OSStatus = -67_838

/// Invalid response vector.
public let errSecInvalidResponseVector: OSStatus = -67_839

/// Invalid stop on policy.
public let errSecInvalidStopOnPolicy: OSStatus = -67_840

/// Invalid tuple.
public let errSecInvalidTuple: OSStatus = -67_841

/// No default authority.
public let errSecNoDefaultAuthority: OSStatus = -67_844

/// Rejected form.
public let errSecRejectedForm: OSStatus = -67_845

/// Request lost.
public let errSecRequestLost: OSStatus = -67_846

/// Request rejected.
public let errSecRequestRejected: OSStatus = -67_847

/// Unsupported address type.
public let errSecUnsupportedAddressType: OSStatus = -67_848

/// Unsupported service.
public let errSecUnsupportedService: OSStatus = -67_849

/// Invalid tuple group.
public let errSecInvalidTupleGroup: OSStatus = -67_850

/// Invalid base ACLs.
public let errSecInvalidBaseACLs: OSStatus = -67_851

/// Invalid tuple credentials.
public let errSecInvalidTupleCredentials: OSStatus = -67_852

/// Invalid encoding.
public let errSecInvalidEncoding: OSStatus = -67_853

/// Invalid validity period.
public let errSecInvalidValidityPeriod: OSStatus = -67_854

/// Invalid requestor.
public let errSecInvalidRequestor: OSStatus = -67_855

/// Request descriptor.
public let errSecRequestDescriptor: OSStatus = -67_856

/// Invalid bundle info.
public let errSecInvalidBundleInfo: OSStatus = -67_857

/// Invalid CRL index.
public let errSecInvalidCRLIndex: OSStatus = -67_858

/// No field values.
public let errSecNoFieldValues: OSStatus = -67_859

/// Unsupported field format.
public let errSecUnsupportedFieldFormat: OSStatus = -67_860

/// Unsupported index info.
public let errSecUnsupportedIndexInfo: OSStatus = -67_861

/// Unsupported locality.
public let errSecUnsupportedLocality: OSStatus = -67_862

/// Unsupported num attributes.
public let errSecUnsupportedNumAttributes: OSStatus = -67_863

/// Unsupported num indexes.
public let errSecUnsupportedNumIndexes: OSStatus = -67_864

/// Unsupported num record types.
public let errSecUnsupportedNumRecordTypes: OSStatus = -67_865

/// Invalid parsing module.
public let errSecInvalidParsingModule: OSStatus = -67_868

// MARK: - What they say

extension CodeMessages {
    static let requests: [OSStatus: String] = [
        errSecStagedOperationInProgress: "staged operation in progress",
        errSecStagedOperationNotStarted: "staged operation not started",
        errSecQuerySizeUnknown: "query size unknown",
        errSecBlockSizeMismatch: "block size mismatch",
        errSecDeviceVerifyFailed: "device verify failed",
        errSecInvalidDigestAlgorithm: "invalid digest algorithm",
        errSecInvalidCRLGroup: "invalid CRL group",
        errSecCertificateCannotOperate: "certificate cannot operate",
        errSecCertificateSuspended: "certificate suspended",
        errSecInvalidAction: "invalid action",
        errSecInvalidAuthority: "invalid authority",
        errSecVerifyActionFailed: "verify action failed",
        errSecInvalidCertAuthority: "invalid certificate authority",
        errSecInvalidCRLAuthority: "invalid CRL authority",
        errSecInvalidCRLEncoding: "invalid CRL encoding",
        errSecInvalidCRLType: "invalid CRL type",
        errSecInvalidCRL: "invalid CRL",
        errSecInvalidFormType: "invalid form type",
        errSecInvalidID: "invalid ID",
        errSecInvalidIdentifier: "invalid identifier",
        errSecInvalidIndex: "invalid index",
        errSecInvalidPolicyIdentifiers: "invalid policy identifiers",
        errSecInvalidTimeString: "invalid time string",
        errSecInvalidReason: "invalid reason",
        errSecInvalidRequestInputs: "invalid request inputs",
        errSecInvalidResponseVector: "invalid response vector",
        errSecInvalidStopOnPolicy: "invalid stop on policy",
        errSecInvalidTuple: "invalid tuple",
        errSecNoDefaultAuthority: "no default authority",
        errSecRejectedForm: "rejected form",
        errSecRequestLost: "request lost",
        errSecRequestRejected: "request rejected",
        errSecUnsupportedAddressType: "unsupported address type",
        errSecUnsupportedService: "unsupported service",
        errSecInvalidTupleGroup: "invalid tuple group",
        errSecInvalidBaseACLs: "invalid base ACLs",
        errSecInvalidTupleCredentials: "invalid tuple credentials",
        errSecInvalidEncoding: "invalid encoding",
        errSecInvalidValidityPeriod: "invalid validity period",
        errSecInvalidRequestor: "invalid requestor",
        errSecRequestDescriptor: "request descriptor",
        errSecInvalidBundleInfo: "invalid bundle info",
        errSecInvalidCRLIndex: "invalid CRL index",
        errSecNoFieldValues: "no field values",
        errSecUnsupportedFieldFormat: "unsupported field format",
        errSecUnsupportedIndexInfo: "unsupported index info",
        errSecUnsupportedLocality: "unsupported locality",
        errSecUnsupportedNumAttributes: "unsupported num attributes",
        errSecUnsupportedNumIndexes: "unsupported num indexes",
        errSecUnsupportedNumRecordTypes: "unsupported num record types",
        errSecInvalidParsingModule: "invalid parsing module",
    ]
}
