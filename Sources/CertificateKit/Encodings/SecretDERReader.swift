internal import SecureStore

/// Reads the DER encoding of a key where it lies: it answers with ranges and copies nothing.
///
/// Every length is checked against what is there, and nothing is read recursively.
struct SecretDERReader {
    let bytes: SecretBytes
    private var place: Int
    private let end: Int

    init(_ bytes: SecretBytes, _ range: Range<Int>? = nil) {
        self.bytes = bytes
        (place, end) = (range?.lowerBound ?? 0, range?.upperBound ?? bytes.count)
    }

    var isAtEnd: Bool { place == end }

    /// The tag of the next element, nil at the end.
    var nextTag: UInt8? { isAtEnd ? nil : byte(place) }

    static func broken(_ what: String) -> StoreError {
        StoreError(.decode, "the encoding of the key: \(what)")
    }

    /// The content of the next element, which has to have this tag.
    mutating func next(_ tag: UInt8) throws(StoreError) -> Range<Int> {
        guard nextTag == tag else { throw Self.broken("an element is missing") }
        guard let content = DER.content(at: place, before: end, byte) else {
            throw Self.broken("a length is not DER, or goes beyond the end")
        }
        place = content.upperBound
        return content
    }

    /// A reader of the content of the next element, which has to have this tag.
    mutating func enter(_ tag: UInt8 = DER.sequence) throws(StoreError) -> SecretDERReader {
        SecretDERReader(bytes, try next(tag))
    }

    /// The next integer without its sign, which may not be negative.
    mutating func number() throws(StoreError) -> Range<Int> {
        let content = try next(DER.integer)
        guard let first = content.first, byte(first) < 0x80 else {
            throw Self.broken("a number is empty or negative")
        }
        guard byte(first) == 0 else { return content }
        guard content.count == 1 || byte(first + 1) >= 0x80 else {
            throw Self.broken("a number has superfluous zeros")
        }
        return content.dropFirst()
    }

    /// The next integer, when it is at most so large.
    mutating func number(upTo limit: Int) throws(StoreError) -> Int {
        let content = try number()
        guard content.count <= 4 else { throw Self.broken("a number is too large") }
        let value = content.reduce(0) { $0 << 8 | Int(byte($1)) }
        guard value <= limit else { throw Self.broken("a number is too large") }
        return value
    }

    /// The content of the next bit string, which has to be of whole bytes.
    mutating func bits(_ tag: UInt8 = DER.bitString) throws(StoreError) -> Range<Int> {
        let content = try next(tag)
        guard let first = content.first, byte(first) == 0 else {
            throw Self.broken("a bit string is not of bytes")
        }
        return content.dropFirst()
    }

    /// The content of the next object identifier.
    mutating func identifier() throws(StoreError) -> [UInt8] { copy(try next(DER.objectIdentifier)) }

    /// A reader of the content of the sequence that is all there is.
    func content() throws(StoreError) -> SecretDERReader {
        var outer = self
        let content = try outer.enter()
        try outer.finish()
        return content
    }

    /// Nothing may be left.
    func finish() throws(StoreError) {
        guard isAtEnd else { throw Self.broken("there is more behind its end") }
    }

    /// A copy, of what is public.
    func copy(_ range: Range<Int>) -> [UInt8] { bytes.withSpan { span in range.map { span[$0] } } }

    private func byte(_ place: Int) -> UInt8 { bytes.withSpan { $0[place] } }
}
