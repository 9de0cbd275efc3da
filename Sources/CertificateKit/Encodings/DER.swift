/// The tags of DER, and the lengths of its elements.
enum DER {
    static let boolean: UInt8 = 0x01
    static let integer: UInt8 = 0x02
    static let bitString: UInt8 = 0x03
    static let octetString: UInt8 = 0x04
    static let null: UInt8 = 0x05
    static let objectIdentifier: UInt8 = 0x06
    static let printableString: UInt8 = 0x13
    static let sequence: UInt8 = 0x30
    static let set: UInt8 = 0x31

    /// The range of the content of the element that begins at `start`, behind its tag and its length.
    ///
    /// Nil unless the length is written as DER has it, and the content ends before `end`.
    static func content(at start: Int, before end: Int, _ byte: (Int) -> UInt8) -> Range<Int>? {
        guard end - start >= 2 else { return nil }
        var (place, length) = (start + 2, Int(byte(start + 1)))
        if length >= 0x80 {
            // One to four bytes of length, none of them superfluous.
            let count = length & 0x7f
            guard 1...4 ~= count, end - place > count, byte(place) != 0 else { return nil }
            length = (place..<place + count).reduce(0) { $0 << 8 | Int(byte($1)) }
            guard length >= 0x80 else { return nil }
            place += count
        }
        return length <= end - place ? place..<place + length : nil
    }

    /// The bytes of a length.
    static func length(_ count: Int) -> [UInt8] {
        guard count >= 0x80 else { return [UInt8(count)] }
        let bytes = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: count >> $0) }
            .drop { $0 == 0 }
        return [0x80 | UInt8(bytes.count)] + bytes
    }

    /// The encoding of one element.
    static func encode(_ tag: UInt8, _ content: some Collection<UInt8>) -> [UInt8] {
        [tag] + length(content.count) + content
    }
}
