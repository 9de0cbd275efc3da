/// Reads the elements of a DER encoding one after the other.
///
/// Every length is checked against what is there before anything is taken; nothing is read recursively.
struct DERReader {
    /// One element.
    struct Element {
        /// The first byte: class, form and number.
        let tag: UInt8
        let content: ArraySlice<UInt8>
    }

    static let boolean: UInt8 = 0x01
    static let integer: UInt8 = 0x02
    static let bitString: UInt8 = 0x03
    static let octetString: UInt8 = 0x04
    static let printableString: UInt8 = 0x13
    static let sequence: UInt8 = 0x30
    static let set: UInt8 = 0x31

    /// How deep elements may lie in each other; certificates need less than ten.
    private static let maximumDepth = 32

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }

    /// The next element; nil at the end, and for what is not DER.
    mutating func next() -> Element? {
        let start = rest.startIndex
        // No element of a certificate has a number that needs a second byte.
        guard rest.count >= 2, rest[start] != 0, rest[start] & 0x1f != 0x1f else { return nil }
        var (place, length) = (start + 2, Int(rest[start + 1]))
        if length >= 0x80 {
            // One to four bytes of length, none of them superfluous.
            let count = length & 0x7f
            guard 1...4 ~= count, rest.endIndex - place > count, rest[place] != 0 else { return nil }
            length = rest[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
            guard length >= 0x80 else { return nil }
            place += count
        }
        guard length <= rest.endIndex - place else { return nil }
        defer { rest = rest[(place + length)...] }
        return Element(tag: rest[start], content: rest[place..<place + length])
    }

    /// The contents of the next elements, up to the end or to one with another tag.
    mutating func contents(_ tag: UInt8) -> [ArraySlice<UInt8>] {
        var found: [ArraySlice<UInt8>] = []
        while rest.first == tag, let element = next() { found.append(element.content) }
        return found
    }

    /// Whether the bytes are one sequence in DER, and all that lies in it is DER too, and not too deep.
    static func isSequence(_ bytes: [UInt8]) -> Bool {
        var outer = DERReader(bytes[...])
        guard let whole = outer.next(), whole.tag == sequence, outer.isAtEnd else { return false }
        var open = [DERReader(whole.content)]
        while var reader = open.popLast() {
            guard !reader.isAtEnd else { continue }
            guard let element = reader.next() else { return false }
            open.append(reader)
            guard element.tag & 0x20 != 0 else { continue }
            // What is universal and made of parts is a sequence or a set: DER has no string in pieces.
            guard element.tag & 0xc0 != 0 || element.tag == sequence || element.tag == set,
                open.count < maximumDepth
            else { return false }
            open.append(DERReader(element.content))
        }
        return true
    }

    /// Whether the bytes are one set, and nothing else.
    static func isSetAlone(_ bytes: [UInt8]) -> Bool {
        var reader = DERReader(bytes[...])
        return reader.next()?.tag == set && reader.isAtEnd
    }

    /// The encoding of one element.
    static func encode(_ tag: UInt8, _ content: some Collection<UInt8>) -> [UInt8] {
        var length: [UInt8] = []
        var rest = content.count
        while rest > 0 {
            length.insert(UInt8(truncatingIfNeeded: rest), at: 0)
            rest >>= 8
        }
        if content.count < 0x80 {
            length = [UInt8(content.count)]
        } else {
            length.insert(0x80 | UInt8(length.count), at: 0)
        }
        return [tag] + length + content
    }
}
