/// Conditions on the use of an item, such as user presence or biometry.
///
/// Nothing on Linux can enforce them. A store refuses an item that has any, unless it was opened with
/// ``StoreOptions/acceptsUnenforcedAccessControl``; then it stores them, but enforces nothing.
public struct AccessControl: Hashable, Sendable {
    /// Apple's flags, with Apple's numbers.
    ///
    /// Nothing on Linux enforces those that ask a person for something:
    /// ``StoreOptions/acceptsUnenforcedAccessControl`` says what becomes of them.
    public struct Flags: OptionSet, Hashable, Sendable {
        /// The flags as bits.
        public let rawValue: UInt64
        /// Takes any bits; bits without a meaning are ignored.
        public init(rawValue: UInt64) { self.rawValue = rawValue }
        /// Biometry or passcode.
        public static let userPresence = Flags(rawValue: 1 << 0)
        /// Any enrolled biometry.
        public static let biometryAny = Flags(rawValue: 1 << 1)
        /// The biometry that was enrolled when the item was made.
        public static let biometryCurrentSet = Flags(rawValue: 1 << 3)
        /// The device's passcode.
        public static let devicePasscode = Flags(rawValue: 1 << 4)
        /// A paired companion device.
        public static let companion = Flags(rawValue: 1 << 5)
        /// Any one of the constraints is enough.
        public static let or = Flags(rawValue: 1 << 14)
        /// All of the constraints are needed.
        public static let and = Flags(rawValue: 1 << 15)
        /// The constraints apply to the use of a private key, and not to reading it.
        public static let privateKeyUsage = Flags(rawValue: 1 << 30)
        /// An additional password that the caller supplies.
        public static let applicationPassword = Flags(rawValue: 1 << 31)

        /// The flags that only hardware or a prompt could enforce.
        static let constraints: Flags = [
            .userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode, .companion,
            .applicationPassword,
        ]
        static let known = constraints.union([.or, .and, .privateKeyUsage])
    }

    /// The condition under which the item can be read at all.
    public let accessibility: Accessibility
    /// The conditions.
    public let flags: Flags
    /// True if a caller made it, even without flags; false if a read reports it for a plain item.
    public let isConstraint: Bool

    /// Creates a set of conditions, or throws ``StoreStatus/param`` for flags that contradict each other.
    public init(accessibility: Accessibility, flags: Flags = []) throws(StoreError) {
        let flags = flags.intersection(.known)
        if flags.isSuperset(of: [.or, .and]) {
            throw StoreError(
                .param, "access control cannot ask for any and for all of its constraints; leave one out")
        }
        if flags.isSuperset(of: [.biometryAny, .biometryCurrentSet]) {
            throw StoreError(.param, "access control cannot ask for both kinds of biometry; leave one out")
        }
        if flags.contains(.userPresence),
            !flags.subtracting([.userPresence, .applicationPassword, .privateKeyUsage]).isEmpty
        {
            throw StoreError(
                .param, "user presence stands alone, or with an application password or key usage")
        }
        (self.accessibility, self.flags, self.isConstraint) = (accessibility, flags, true)
    }

    /// Makes the access control that is reported for a plain item with this accessibility.
    package init(plain accessibility: Accessibility) {
        (self.accessibility, self.flags, self.isConstraint) = (accessibility, [], false)
    }

    /// Restores what a record holds; the flags were checked before they were written.
    init(accessibility: Accessibility, stored flags: UInt64) {
        (self.accessibility, self.flags, self.isConstraint) = (accessibility, Flags(rawValue: flags), true)
    }
}
