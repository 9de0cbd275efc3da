// Codes about modules and masks of macOS, which nothing here has.

/// PVC referent not found.
public let errSecPVCReferentNotFound: OSStatus = -67_669

/// Function integrity fail.
public let errSecFunctionIntegrityFail: OSStatus = -67_670

/// MDS error.
public let errSecMDSError: OSStatus = -67_674

/// Self check failed.
public let errSecSelfCheckFailed: OSStatus = -67_676

/// Module manifest verify failed.
public let errSecModuleManifestVerifyFailed: OSStatus = -67_678

/// Invalid GUID.
public let errSecInvalidGUID: OSStatus = -67_679

/// Invalid DB list.
public let errSecInvalidDBList: OSStatus = -67_681

/// Invalid passthrough ID.
public let errSecInvalidPassthroughID: OSStatus = -67_682

/// Invalid network address.
public let errSecInvalidNetworkAddress: OSStatus = -67_683

/// CRL already signed.
public let errSecCRLAlreadySigned: OSStatus = -67_684

/// Invalid number of fields.
public let errSecInvalidNumberOfFields: OSStatus = -67_685

/// Unknown tag.
public let errSecUnknownTag: OSStatus = -67_687

/// Tag not found.
public let errSecTagNotFound: OSStatus = -67_692

/// Callback failed.
public let errSecCallbackFailed: OSStatus = -67_695

/// Invalid sample value.
public let errSecInvalidSampleValue: OSStatus = -67_703

/// Invalid scope.
public let errSecInvalidScope: OSStatus = -67_706

/// PVC already configured.
public let errSecPVCAlreadyConfigured: OSStatus = -67_707

/// Invalid PVC.
public let errSecInvalidPVC: OSStatus = -67_708

/// EMM load failed.
public let errSecEMMLoadFailed: OSStatus = -67_709

/// EMM unload failed.
public let errSecEMMUnloadFailed: OSStatus = -67_710

/// Addin load failed.
public let errSecAddinLoadFailed: OSStatus = -67_711

/// Addin unload failed.
public let errSecAddinUnloadFailed: OSStatus = -67_714

/// Library reference not found.
public let errSecLibraryReferenceNotFound: OSStatus = -67_715

/// Invalid addin function table.
public let errSecInvalidAddinFunctionTable: OSStatus = -67_716

/// Invalid service mask.
public let errSecInvalidServiceMask: OSStatus = -67_717

/// Module not loaded.
public let errSecModuleNotLoaded: OSStatus = -67_718

/// Invalid sub service ID.
public let errSecInvalidSubServiceID: OSStatus = -67_719

/// Attribute not in context.
public let errSecAttributeNotInContext: OSStatus = -67_720

/// Module manager initialize failed.
public let errSecModuleManagerInitializeFailed: OSStatus = -67_721

/// Module manager not found.
public let errSecModuleManagerNotFound: OSStatus = -67_722

/// Event notification callback not found.
public let errSecEventNotificationCallbackNotFound: OSStatus = -67_723

/// Privilege not supported.
public let errSecPrivilegeNotSupported: OSStatus = -67_726

/// Attach handle busy.
public let errSecAttachHandleBusy: OSStatus = -67_728

/// Invalid key usage mask.
public let errSecInvalidKeyUsageMask: OSStatus = -67_736

/// Unsupported key usage mask.
public let errSecUnsupportedKeyUsageMask: OSStatus = -67_737

/// Invalid key attribute mask.
public let errSecInvalidKeyAttributeMask: OSStatus = -67_738

/// Unsupported key attribute mask.
public let errSecUnsupportedKeyAttributeMask: OSStatus = -67_739

/// Unsupported key label.
public let errSecUnsupportedKeyLabel: OSStatus = -67_741

/// Unsupported vector of buffers.
public let errSecUnsupportedVectorOfBuffers: OSStatus = -67_743

/// Invalid input vector.
public let errSecInvalidInputVector: OSStatus = -67_744

/// Invalid output vector.
public let errSecInvalidOutputVector: OSStatus = -67_745

// MARK: - What they say

extension CodeMessages {
    static let modules: [OSStatus: String] = [
        errSecPVCReferentNotFound: "PVC referent not found",
        errSecFunctionIntegrityFail: "function integrity fail",
        errSecMDSError: "MDS error",
        errSecSelfCheckFailed: "self check failed",
        errSecModuleManifestVerifyFailed: "module manifest verify failed",
        errSecInvalidGUID: "invalid GUID",
        errSecInvalidDBList: "invalid DB list",
        errSecInvalidPassthroughID: "invalid passthrough ID",
        errSecInvalidNetworkAddress: "invalid network address",
        errSecCRLAlreadySigned: "CRL already signed",
        errSecInvalidNumberOfFields: "invalid number of fields",
        errSecUnknownTag: "unknown tag",
        errSecTagNotFound: "tag not found",
        errSecCallbackFailed: "callback failed",
        errSecInvalidSampleValue: "invalid sample value",
        errSecInvalidScope: "invalid scope",
        errSecPVCAlreadyConfigured: "PVC already configured",
        errSecInvalidPVC: "invalid PVC",
        errSecEMMLoadFailed: "EMM load failed",
        errSecEMMUnloadFailed: "EMM unload failed",
        errSecAddinLoadFailed: "addin load failed",
        errSecAddinUnloadFailed: "addin unload failed",
        errSecLibraryReferenceNotFound: "library reference not found",
        errSecInvalidAddinFunctionTable: "invalid addin function table",
        errSecInvalidServiceMask: "invalid service mask",
        errSecModuleNotLoaded: "module not loaded",
        errSecInvalidSubServiceID: "invalid sub service ID",
        errSecAttributeNotInContext: "attribute not in context",
        errSecModuleManagerInitializeFailed: "module manager initialize failed",
        errSecModuleManagerNotFound: "module manager not found",
        errSecEventNotificationCallbackNotFound: "event notification callback not found",
        errSecPrivilegeNotSupported: "privilege not supported",
        errSecAttachHandleBusy: "attach handle busy",
        errSecInvalidKeyUsageMask: "invalid key usage mask",
        errSecUnsupportedKeyUsageMask: "unsupported key usage mask",
        errSecInvalidKeyAttributeMask: "invalid key attribute mask",
        errSecUnsupportedKeyAttributeMask: "unsupported key attribute mask",
        errSecUnsupportedKeyLabel: "unsupported key label",
        errSecUnsupportedVectorOfBuffers: "unsupported vector of buffers",
        errSecInvalidInputVector: "invalid input vector",
        errSecInvalidOutputVector: "invalid output vector",
    ]
}
