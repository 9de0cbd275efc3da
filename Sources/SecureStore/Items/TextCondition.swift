/// A text that an attribute must begin with or contain.
struct TextCondition: Hashable, Sendable {
    enum Part: Hashable, Sendable { case start, anywhere }

    let name: AttributeName
    let part: Part
    let text: String

    /// Compares bytes, as equality does: strings that only look alike are different.
    func holds(for attributes: ItemAttributes) -> Bool {
        guard let value = attributes[name]?.text else { return false }
        switch part {
        case .start: return value.utf8.starts(with: text.utf8)
        case .anywhere: return Self.contains(Array(value.utf8), Array(text.utf8))
        }
    }

    private static func contains(_ bytes: [UInt8], _ wanted: [UInt8]) -> Bool {
        guard bytes.count >= wanted.count else { return false }
        return (0...bytes.count - wanted.count).contains { bytes[$0...].starts(with: wanted) }
    }
}
