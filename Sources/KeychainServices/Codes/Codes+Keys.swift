#if !canImport(Darwin)

private import SecureStore

// Codes about keys, cryptography and tokens.

/// The key leaves the store only in wrapped form.
public let errSecKeyIsSensitive: OSStatus = Status.keyIsSensitive.rawValue

/// The size of the key is out of range.
public let errSecKeySizeNotAllowed: OSStatus = Status.keySizeNotAllowed.rawValue

/// The token was reset while it was in use.
public let errSecDeviceReset: OSStatus = Status.deviceReset.rawValue

/// The token stopped working.
public let errSecDeviceFailed: OSStatus = Status.deviceFailed.rawValue

/// The stored record of the key is damaged.
public let errSecInvalidKeyBlob: OSStatus = Status.invalidKeyBlob.rawValue

/// The stored record of the key comes from a version that does not fit.
public let errSecIncompatibleKeyBlob: OSStatus = Status.incompatibleKeyBlob.rawValue

/// A check on the data did not hold.
public let errSecVerificationFailure: OSStatus = Status.verificationFailure.rawValue

/// The signature is malformed, or does not match what was signed.
public let errSecInvalidSignature: OSStatus = Status.invalidSignature.rawValue

/// The key object is malformed or gone.
public let errSecInvalidKeyRef: OSStatus = Status.invalidKeyRef.rawValue

/// The key belongs to a hierarchy that does not exist.
public let errSecInvalidKeyHierarchy: OSStatus = Status.invalidKeyHierarchy.rawValue

/// The input is too short, too long or not a multiple of the block.
public let errSecInputLengthError: OSStatus = Status.inputLengthError.rawValue

/// The output would not have the length asked for.
public let errSecOutputLengthError: OSStatus = Status.outputLengthError.rawValue

/// The token reported an error.
public let errSecDeviceError: OSStatus = Status.deviceError.rawValue

/// The key does not serve the algorithm.
public let errSecAlgorithmMismatch: OSStatus = Status.algorithmMismatch.rawValue

/// The key is not meant for this use.
public let errSecKeyUsageIncorrect: OSStatus = Status.keyUsageIncorrect.rawValue

/// The stored record of the key is of another type.
public let errSecKeyBlobTypeIncorrect: OSStatus = Status.keyBlobTypeIncorrect.rawValue

/// The header of the key contradicts itself or the key.
public let errSecKeyHeaderInconsistent: OSStatus = Status.keyHeaderInconsistent.rawValue

/// The format of the key is known but not supported.
public let errSecUnsupportedKeyFormat: OSStatus = Status.unsupportedKeyFormat.rawValue

/// The size of the key is not supported.
public let errSecUnsupportedKeySize: OSStatus = Status.unsupportedKeySize.rawValue

/// The label of the key is malformed.
public let errSecInvalidKeyLabel: OSStatus = Status.invalidKeyLabel.rawValue

/// The format of the key is not one that exists.
public let errSecInvalidKeyFormat: OSStatus = Status.invalidKeyFormat.rawValue

/// The context of a cryptographic operation is malformed.
public let errSecInvalidContext: OSStatus = Status.invalidContext.rawValue

/// The algorithm is unknown, or wrong for the operation.
public let errSecInvalidAlgorithm: OSStatus = Status.invalidAlgorithm.rawValue

/// The key given as a parameter is wrong.
public let errSecInvalidAttributeKey: OSStatus = Status.invalidAttributeKey.rawValue

/// The operation needs a key as a parameter.
public let errSecMissingAttributeKey: OSStatus = Status.missingAttributeKey.rawValue

/// The passphrase given as a parameter is wrong.
public let errSecInvalidAttributePassphrase: OSStatus = Status.invalidAttributePassphrase.rawValue

/// The operation needs a passphrase as a parameter.
public let errSecMissingAttributePassphrase: OSStatus = Status.missingAttributePassphrase.rawValue

/// The key length given as a parameter is wrong.
public let errSecInvalidAttributeKeyLength: OSStatus = Status.invalidAttributeKeyLength.rawValue

/// The operation needs a key length as a parameter.
public let errSecMissingAttributeKeyLength: OSStatus = Status.missingAttributeKeyLength.rawValue

/// The label given as a parameter is wrong.
public let errSecInvalidAttributeLabel: OSStatus = Status.invalidAttributeLabel.rawValue

/// The operation needs a label as a parameter.
public let errSecMissingAttributeLabel: OSStatus = Status.missingAttributeLabel.rawValue

/// The key type given as a parameter is wrong.
public let errSecInvalidAttributeKeyType: OSStatus = Status.invalidAttributeKeyType.rawValue

/// The operation needs a key type as a parameter.
public let errSecMissingAttributeKeyType: OSStatus = Status.missingAttributeKeyType.rawValue

/// A cryptographic check failed, as it does on a damaged record.
public let errSecVerifyFailed: OSStatus = Status.verifyFailed.rawValue

/// The public half does not belong to the private one.
public let errSecPublicKeyInconsistent: OSStatus = Status.publicKeyInconsistent.rawValue

#endif
