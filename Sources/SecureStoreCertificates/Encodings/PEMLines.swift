internal import SecureStore

/// The lines of a PEM text, one after the other, without the blanks around them; empty ones do not count.
///
/// Each of CR, LF, and both together ends a line, and a mark of UTF-8 may stand before the first. Each byte
/// is looked at once.
struct PEMLines<Bytes: ReadableBytes> {
    struct Line {
        let range: Range<Int>
        /// The label of the block that the line begins; nil for one that begins none.
        let beginning: String?
    }

    let text: Bytes
    private var place = 0

    init(_ text: Bytes) {
        self.text = text
        if matches([0xef, 0xbb, 0xbf], at: 0) { place = 3 }
    }

    /// The next line; throws `StoreStatus.decode` for one that begins a block, but not quite.
    ///
    /// To pass over such a line would lose its block, and say nothing.
    mutating func next() throws(StoreError) -> Line? {
        while place < text.count, isBlank(text.byte(at: place)) || isEnd(text.byte(at: place)) { place += 1 }
        guard place < text.count else { return nil }
        var (range, isBeginning) = (place..<place, false)
        while place < text.count, case let byte = text.byte(at: place), !isEnd(byte) {
            if byte == UInt8(ascii: "-"), matches("-BEGIN ".utf8, at: place) { isBeginning = true }
            place += 1
            if !isBlank(byte) { range = range.lowerBound..<place }
        }
        guard isBeginning else { return Line(range: range, beginning: nil) }
        guard let label = label(in: range, after: "-----BEGIN ") else {
            throw StoreError(
                .decode,
                "a line with \"-----BEGIN\" has a mistake, or more before or behind it; mend the text")
        }
        return Line(range: range, beginning: label)
    }

    /// The label of the block that a line ends; nil for any other line.
    func ending(_ line: Line) -> String? { label(in: line.range, after: "-----END ") }

    /// The label in such a line: at most 64 characters of ASCII, no hyphen, and no blank at either end.
    private func label(in line: Range<Int>, after prefix: String) -> String? {
        let (start, end) = (line.lowerBound + prefix.utf8.count, line.upperBound - 5)
        guard start < end, end - start <= 64, matches(prefix.utf8, at: line.lowerBound),
            matches("-----".utf8, at: end)
        else { return nil }
        let label = text.copy(start..<end)
        guard label.allSatisfy({ 0x20...0x7e ~= $0 && $0 != UInt8(ascii: "-") }), label.first != 0x20,
            label.last != 0x20
        else { return nil }
        return String(decoding: label, as: UTF8.self)
    }

    private func matches(_ bytes: some Collection<UInt8>, at place: Int) -> Bool {
        place + bytes.count <= text.count && zip(place..., bytes).allSatisfy { text.byte(at: $0) == $1 }
    }

    private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    private func isEnd(_ byte: UInt8) -> Bool { byte == 0x0a || byte == 0x0d }
}
