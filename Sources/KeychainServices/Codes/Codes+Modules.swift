#if !canImport(Darwin)

// Codes about modules and masks of macOS, which nothing here has.

/// PVC referent not found.
public let errSecPVCReferentNotFound: OSStatus = -67669

/// Function integrity fail.
public let errSecFunctionIntegrityFail: OSStatus = -67670

/// MDS error.
public let errSecMDSError: OSStatus = -67674

/// Self check failed.
public let errSecSelfCheckFailed: OSStatus = -67676

/// Module manifest verify failed.
public let errSecModuleManifestVerifyFailed: OSStatus = -67678

/// Invalid GUID.
public let errSecInvalidGUID: OSStatus = -67679

/// Invalid DB list.
public let errSecInvalidDBList: OSStatus = -67681

/// Invalid passthrough ID.
public let errSecInvalidPassthroughID: OSStatus = -67682

/// Invalid network address.
public let errSecInvalidNetworkAddress: OSStatus = -67683

/// CRL already signed.
public let errSecCRLAlreadySigned: OSStatus = -67684

/// Invalid number of fields.
public let errSecInvalidNumberOfFields: OSStatus = -67685

/// Unknown tag.
public let errSecUnknownTag: OSStatus = -67687

/// Tag not found.
public let errSecTagNotFound: OSStatus = -67692

/// Callback failed.
public let errSecCallbackFailed: OSStatus = -67695

/// Invalid sample value.
public let errSecInvalidSampleValue: OSStatus = -67703

/// Invalid scope.
public let errSecInvalidScope: OSStatus = -67706

/// PVC already configured.
public let errSecPVCAlreadyConfigured: OSStatus = -67707

/// Invalid PVC.
public let errSecInvalidPVC: OSStatus = -67708

/// EMM load failed.
public let errSecEMMLoadFailed: OSStatus = -67709

/// EMM unload failed.
public let errSecEMMUnloadFailed: OSStatus = -67710

/// Addin load failed.
public let errSecAddinLoadFailed: OSStatus = -67711

/// Addin unload failed.
public let errSecAddinUnloadFailed: OSStatus = -67714

/// Library reference not found.
public let errSecLibraryReferenceNotFound: OSStatus = -67715

/// Invalid addin function table.
public let errSecInvalidAddinFunctionTable: OSStatus = -67716

/// Invalid service mask.
public let errSecInvalidServiceMask: OSStatus = -67717

/// Module not loaded.
public let errSecModuleNotLoaded: OSStatus = -67718

/// Invalid sub service ID.
public let errSecInvalidSubServiceID: OSStatus = -67719

/// Attribute not in context.
public let errSecAttributeNotInContext: OSStatus = -67720

/// Module manager initialize failed.
public let errSecModuleManagerInitializeFailed: OSStatus = -67721

/// Module manager not found.
public let errSecModuleManagerNotFound: OSStatus = -67722

/// Event notification callback not found.
public let errSecEventNotificationCallbackNotFound: OSStatus = -67723

/// Privilege not supported.
public let errSecPrivilegeNotSupported: OSStatus = -67726

/// Attach handle busy.
public let errSecAttachHandleBusy: OSStatus = -67728

/// Invalid key usage mask.
public let errSecInvalidKeyUsageMask: OSStatus = -67736

/// Unsupported key usage mask.
public let errSecUnsupportedKeyUsageMask: OSStatus = -67737

/// Invalid key attribute mask.
public let errSecInvalidKeyAttributeMask: OSStatus = -67738

/// Unsupported key attribute mask.
public let errSecUnsupportedKeyAttributeMask: OSStatus = -67739

/// Unsupported key label.
public let errSecUnsupportedKeyLabel: OSStatus = -67741

/// Unsupported vector of buffers.
public let errSecUnsupportedVectorOfBuffers: OSStatus = -67743

/// Invalid input vector.
public let errSecInvalidInputVector: OSStatus = -67744

/// Invalid output vector.
public let errSecInvalidOutputVector: OSStatus = -67745

#endif
