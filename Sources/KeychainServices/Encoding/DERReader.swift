#if !canImport(Darwin)

/// Reads the elements of a DER encoding one after the other.
///
/// Every length is checked against what is there before anything is taken; nothing is read recursively.
struct DERReader {
    /// One element.
    struct Element {
        /// The first byte: class, form and number.
        let tag: UInt8
        let content: ArraySlice<UInt8>
        /// Tag, length and content.
        let whole: ArraySlice<UInt8>
    }

    static let integer: UInt8 = 0x02
    static let bitString: UInt8 = 0x03
    static let octetString: UInt8 = 0x04
    static let objectIdentifier: UInt8 = 0x06
    static let sequence: UInt8 = 0x30

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }

    /// The tag of the next element, nil at the end.
    var nextTag: UInt8? { rest.first }

    /// The next element, which has to have this tag where one is given; nil when there is none such.
    mutating func next(_ tag: UInt8? = nil) -> Element? {
        let start = rest.startIndex
        guard rest.count >= 2, tag == nil || rest[start] == tag, rest[start] & 0x1f != 0x1f else {
            return nil
        }
        var (offset, length) = (start + 2, Int(rest[start + 1]))
        if length >= 0x80 {
            // One to four bytes of length, none of them superfluous.
            let count = length & 0x7f
            guard 1...4 ~= count, rest.endIndex - offset > count, rest[offset] != 0 else { return nil }
            length = rest[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
            guard length >= 0x80 else { return nil }
            offset += count
        }
        guard length <= rest.endIndex - offset else { return nil }
        let end = offset + length
        let element = Element(tag: rest[start], content: rest[offset..<end], whole: rest[start..<end])
        rest = rest[end...]
        return element
    }

    /// A reader of the content of the next element, which has to have this tag.
    mutating func enter(_ tag: UInt8) -> DERReader? { next(tag).map { DERReader($0.content) } }

    /// The bytes of the next integer, without the sign's; nil for a negative one.
    mutating func nextNumber() -> ArraySlice<UInt8>? {
        guard let content = next(Self.integer)?.content, let first = content.first, first < 0x80 else {
            return nil
        }
        return content.drop { $0 == 0 }
    }
}

#endif
