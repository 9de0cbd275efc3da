/// Which half of a pair a key is, or that it is symmetric.
public struct KeyClass: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int
    /// Any value; one without a name here is kept as it is.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// A public key.
    public static let `public` = KeyClass(rawValue: 0)
    /// A private key.
    public static let `private` = KeyClass(rawValue: 1)
    /// A symmetric key.
    public static let symmetric = KeyClass(rawValue: 2)
}
