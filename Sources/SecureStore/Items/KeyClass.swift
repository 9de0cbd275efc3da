/// The kind of a key: the public or the private half of a pair, or symmetric.
///
/// The numbers are Apple's; any other is kept as it is.
public struct KeyClass: RawRepresentable, Hashable, Sendable {
    /// The number that stands for it.
    public let rawValue: Int
    /// Takes any number, including one that has no name here.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// A public key.
    public static let `public` = KeyClass(rawValue: 0)
    /// A private key.
    public static let `private` = KeyClass(rawValue: 1)
    /// A symmetric key.
    public static let symmetric = KeyClass(rawValue: 2)
}
