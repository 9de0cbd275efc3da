/// Four characters that stand for a number, as creators and types of items are written.
struct FourCharacterCode {
    let number: Int

    init(number: Int) { self.number = number }

    /// Four bytes of text; nil for any other number of them.
    init?(_ text: String) {
        guard text.utf8.count == 4 else { return nil }
        number = text.utf8.reduce(0) { $0 << 8 | Int($1) }
    }

    /// As in `"note"`, or `0x0000002A ` where a character cannot be shown.
    var shown: String {
        let bytes = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
        return bytes.allSatisfy(ByteSpelling.isPlain)
            ? bytes.quoted : "0x\(bytes.spelled(ByteSpelling.upperHex)) "
    }
}
