import SecureStore

/// Other spellings of a secret, made where they are erased.
enum SecretText {
    /// The text as a JSON string, quotes included; bytes that are no text are for ``base64(_:)``.
    static func json(_ secret: SecretBytes) throws -> SecretBytes {
        let count = secret.withSpan { bytes in bytes.indices.reduce(2) { $0 + width(of: bytes[$1]) } }
        return try SecretBytes(count: count) { target in
            var place = 0
            func append(_ byte: UInt8, to target: inout MutableRawSpan) {
                target.storeBytes(of: byte, toByteOffset: place, as: UInt8.self)
                place += 1
            }
            append(UInt8(ascii: "\""), to: &target)
            secret.withSpan { bytes in
                for index in bytes.indices {
                    guard let escape = JSON.escape(bytes[index]) else {
                        append(bytes[index], to: &target)
                        continue
                    }
                    for byte in escape.utf8 { append(byte, to: &target) }
                }
            }
            append(UInt8(ascii: "\""), to: &target)
        }
    }

    private static func width(of byte: UInt8) -> Int { JSON.escape(byte)?.utf8.count ?? 1 }

    /// Base 64 with padding.
    static func base64(_ secret: SecretBytes) throws -> SecretBytes {
        try SecretBytes(count: (secret.count + 2) / 3 * 4) { target in
            secret.withSpan { bytes in
                for start in stride(from: 0, to: bytes.count, by: 3) {
                    let count = min(3, bytes.count - start)
                    var group: UInt32 = 0
                    for index in 0..<3 {
                        group = group << 8 | (index < count ? UInt32(bytes[start + index]) : 0)
                    }
                    for index in 0..<4 {
                        let digit = alphabet[Int(group >> UInt32(18 - 6 * index) & 63)]
                        target.storeBytes(
                            of: index <= count ? digit : UInt8(ascii: "="),
                            toByteOffset: start / 3 * 4 + index, as: UInt8.self)
                    }
                }
            }
        }
    }

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
