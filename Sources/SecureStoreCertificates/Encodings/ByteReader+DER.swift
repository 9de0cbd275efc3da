internal import SecureStore

/// The elements of DER, one after the other; nothing is read recursively.
extension ByteReader {
    var nextTag: UInt8? { isAtEnd ? nil : bytes.byte(at: rest.lowerBound) }

    /// The next element; nil at the end, and for what is not DER.
    mutating func element() -> (tag: UInt8, content: Range<Int>)? {
        var reader = self
        // No element of a certificate or a key has a number that needs a second byte.
        guard let tag = reader.take(1).map(value(of:)), tag != 0, tag & 0x1f != 0x1f,
            var length = reader.take(1).map(value(of:))
        else { return nil }
        if length >= 0x80 {
            // One to four bytes of length, none of them superfluous.
            guard 0x81...0x84 ~= length, let digits = reader.take(length & 0x7f),
                bytes.byte(at: digits.lowerBound) != 0
            else { return nil }
            length = value(of: digits)
            guard length >= 0x80 else { return nil }
        }
        guard let content = reader.take(length) else { return nil }
        self = reader
        return (UInt8(tag), content)
    }

    /// The contents of the next elements, up to the end or to one with another tag.
    mutating func contents(_ tag: UInt8) -> [Range<Int>] {
        var found: [Range<Int>] = []
        while nextTag == tag, let element = element() { found.append(element.content) }
        return found
    }

    /// The content of the next element, which has to have this tag.
    mutating func next(_ tag: UInt8) throws(StoreError) -> Range<Int> {
        guard nextTag == tag else { throw DER.broken("an element is missing") }
        guard let content = element()?.content else {
            throw DER.broken("a length is not DER, or goes beyond the end")
        }
        return content
    }

    /// A reader of the content of the next element, which has to have this tag.
    mutating func enter(_ tag: UInt8 = DER.sequence) throws(StoreError) -> Self {
        Self(bytes, try next(tag))
    }

    /// The next integer without its sign, which may not be negative.
    mutating func number() throws(StoreError) -> Range<Int> {
        let content = try next(DER.integer)
        guard let first = content.first, bytes.byte(at: first) < 0x80 else {
            throw DER.broken("a number is empty or negative")
        }
        guard bytes.byte(at: first) == 0 else { return content }
        guard content.count == 1 || bytes.byte(at: first + 1) >= 0x80 else {
            throw DER.broken("a number has superfluous zeros")
        }
        return content.dropFirst()
    }

    mutating func number(upTo limit: Int) throws(StoreError) -> Int {
        let content = try number()
        guard content.count <= 4, value(of: content) <= limit else {
            throw DER.broken("a number is too large")
        }
        return value(of: content)
    }

    /// The content of the next bit string, which has to be of whole bytes.
    mutating func bits(_ tag: UInt8 = DER.bitString) throws(StoreError) -> Range<Int> {
        let content = try next(tag)
        guard let first = content.first, bytes.byte(at: first) == 0 else {
            throw DER.broken("a bit string is not of bytes")
        }
        return content.dropFirst()
    }

    mutating func identifier() throws(StoreError) -> [UInt8] { copy(try next(DER.objectIdentifier)) }

    /// A reader of the content of the sequence that is all there is.
    func content() throws(StoreError) -> Self {
        var outer = self
        let content = try outer.enter()
        try outer.finish()
        return content
    }

    func finish() throws(StoreError) {
        guard isAtEnd else { throw DER.broken("there is more behind its end") }
    }
}
