// Codes about parameters of operations, which nothing here returns.

/// Invalid attribute initialisation vector.
public let errSecInvalidAttributeInitVector: OSStatus = -67_750

/// Missing attribute initialisation vector.
public let errSecMissingAttributeInitVector: OSStatus = -67_751

/// Invalid attribute salt.
public let errSecInvalidAttributeSalt: OSStatus = -67_752

/// Missing attribute salt.
public let errSecMissingAttributeSalt: OSStatus = -67_753

/// Invalid attribute padding.
public let errSecInvalidAttributePadding: OSStatus = -67_754

/// Missing attribute padding.
public let errSecMissingAttributePadding: OSStatus = -67_755

/// Invalid attribute random.
public let errSecInvalidAttributeRandom: OSStatus = -67_756

/// Missing attribute random.
public let errSecMissingAttributeRandom: OSStatus = -67_757

/// Invalid attribute seed.
public let errSecInvalidAttributeSeed: OSStatus = -67_758

/// Missing attribute seed.
public let errSecMissingAttributeSeed: OSStatus = -67_759

/// Invalid attribute block size.
public let errSecInvalidAttributeBlockSize: OSStatus = -67_764

/// Missing attribute block size.
public let errSecMissingAttributeBlockSize: OSStatus = -67_765

/// Invalid attribute output size.
public let errSecInvalidAttributeOutputSize: OSStatus = -67_766

/// Missing attribute output size.
public let errSecMissingAttributeOutputSize: OSStatus = -67_767

/// Invalid attribute rounds.
public let errSecInvalidAttributeRounds: OSStatus = -67_768

/// Missing attribute rounds.
public let errSecMissingAttributeRounds: OSStatus = -67_769

/// Invalid algorithm parameters.
public let errSecInvalidAlgorithmParms: OSStatus = -67_770

/// Missing algorithm parameters.
public let errSecMissingAlgorithmParms: OSStatus = -67_771

/// Invalid attribute mode.
public let errSecInvalidAttributeMode: OSStatus = -67_776

/// Missing attribute mode.
public let errSecMissingAttributeMode: OSStatus = -67_777

/// Invalid attribute effective bits.
public let errSecInvalidAttributeEffectiveBits: OSStatus = -67_778

/// Missing attribute effective bits.
public let errSecMissingAttributeEffectiveBits: OSStatus = -67_779

/// Invalid attribute start date.
public let errSecInvalidAttributeStartDate: OSStatus = -67_780

/// Missing attribute start date.
public let errSecMissingAttributeStartDate: OSStatus = -67_781

/// Invalid attribute end date.
public let errSecInvalidAttributeEndDate: OSStatus = -67_782

/// Missing attribute end date.
public let errSecMissingAttributeEndDate: OSStatus = -67_783

/// Invalid attribute version.
public let errSecInvalidAttributeVersion: OSStatus = -67_784

/// Missing attribute version.
public let errSecMissingAttributeVersion: OSStatus = -67_785

/// Invalid attribute prime.
public let errSecInvalidAttributePrime: OSStatus = -67_786

/// Missing attribute prime.
public let errSecMissingAttributePrime: OSStatus = -67_787

/// Invalid attribute base.
public let errSecInvalidAttributeBase: OSStatus = -67_788

/// Missing attribute base.
public let errSecMissingAttributeBase: OSStatus = -67_789

/// Invalid attribute subprime.
public let errSecInvalidAttributeSubprime: OSStatus = -67_790

/// Missing attribute subprime.
public let errSecMissingAttributeSubprime: OSStatus = -67_791

/// Invalid attribute iteration count.
public let errSecInvalidAttributeIterationCount: OSStatus = -67_792

/// Missing attribute iteration count.
public let errSecMissingAttributeIterationCount: OSStatus = -67_793

/// Invalid attribute DLDB handle.
public let errSecInvalidAttributeDLDBHandle: OSStatus = -67_794

/// Missing attribute DLDB handle.
public let errSecMissingAttributeDLDBHandle: OSStatus = -67_795

/// Invalid attribute access credentials.
public let errSecInvalidAttributeAccessCredentials: OSStatus = -67_796

/// Missing attribute access credentials.
public let errSecMissingAttributeAccessCredentials: OSStatus = -67_797

/// Invalid attribute public key format.
public let errSecInvalidAttributePublicKeyFormat: OSStatus = -67_798

/// Missing attribute public key format.
public let errSecMissingAttributePublicKeyFormat: OSStatus = -67_799

/// Invalid attribute private key format.
public let errSecInvalidAttributePrivateKeyFormat: OSStatus = -67_800

/// Missing attribute private key format.
public let errSecMissingAttributePrivateKeyFormat: OSStatus = -67_801

/// Invalid attribute symmetric key format.
public let errSecInvalidAttributeSymmetricKeyFormat: OSStatus = -67_802

/// Missing attribute symmetric key format.
public let errSecMissingAttributeSymmetricKeyFormat: OSStatus = -67_803

/// Invalid attribute wrapped key format.
public let errSecInvalidAttributeWrappedKeyFormat: OSStatus = -67_804

/// Missing attribute wrapped key format.
public let errSecMissingAttributeWrappedKeyFormat: OSStatus = -67_805

// MARK: - What they say

extension CodeMessages {
    static let parameters: [OSStatus: String] = [
        errSecInvalidAttributeInitVector: "invalid attribute initialisation vector",
        errSecMissingAttributeInitVector: "missing attribute initialisation vector",
        errSecInvalidAttributeSalt: "invalid attribute salt",
        errSecMissingAttributeSalt: "missing attribute salt",
        errSecInvalidAttributePadding: "invalid attribute padding",
        errSecMissingAttributePadding: "missing attribute padding",
        errSecInvalidAttributeRandom: "invalid attribute random",
        errSecMissingAttributeRandom: "missing attribute random",
        errSecInvalidAttributeSeed: "invalid attribute seed",
        errSecMissingAttributeSeed: "missing attribute seed",
        errSecInvalidAttributeBlockSize: "invalid attribute block size",
        errSecMissingAttributeBlockSize: "missing attribute block size",
        errSecInvalidAttributeOutputSize: "invalid attribute output size",
        errSecMissingAttributeOutputSize: "missing attribute output size",
        errSecInvalidAttributeRounds: "invalid attribute rounds",
        errSecMissingAttributeRounds: "missing attribute rounds",
        errSecInvalidAlgorithmParms: "invalid algorithm parameters",
        errSecMissingAlgorithmParms: "missing algorithm parameters",
        errSecInvalidAttributeMode: "invalid attribute mode",
        errSecMissingAttributeMode: "missing attribute mode",
        errSecInvalidAttributeEffectiveBits: "invalid attribute effective bits",
        errSecMissingAttributeEffectiveBits: "missing attribute effective bits",
        errSecInvalidAttributeStartDate: "invalid attribute start date",
        errSecMissingAttributeStartDate: "missing attribute start date",
        errSecInvalidAttributeEndDate: "invalid attribute end date",
        errSecMissingAttributeEndDate: "missing attribute end date",
        errSecInvalidAttributeVersion: "invalid attribute version",
        errSecMissingAttributeVersion: "missing attribute version",
        errSecInvalidAttributePrime: "invalid attribute prime",
        errSecMissingAttributePrime: "missing attribute prime",
        errSecInvalidAttributeBase: "invalid attribute base",
        errSecMissingAttributeBase: "missing attribute base",
        errSecInvalidAttributeSubprime: "invalid attribute subprime",
        errSecMissingAttributeSubprime: "missing attribute subprime",
        errSecInvalidAttributeIterationCount: "invalid attribute iteration count",
        errSecMissingAttributeIterationCount: "missing attribute iteration count",
        errSecInvalidAttributeDLDBHandle: "invalid attribute DLDB handle",
        errSecMissingAttributeDLDBHandle: "missing attribute DLDB handle",
        errSecInvalidAttributeAccessCredentials: "invalid attribute access credentials",
        errSecMissingAttributeAccessCredentials: "missing attribute access credentials",
        errSecInvalidAttributePublicKeyFormat: "invalid attribute public key format",
        errSecMissingAttributePublicKeyFormat: "missing attribute public key format",
        errSecInvalidAttributePrivateKeyFormat: "invalid attribute private key format",
        errSecMissingAttributePrivateKeyFormat: "missing attribute private key format",
        errSecInvalidAttributeSymmetricKeyFormat: "invalid attribute symmetric key format",
        errSecMissingAttributeSymmetricKeyFormat: "missing attribute symmetric key format",
        errSecInvalidAttributeWrappedKeyFormat: "invalid attribute wrapped key format",
        errSecMissingAttributeWrappedKeyFormat: "missing attribute wrapped key format",
    ]
}
