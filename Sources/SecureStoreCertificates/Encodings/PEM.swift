internal import FoundationEssentials
internal import SecureStore

/// Reads and writes the text form of encoded objects: base64 between two lines that name what it is.
enum PEM {
    static let maximumByteCount = 16 << 20
    /// The most blocks that are decoded; a bundle of all authorities has a few hundred.
    static let maximumBlockCount = 10_000

    /// Decodes the blocks with one of these labels, in their order; all else is skipped.
    ///
    /// Throws `StoreStatus.unimplemented` for a block with one of the `others`.
    static func blocks(
        in text: some Collection<UInt8>, labelled labels: [String], not others: [String] = []
    ) throws(StoreError) -> [Data] {
        try InputLimits.check(text.count, "a text", upTo: maximumByteCount)
        var blocks: [Data] = []
        var lines = PEMLines(Array(text))
        while let line = try lines.next() {
            guard let label = line.beginning, (labels + others).contains(label) else { continue }
            guard labels.contains(label) else {
                throw StoreError(
                    .unimplemented,
                    "a block \(label) is not read; openssl x509, or openssl pkcs7 -print_certs, writes its certificates as PEM"
                )
            }
            guard blocks.count < maximumBlockCount else {
                throw StoreError(
                    .dataTooLarge,
                    "a text of more than \(maximumBlockCount) certificates or requests; split it")
            }
            guard let block = try body(label, &lines) else {
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
    private static func body(
        _ label: String, _ lines: inout PEMLines<[UInt8]>
    ) throws(StoreError) -> Data? {
        var base64 = Data()
        while let line = try lines.next() {
            if lines.text[line.range.lowerBound] == UInt8(ascii: "-") {
                return lines.ending(line) == label ? Data(base64Encoded: base64) : nil
            }
            base64.append(contentsOf: lines.text[line.range])
        }
        return nil
    }

    static func encode(_ der: Data, label: String) -> String {
        let lines = der.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN \(label)-----\n\(lines)\n-----END \(label)-----\n"
    }
}
