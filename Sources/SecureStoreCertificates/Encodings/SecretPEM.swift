internal import SecureStore

struct SecretPEM {
    let label: String
    /// The lines in front of the content, which older encrypted keys have.
    let headers: [String]
    private let text: SecretBytes
    private let body: [Range<Int>]

    /// The decoded bytes; `StoreStatus.decode` for what is no Base64, as in blocks of other programs.
    var content: SecretBytes { get throws(StoreError) { try Base64.decode(text, body) } }

    /// The blocks of a text, in order; what stands between them does not count.
    ///
    /// Throws `StoreStatus.unknownFormat` when there are none, and `StoreStatus.decode` when one is not
    /// whole.
    static func blocks(in text: SecretBytes) throws(StoreError) -> [SecretPEM] {
        var blocks: [SecretPEM] = []
        var (label, headers, body): (String?, [String], [Range<Int>]) = (nil, [], [])
        var lines = PEMLines(text)
        while let line = try lines.next() {
            if let begun = line.beginning {
                guard label == nil else {
                    throw StoreError(.decode, "a PEM block does not end; \(InputLimits.anotherCopy)")
                }
                (label, headers, body) = (begun, [], [])
            } else if let begun = label {
                if let ended = lines.ending(line) {
                    guard ended == begun else {
                        throw StoreError(.decode, "a PEM block ends as another; \(InputLimits.anotherCopy)")
                    }
                    blocks.append(SecretPEM(label: begun, headers: headers, text: text, body: body))
                    label = nil
                } else if body.isEmpty, let header = header(line.range, in: text) {
                    headers.append(header)
                } else {
                    body.append(line.range)
                }
            }
        }
        guard label == nil else {
            throw StoreError(.decode, "a PEM block does not end; \(InputLimits.anotherCopy)")
        }
        guard !blocks.isEmpty else {
            throw StoreError(.unknownFormat, "there is no PEM block, which begins with \"-----BEGIN\"")
        }
        return blocks
    }

    static func text(_ label: String, _ content: SecretBytes) throws(StoreError) -> SecretBytes {
        let (first, last) = ("-----BEGIN \(label)-----\n".utf8, "-----END \(label)-----\n".utf8)
        let count = first.count + Base64.byteCount(of: content.count) + last.count
        return try SecretBytes.opening(capacity: count) { target throws(StoreError) in
            var place = 0
            target.put(first, at: &place)
            Base64.write(content, to: &target, at: &place)
            target.put(last, at: &place)
            return 0..<place
        }
    }

    /// A line with a colon, which Base64 does not have: nothing secret.
    private static func header(_ line: Range<Int>, in text: SecretBytes) -> String? {
        text.withSpan { span in
            guard line.count <= 128, line.contains(where: { span[$0] == 0x3a }) else { return nil }
            return String(decoding: line.map { span[$0] }, as: UTF8.self)
        }
    }
}
