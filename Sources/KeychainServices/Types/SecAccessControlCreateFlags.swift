/// Conditions on the use of an item, with Apple's numbers; nothing on Linux enforces those on people.
///
/// A store refuses items with those, unless it was opened with `StoreOptions.acceptsUnenforcedAccessControl`.
public struct SecAccessControlCreateFlags: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: CFOptionFlags
    /// Takes any bits; those without a meaning are ignored.
    public init(rawValue: CFOptionFlags) { self.rawValue = rawValue }

    /// Biometry or passcode.
    public static let userPresence = Self(rawValue: 1 << 0)
    /// Any enrolled biometry.
    public static let biometryAny = Self(rawValue: 1 << 1)
    /// The older name of ``biometryAny``.
    public static let touchIDAny = biometryAny
    /// The biometry that was enrolled when the item was made.
    public static let biometryCurrentSet = Self(rawValue: 1 << 3)
    /// The older name of ``biometryCurrentSet``.
    public static let touchIDCurrentSet = biometryCurrentSet
    /// The device's passcode.
    public static let devicePasscode = Self(rawValue: 1 << 4)
    /// A paired companion.
    public static let companion = Self(rawValue: 1 << 5)
    /// A paired watch; the older name of ``companion``.
    public static let watch = companion
    /// Any one of the constraints is enough.
    public static let or = Self(rawValue: 1 << 14)
    /// All of the constraints are needed.
    public static let and = Self(rawValue: 1 << 15)
    /// The constraints guard the use of a private key, not its reading.
    public static let privateKeyUsage = Self(rawValue: 1 << 30)
    /// An additional password that the caller supplies.
    public static let applicationPassword = Self(rawValue: 1 << 31)
}
