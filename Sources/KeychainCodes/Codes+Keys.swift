private import SecureStore

// Codes about keys, cryptography and tokens.

/// The key leaves the store only in wrapped form.
public let errSecKeyIsSensitive: OSStatus = -25_258

/// The size of the key is out of range.
public let errSecKeySizeNotAllowed: OSStatus = -25_311

/// The token was reset while it was in use.
public let errSecDeviceReset: OSStatus = -67_587

/// The token stopped working.
public let errSecDeviceFailed: OSStatus = -67_588

/// The stored record of the key is damaged.
public let errSecInvalidKeyBlob: OSStatus = -67_599

/// The stored record of the key comes from a version that does not fit.
public let errSecIncompatibleKeyBlob: OSStatus = -67_601

/// A check on the data did not hold.
public let errSecVerificationFailure: OSStatus = -67_686

/// The signature is malformed, or does not match what was signed.
public let errSecInvalidSignature: OSStatus = -67_688

/// The key object is malformed or gone.
public let errSecInvalidKeyRef: OSStatus = -67_712

/// The key belongs to a hierarchy that does not exist.
public let errSecInvalidKeyHierarchy: OSStatus = -67_713

/// The input is too short, too long or not a multiple of the block.
public let errSecInputLengthError: OSStatus = -67_724

/// The output would not have the length asked for.
public let errSecOutputLengthError: OSStatus = -67_725

/// The token reported an error.
public let errSecDeviceError: OSStatus = -67_727

/// The key does not serve the algorithm.
public let errSecAlgorithmMismatch: OSStatus = -67_730

/// The key is not meant for this use.
public let errSecKeyUsageIncorrect: OSStatus = -67_731

/// The stored record of the key is of another type.
public let errSecKeyBlobTypeIncorrect: OSStatus = -67_732

/// The header of the key contradicts itself or the key.
public let errSecKeyHeaderInconsistent: OSStatus = -67_733

/// The format of the key is known but not supported.
public let errSecUnsupportedKeyFormat: OSStatus = -67_734

/// The size of the key is not supported.
public let errSecUnsupportedKeySize: OSStatus = -67_735

/// The label of the key is malformed.
public let errSecInvalidKeyLabel: OSStatus = -67_740

/// The format of the key is not one that exists.
public let errSecInvalidKeyFormat: OSStatus = Status.invalidKeyFormat.rawValue

/// The context of a cryptographic operation is malformed.
public let errSecInvalidContext: OSStatus = -67_746

/// The algorithm is unknown, or wrong for the operation.
public let errSecInvalidAlgorithm: OSStatus = -67_747

/// The key given as a parameter is wrong.
public let errSecInvalidAttributeKey: OSStatus = -67_748

/// The operation needs a key as a parameter.
public let errSecMissingAttributeKey: OSStatus = -67_749

/// The passphrase given as a parameter is wrong.
public let errSecInvalidAttributePassphrase: OSStatus = -67_760

/// The operation needs a passphrase as a parameter.
public let errSecMissingAttributePassphrase: OSStatus = -67_761

/// The key length given as a parameter is wrong.
public let errSecInvalidAttributeKeyLength: OSStatus = -67_762

/// The operation needs a key length as a parameter.
public let errSecMissingAttributeKeyLength: OSStatus = -67_763

/// The label given as a parameter is wrong.
public let errSecInvalidAttributeLabel: OSStatus = -67_772

/// The operation needs a label as a parameter.
public let errSecMissingAttributeLabel: OSStatus = -67_773

/// The key type given as a parameter is wrong.
public let errSecInvalidAttributeKeyType: OSStatus = -67_774

/// The operation needs a key type as a parameter.
public let errSecMissingAttributeKeyType: OSStatus = -67_775

/// A cryptographic check failed, as it does on a damaged record.
public let errSecVerifyFailed: OSStatus = -67_808

/// The public half does not belong to the private one.
public let errSecPublicKeyInconsistent: OSStatus = -67_811

// MARK: - What they say

extension CodeMessages {
    static let keys: [OSStatus: String] = [
        errSecKeyIsSensitive: "the key can only be exported wrapped",
        errSecKeySizeNotAllowed: "the key size is not allowed",
        errSecDeviceReset: "the token was reset",
        errSecDeviceFailed: "the token stopped working",
        errSecInvalidKeyBlob: "the key record is damaged",
        errSecIncompatibleKeyBlob: "the key record does not fit",
        errSecVerificationFailure: "the check did not hold",
        errSecInvalidSignature: "the signature is not valid",
        errSecInvalidKeyRef: "the key reference is not valid",
        errSecInvalidKeyHierarchy: "the key hierarchy is not valid",
        errSecInputLengthError: "the input length is wrong",
        errSecOutputLengthError: "the output length is wrong",
        errSecDeviceError: "the token reported an error",
        errSecAlgorithmMismatch: "the algorithm does not fit the key",
        errSecKeyUsageIncorrect: "the key is not meant for this use",
        errSecKeyBlobTypeIncorrect: "the key record is of the wrong type",
        errSecKeyHeaderInconsistent: "the key header is inconsistent",
        errSecUnsupportedKeyFormat: "the key format is not supported",
        errSecUnsupportedKeySize: "the key size is not supported",
        errSecInvalidKeyLabel: "the key label is not valid",
        errSecInvalidContext: "the cryptographic context is not valid",
        errSecInvalidAlgorithm: "the algorithm is not valid",
        errSecInvalidAttributeKey: "the key parameter is not valid",
        errSecMissingAttributeKey: "the key parameter is missing",
        errSecInvalidAttributePassphrase: "the passphrase parameter is not valid",
        errSecMissingAttributePassphrase: "the passphrase parameter is missing",
        errSecInvalidAttributeKeyLength: "the key length parameter is not valid",
        errSecMissingAttributeKeyLength: "the key length parameter is missing",
        errSecInvalidAttributeLabel: "the label parameter is not valid",
        errSecMissingAttributeLabel: "the label parameter is missing",
        errSecInvalidAttributeKeyType: "the key type parameter is not valid",
        errSecMissingAttributeKeyType: "the key type parameter is missing",
        errSecVerifyFailed: "the cryptographic check failed",
        errSecPublicKeyInconsistent: "the public half does not fit the private one",
    ]
}
