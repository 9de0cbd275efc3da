public import SecureStore

extension Status {
    /// The key leaves only wrapped, or not at all.
    public static let keyIsSensitive = Status(rawValue: -25258)
    /// Keys of that kind are not made in that size.
    public static let keySizeNotAllowed = Status(rawValue: -25311)
    /// The signature is not one of this key over this message.
    public static let verifyFailed = Status(rawValue: -67808)
}
