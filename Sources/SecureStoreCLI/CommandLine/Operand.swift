/// A word of a command line that is not an option.
struct Operand: Hashable, Sendable {
    let name: String
    let kind: Option.Kind
    let isOptional: Bool
    /// Whether this and all that follow belong to it; only the last operand can.
    let isRepeated: Bool

    init(_ name: String, _ kind: Option.Kind = .text, isOptional: Bool = false, isRepeated: Bool = false) {
        (self.name, self.kind, self.isOptional) = (name, kind, isOptional)
        self.isRepeated = isRepeated
    }

    /// As in `[ACCOUNT]`.
    var synopsis: String {
        let text = isRepeated ? name + "..." : name
        return isOptional ? "[\(text)]" : text
    }
}
