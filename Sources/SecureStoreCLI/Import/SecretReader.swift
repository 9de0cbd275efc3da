import SecureStore

/// Numbers and parts of some bytes one after the other; what would reach beyond their end is refused.
struct SecretReader {
    let bytes: SecretBytes
    private(set) var offset: Int
    let end: Int

    init(_ bytes: SecretBytes, _ range: Range<Int>? = nil) {
        let range = range ?? 0..<bytes.count
        (self.bytes, self.offset, self.end) = (bytes, range.lowerBound, range.upperBound)
    }

    var isAtEnd: Bool { offset == end }

    static var damaged: CommandError { .failure("the file is damaged or cut short") }

    /// The place of the next bytes.
    mutating func skip(_ count: Int) throws(CommandError) -> Range<Int> {
        guard 0...(end - offset) ~= count else { throw Self.damaged }
        defer { offset += count }
        return offset..<(offset + count)
    }

    /// The next bytes, as a secret of their own.
    mutating func take(_ count: Int) throws -> SecretBytes { try bytes.part(try skip(count)) }

    /// The next bytes, which are not secret.
    mutating func array(_ count: Int) throws(CommandError) -> [UInt8] {
        let range = try skip(count)
        return bytes.withSpan { bytes in range.map { bytes[$0] } }
    }

    /// A number of up to eight bytes, the lowest first; one that is too large for any use is refused.
    mutating func number(_ count: Int) throws(CommandError) -> Int {
        let value = try array(count).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard let number = Int(exactly: value) else { throw Self.damaged }
        return number
    }
}
