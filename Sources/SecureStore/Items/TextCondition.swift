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

    /// Reads each byte once or twice (Knuth, Morris and Pratt), because both texts may be crafted.
    private static func contains(_ bytes: [UInt8], _ wanted: [UInt8]) -> Bool {
        guard bytes.count >= wanted.count, !wanted.isEmpty else { return wanted.isEmpty }
        // For each prefix of `wanted`, the length of its longest proper prefix that is also its suffix.
        var borders = [0]
        func longer(_ length: Int, with byte: UInt8) -> Int {
            var length = length
            while length > 0, wanted[length] != byte { length = borders[length - 1] }
            return wanted[length] == byte ? length + 1 : 0
        }
        for byte in wanted.dropFirst() { borders.append(longer(borders[borders.count - 1], with: byte)) }
        var length = 0
        for byte in bytes {
            length = longer(length, with: byte)
            if length == wanted.count { return true }
        }
        return false
    }
}
