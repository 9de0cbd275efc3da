/// A result code, with the number that Apple's keychain has for it.
///
/// A struct and not an enumeration, so that a later version can add codes without breaking a `switch`.
public struct StoreStatus: RawRepresentable, Hashable, Sendable {
    /// The number that the C-style interface returns.
    public let rawValue: Int32

    /// Wraps any number; one that has no name here is kept as it is.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The name of the constant; nil for a number that has none.
    public var name: String? { Self.words[self]?.name }

    /// The meaning in a line of lower case without a full stop; `OSStatus -1234` for a number without a name.
    public var message: String { Self.words[self]?.message ?? "OSStatus \(rawValue)" }
}

extension StoreStatus: CustomStringConvertible {
    /// The name with the number, as in `duplicateItem (-25299)`; `status -1234` when there is no name.
    public var description: String {
        guard let name else { return "status \(rawValue)" }
        return "\(name) (\(rawValue))"
    }
}
