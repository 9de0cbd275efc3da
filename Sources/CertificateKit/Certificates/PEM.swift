internal import FoundationEssentials
internal import SecureStore

/// Reads and writes the text form of encoded objects: base64 between two lines that name what it is.
enum PEM {
    /// The most bytes of text that are looked through.
    static let maximumByteCount = 16 << 20
    /// The most blocks that are decoded; a bundle of all authorities has a few hundred.
    static let maximumBlockCount = 10_000

    /// Decodes the blocks with one of these labels, in their order; all else is skipped, and not copied.
    static func blocks(
        in text: some Collection<UInt8>, labelled labels: [String]
    ) throws(StoreError) -> [Data] {
        guard text.count <= maximumByteCount else {
            throw StoreError(
                .dataTooLarge, "a text of \(text.count) bytes; at most \(maximumByteCount) are read")
        }
        let beginnings = labels.map { (label: $0, line: Array("-----BEGIN \($0)-----".utf8)) }
        var blocks: [Data] = []
        var lines = Lines(rest: text[...])
        while let line = lines.next() {
            guard let label = beginnings.first(where: { line.elementsEqual($0.line) })?.label else {
                continue
            }
            guard blocks.count < maximumBlockCount else {
                throw StoreError(
                    .dataTooLarge, "a text of more than \(maximumBlockCount) certificates or requests")
            }
            guard let block = body(label, &lines) else {
                throw StoreError(.decode, "block \(blocks.count + 1), a \(label), is not complete base64")
            }
            blocks.append(block)
        }
        return blocks
    }

    /// The bytes up to the line that ends the block; nil if there is none, or what is not base64 before it.
    private static func body(_ label: String, _ lines: inout Lines<some Collection<UInt8>>) -> Data? {
        var base64 = Data()
        while let line = lines.next() {
            if line.elementsEqual("-----END \(label)-----".utf8) { return Data(base64Encoded: base64) }
            base64.append(contentsOf: line)
        }
        return nil
    }

    /// The text form of one object.
    static func encode(_ der: Data, label: String) -> String {
        let lines = der.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN \(label)-----\n\(lines)\n-----END \(label)-----\n"
    }

    /// The lines of a text, one after the other, without the spaces around them.
    private struct Lines<Rest: Collection<UInt8>> where Rest.SubSequence == Rest {
        var rest: Rest

        mutating func next() -> Rest? {
            guard !rest.isEmpty else { return nil }
            let end = rest.firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
            var line = rest[..<(end ?? rest.endIndex)]
            rest = end.map { rest[rest.index(after: $0)...] } ?? rest[rest.endIndex...]
            line = line.drop { PEM.isBlank($0) }
            var count = (all: 0, kept: 0)
            for byte in line {
                count.all += 1
                if !PEM.isBlank(byte) { count.kept = count.all }
            }
            return line.prefix(count.kept)
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}
