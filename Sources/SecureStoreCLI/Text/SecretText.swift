import SecureStore

/// Other spellings of a secret, made where they are erased.
enum SecretText {
    /// The text as a JSON string, quotes included; bytes that are not text are for ``base64(_:)``.
    static func json(_ secret: SecretBytes, _ spelling: JSON.Spelling = .spaced) throws -> SecretBytes {
        try secret.withSpan { bytes in
            try SecretBytes(count: jsonCount(of: bytes, spelling)) { target in
                var (source, offset) = (0, 0)
                func append(_ byte: UInt8, to target: inout MutableRawSpan) {
                    target.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
                    offset += 1
                }
                append(UInt8(ascii: "\""), to: &target)
                while source < bytes.count {
                    if let escape = escape(at: source, in: bytes, spelling) {
                        for byte in escape.text.utf8 { append(byte, to: &target) }
                        source += escape.count
                    } else {
                        append(bytes[source], to: &target)
                        source += 1
                    }
                }
                append(UInt8(ascii: "\""), to: &target)
            }
        }
    }

    private static func jsonCount(of bytes: Span<UInt8>, _ spelling: JSON.Spelling) -> Int {
        var (source, count) = (0, 2)
        while source < bytes.count {
            let escape = escape(at: source, in: bytes, spelling)
            count += escape?.text.utf8.count ?? 1
            source += escape?.count ?? 1
        }
        return count
    }

    /// What stands for the character that begins at an offset, and how many bytes that has; nil where the byte stands
    /// for itself.
    private static func escape(
        at offset: Int, in bytes: Span<UInt8>, _ spelling: JSON.Spelling
    ) -> (text: String, count: Int)? {
        guard let (scalar, count) = bytes.scalar(at: offset) else { return nil }
        return JSON.escape(scalar, spelling).map { ($0, count) }
    }
}
