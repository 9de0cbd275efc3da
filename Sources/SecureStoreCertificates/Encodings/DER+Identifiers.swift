/// Object identifiers, between numbers with dots and DER.
extension DER {
    /// The element for an identifier; nil for a text that is none.
    static func identifier(_ text: String) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.utf8.first == UInt8(ascii: "+") ? nil : UInt32($0) }
        guard numbers.count == parts.count, numbers.count >= 2, numbers.count <= 64, numbers[0] <= 2,
            numbers[0] == 2 || numbers[1] < 40
        else { return nil }
        let all = [40 * Int(numbers[0]) + Int(numbers[1])] + numbers[2...].map(Int.init)
        return encode(
            objectIdentifier,
            all.flatMap { number in
                let digits = stride(from: 35, through: 0, by: -7).map { UInt8(number >> $0 & 0x7f) }
                return digits.dropLast().drop { $0 == 0 }.map { $0 | 0x80 } + digits.suffix(1)
            })
    }

    /// The text for the content of such an element; nil for one that is broken, or has a larger number.
    static func text(ofIdentifier content: [UInt8]) -> String? {
        var (numbers, number) = ([Int](), 0)
        for byte in content {
            number = number << 7 | Int(byte & 0x7f)
            guard number <= 40 * 2 + Int(UInt32.max), number > 0 || byte < 0x80 else { return nil }
            guard byte < 0x80 else { continue }
            numbers.append(number)
            number = 0
        }
        guard let first = numbers.first, content.last.map({ $0 < 0x80 }) == true else { return nil }
        let top = min(first / 40, 2)
        return ([top, first - 40 * top] + numbers.dropFirst()).map(String.init).joined(separator: ".")
    }
}
