/// A truth value in one byte, as C has it in structures and behind pointers.
///
/// Settings of keychains and answers about networks and prompts have it. Any byte but 0 is true.
public struct DarwinBoolean: ExpressibleByBooleanLiteral, Hashable, CustomStringConvertible, Sendable {
    private var byte: UInt8

    /// The byte of a truth value.
    public init(_ value: Bool) { byte = value ? 1 : 0 }

    /// A literal is taken as it is.
    public init(booleanLiteral value: Bool) { self.init(value) }

    /// The truth value.
    public var boolValue: Bool { byte != 0 }

    /// `true` or `false`.
    public var description: String { boolValue.description }
}
