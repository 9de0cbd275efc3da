/// Four characters that stand for a number, as creators and types of items are written.
struct FourCharacterCode {
    let number: Int

    init(number: Int) { self.number = number }

    /// Four bytes of text; nil for any other number of them.
    init?(_ text: String) {
        guard text.utf8.count == 4 else { return nil }
        number = text.utf8.reduce(0) { $0 << 8 | Int($1) }
    }

    /// As in `"note"`, or `0x000001BB ` where there is no character to show.
    var shown: String {
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }.quoted
    }
}
