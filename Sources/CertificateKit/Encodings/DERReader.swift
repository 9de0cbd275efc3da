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

    /// How deep elements may lie in each other; certificates need less than ten.
    private static let maximumDepth = 32

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }

    /// The next element; nil at the end, and for what is not DER.
    mutating func next() -> Element? {
        // No element of a certificate has a number that needs a second byte.
        guard let tag = rest.first, tag != 0, tag & 0x1f != 0x1f,
            let content = DER.content(at: rest.startIndex, before: rest.endIndex, { rest[$0] })
        else { return nil }
        defer { rest = rest[content.upperBound...] }
        return Element(tag: tag, content: rest[content])
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
        guard let whole = outer.next(), whole.tag == DER.sequence, outer.isAtEnd else { return false }
        var open = [DERReader(whole.content)]
        while var reader = open.popLast() {
            guard !reader.isAtEnd else { continue }
            guard let element = reader.next() else { return false }
            open.append(reader)
            guard element.tag & 0x20 != 0 else { continue }
            // What is universal and made of parts is a sequence or a set: DER has no string in pieces.
            guard element.tag & 0xc0 != 0 || element.tag == DER.sequence || element.tag == DER.set,
                open.count < maximumDepth
            else { return false }
            open.append(DERReader(element.content))
        }
        return true
    }

    /// Whether the bytes are one set, and nothing else.
    static func isSetAlone(_ bytes: [UInt8]) -> Bool {
        var reader = DERReader(bytes[...])
        return reader.next()?.tag == DER.set && reader.isAtEnd
    }
}
