#if !canImport(Darwin)

// Codes about parameters of operations, which nothing here returns.

/// Invalid attribute initialisation vector.
public let errSecInvalidAttributeInitVector: OSStatus = -67750

/// Missing attribute initialisation vector.
public let errSecMissingAttributeInitVector: OSStatus = -67751

/// Invalid attribute salt.
public let errSecInvalidAttributeSalt: OSStatus = -67752

/// Missing attribute salt.
public let errSecMissingAttributeSalt: OSStatus = -67753

/// Invalid attribute padding.
public let errSecInvalidAttributePadding: OSStatus = -67754

/// Missing attribute padding.
public let errSecMissingAttributePadding: OSStatus = -67755

/// Invalid attribute random.
public let errSecInvalidAttributeRandom: OSStatus = -67756

/// Missing attribute random.
public let errSecMissingAttributeRandom: OSStatus = -67757

/// Invalid attribute seed.
public let errSecInvalidAttributeSeed: OSStatus = -67758

/// Missing attribute seed.
public let errSecMissingAttributeSeed: OSStatus = -67759

/// Invalid attribute block size.
public let errSecInvalidAttributeBlockSize: OSStatus = -67764

/// Missing attribute block size.
public let errSecMissingAttributeBlockSize: OSStatus = -67765

/// Invalid attribute output size.
public let errSecInvalidAttributeOutputSize: OSStatus = -67766

/// Missing attribute output size.
public let errSecMissingAttributeOutputSize: OSStatus = -67767

/// Invalid attribute rounds.
public let errSecInvalidAttributeRounds: OSStatus = -67768

/// Missing attribute rounds.
public let errSecMissingAttributeRounds: OSStatus = -67769

/// Invalid algorithm parameters.
public let errSecInvalidAlgorithmParms: OSStatus = -67770

/// Missing algorithm parameters.
public let errSecMissingAlgorithmParms: OSStatus = -67771

/// Invalid attribute mode.
public let errSecInvalidAttributeMode: OSStatus = -67776

/// Missing attribute mode.
public let errSecMissingAttributeMode: OSStatus = -67777

/// Invalid attribute effective bits.
public let errSecInvalidAttributeEffectiveBits: OSStatus = -67778

/// Missing attribute effective bits.
public let errSecMissingAttributeEffectiveBits: OSStatus = -67779

/// Invalid attribute start date.
public let errSecInvalidAttributeStartDate: OSStatus = -67780

/// Missing attribute start date.
public let errSecMissingAttributeStartDate: OSStatus = -67781

/// Invalid attribute end date.
public let errSecInvalidAttributeEndDate: OSStatus = -67782

/// Missing attribute end date.
public let errSecMissingAttributeEndDate: OSStatus = -67783

/// Invalid attribute version.
public let errSecInvalidAttributeVersion: OSStatus = -67784

/// Missing attribute version.
public let errSecMissingAttributeVersion: OSStatus = -67785

/// Invalid attribute prime.
public let errSecInvalidAttributePrime: OSStatus = -67786

/// Missing attribute prime.
public let errSecMissingAttributePrime: OSStatus = -67787

/// Invalid attribute base.
public let errSecInvalidAttributeBase: OSStatus = -67788

/// Missing attribute base.
public let errSecMissingAttributeBase: OSStatus = -67789

/// Invalid attribute subprime.
public let errSecInvalidAttributeSubprime: OSStatus = -67790

/// Missing attribute subprime.
public let errSecMissingAttributeSubprime: OSStatus = -67791

/// Invalid attribute iteration count.
public let errSecInvalidAttributeIterationCount: OSStatus = -67792

/// Missing attribute iteration count.
public let errSecMissingAttributeIterationCount: OSStatus = -67793

/// Invalid attribute DLDB handle.
public let errSecInvalidAttributeDLDBHandle: OSStatus = -67794

/// Missing attribute DLDB handle.
public let errSecMissingAttributeDLDBHandle: OSStatus = -67795

/// Invalid attribute access credentials.
public let errSecInvalidAttributeAccessCredentials: OSStatus = -67796

/// Missing attribute access credentials.
public let errSecMissingAttributeAccessCredentials: OSStatus = -67797

/// Invalid attribute public key format.
public let errSecInvalidAttributePublicKeyFormat: OSStatus = -67798

/// Missing attribute public key format.
public let errSecMissingAttributePublicKeyFormat: OSStatus = -67799

/// Invalid attribute private key format.
public let errSecInvalidAttributePrivateKeyFormat: OSStatus = -67800

/// Missing attribute private key format.
public let errSecMissingAttributePrivateKeyFormat: OSStatus = -67801

/// Invalid attribute symmetric key format.
public let errSecInvalidAttributeSymmetricKeyFormat: OSStatus = -67802

/// Missing attribute symmetric key format.
public let errSecMissingAttributeSymmetricKeyFormat: OSStatus = -67803

/// Invalid attribute wrapped key format.
public let errSecInvalidAttributeWrappedKeyFormat: OSStatus = -67804

/// Missing attribute wrapped key format.
public let errSecMissingAttributeWrappedKeyFormat: OSStatus = -67805

#endif
