extension Status {
    /// The key leaves the store only in wrapped form.
    public static let keyIsSensitive = Status(rawValue: -25258)
    /// The size of the key is out of range.
    public static let keySizeNotAllowed = Status(rawValue: -25311)
    /// The token was reset while it was in use.
    public static let deviceReset = Status(rawValue: -67587)
    /// The token stopped working.
    public static let deviceFailed = Status(rawValue: -67588)
    /// The stored record of the key is damaged.
    public static let invalidKeyBlob = Status(rawValue: -67599)
    /// The stored record of the key comes from a version that does not fit.
    public static let incompatibleKeyBlob = Status(rawValue: -67601)
    /// A check on the data did not hold.
    public static let verificationFailure = Status(rawValue: -67686)
    /// The signature is malformed, or does not match what was signed.
    public static let invalidSignature = Status(rawValue: -67688)
    /// The key object is malformed or gone.
    public static let invalidKeyRef = Status(rawValue: -67712)
    /// The key belongs to a hierarchy that does not exist.
    public static let invalidKeyHierarchy = Status(rawValue: -67713)
    /// The input is too short, too long or not a multiple of the block.
    public static let inputLengthError = Status(rawValue: -67724)
    /// The output would not have the length asked for.
    public static let outputLengthError = Status(rawValue: -67725)
    /// The token reported an error.
    public static let deviceError = Status(rawValue: -67727)
    /// The key does not serve the algorithm.
    public static let algorithmMismatch = Status(rawValue: -67730)
    /// The key is not meant for this use.
    public static let keyUsageIncorrect = Status(rawValue: -67731)
    /// The stored record of the key is of another type.
    public static let keyBlobTypeIncorrect = Status(rawValue: -67732)
    /// The header of the key contradicts itself or the key.
    public static let keyHeaderInconsistent = Status(rawValue: -67733)
    /// The format of the key is known but not supported.
    public static let unsupportedKeyFormat = Status(rawValue: -67734)
    /// The size of the key is not supported.
    public static let unsupportedKeySize = Status(rawValue: -67735)
    /// The label of the key is malformed.
    public static let invalidKeyLabel = Status(rawValue: -67740)
    /// The format of the key is not one that exists.
    public static let invalidKeyFormat = Status(rawValue: -67742)
    /// The context of a cryptographic operation is malformed.
    public static let invalidContext = Status(rawValue: -67746)
    /// The algorithm is unknown, or wrong for the operation.
    public static let invalidAlgorithm = Status(rawValue: -67747)
    /// The key given as a parameter is wrong.
    public static let invalidAttributeKey = Status(rawValue: -67748)
    /// The operation needs a key as a parameter.
    public static let missingAttributeKey = Status(rawValue: -67749)
    /// The passphrase given as a parameter is wrong.
    public static let invalidAttributePassphrase = Status(rawValue: -67760)
    /// The operation needs a passphrase as a parameter.
    public static let missingAttributePassphrase = Status(rawValue: -67761)
    /// The key length given as a parameter is wrong.
    public static let invalidAttributeKeyLength = Status(rawValue: -67762)
    /// The operation needs a key length as a parameter.
    public static let missingAttributeKeyLength = Status(rawValue: -67763)
    /// The label given as a parameter is wrong.
    public static let invalidAttributeLabel = Status(rawValue: -67772)
    /// The operation needs a label as a parameter.
    public static let missingAttributeLabel = Status(rawValue: -67773)
    /// The key type given as a parameter is wrong.
    public static let invalidAttributeKeyType = Status(rawValue: -67774)
    /// The operation needs a key type as a parameter.
    public static let missingAttributeKeyType = Status(rawValue: -67775)
    /// A cryptographic check failed, as it does on a damaged record.
    public static let verifyFailed = Status(rawValue: -67808)
    /// The public half does not belong to the private one.
    public static let publicKeyInconsistent = Status(rawValue: -67811)
}
