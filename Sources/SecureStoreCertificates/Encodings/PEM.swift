internal import FoundationEssentials
internal import SecureStore

/// Reads and writes the text form of encoded objects: base64 between two lines that name what it is.
enum PEM {
    static let maximumByteCount = 16 << 20
    /// The most blocks that are decoded; a bundle of all authorities has a few hundred.
    static let maximumBlockCount = 10_000

    /// Decodes the blocks with one of these labels, in their order; all else is skipped, and not copied.
    static func blocks(
        in text: some Collection<UInt8>, labelled labels: [String]
    ) throws(StoreError) -> [Data] {
        try InputLimits.check(text.count, "a text", upTo: maximumByteCount)
        let beginnings = labels.map { (label: $0, line: Array("-----BEGIN \($0)-----".utf8)) }
        var blocks: [Data] = []
        var lines = Lines(text)
        while let line = lines.next() {
            guard line.first == dash, let label = beginnings.first(where: { line == $0.line[...] })?.label
            else {
                continue
            }
            guard blocks.count < maximumBlockCount else {
                throw StoreError(
                    .dataTooLarge,
                    "a text of more than \(maximumBlockCount) certificates or requests; split it")
            }
            guard let block = body(label, &lines) else {
                throw StoreError(
                    .decode,
                    "block \(blocks.count + 1), a \(label), is not complete base64; \(InputLimits.anotherCopy)"
                )
            }
            blocks.append(block)
        }
        return blocks
    }

    /// The bytes up to the line that ends the block; nil if there is none, or what is not base64 before it.
    private static func body(_ label: String, _ lines: inout Lines) -> Data? {
        let end = Array("-----END \(label)-----".utf8)
        var base64 = Data()
        while let line = lines.next() {
            if line.first == dash { return line == end[...] ? Data(base64Encoded: base64) : nil }
            base64.append(contentsOf: line)
        }
        return nil
    }

    private static let dash = UInt8(ascii: "-")

    static func encode(_ der: Data, label: String) -> String {
        let lines = der.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN \(label)-----\n\(lines)\n-----END \(label)-----\n"
    }

    /// The lines of a text that are not empty, one after the other, without the spaces around them.
    ///
    /// Each byte is looked at once, and by the standard library where possible: texts have megabytes.
    private struct Lines {
        private var rest: ArraySlice<UInt8>
        private let end: UInt8

        init(_ text: some Collection<UInt8>) {
            let bytes = Array(text)
            rest = bytes[...]
            // In a text whose lines end in both bytes, the first of them is a blank.
            end = bytes.contains(UInt8(ascii: "\n")) ? UInt8(ascii: "\n") : UInt8(ascii: "\r")
        }

        mutating func next() -> ArraySlice<UInt8>? {
            guard let start = rest.firstIndex(where: { !Self.isBlank($0) }) else { return nil }
            let line = rest[start...].prefix(upTo: rest[start...].firstIndex(of: end) ?? rest.endIndex)
            rest = rest[line.endIndex...]
            return line.lastIndex { !Self.isBlank($0) }.map { line[...$0] }
        }

        private static func isBlank(_ byte: UInt8) -> Bool {
            byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09
        }
    }
}
