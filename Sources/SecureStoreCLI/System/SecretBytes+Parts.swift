import SecureStore

extension SecretBytes {
    /// A part of these bytes as a secret of its own.
    func part(_ range: Range<Int>) throws -> SecretBytes {
        try SecretBytes(count: range.count) { target in copy(range, into: &target, at: 0) }
    }

    /// Copies a part of these bytes into memory that has room for it.
    func copy(_ range: Range<Int>, into target: inout MutableRawSpan, at place: Int) {
        withBytes { bytes in
            let source = bytes.extracting(range)
            unsafe source.withUnsafeBytes { source in
                unsafe target.withUnsafeMutableBytes { target in
                    unsafe UnsafeMutableRawBufferPointer(rebasing: target[place..<(place + range.count)])
                        .copyMemory(from: source)
                }
            }
        }
    }

    /// The bytes without one line break at the end.
    func withoutLineBreak() throws -> SecretBytes {
        let length = withSpan { bytes in
            var length = bytes.count
            if length > 0, bytes[length - 1] == UInt8(ascii: "\n") {
                length -= 1
                if length > 0, bytes[length - 1] == UInt8(ascii: "\r") { length -= 1 }
            }
            return length
        }
        return length == count ? self : try part(0..<length)
    }

    /// Whether there are control characters in the text, besides line breaks and tabs: a terminal obeys them.
    var hasControlCharacters: Bool {
        withSpan { bytes in
            bytes.indices.contains { place in
                switch bytes[place] {
                case UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): return false
                case 0..<0x20, 0x7f: return true
                // Those of two bytes, U+0080 to U+009F.
                case 0xc2: return place + 1 < bytes.count && 0x80...0x9f ~= bytes[place + 1]
                default: return false
                }
            }
        }
    }

    /// Whether the bytes are text in UTF-8.
    var isText: Bool {
        withSpan { bytes in (try? UTF8Span(validating: bytes)) != nil }
    }
}
