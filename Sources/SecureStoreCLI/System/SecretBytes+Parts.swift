import SecureStore

extension SecretBytes {
    /// A part of these bytes as a secret of its own.
    func part(_ range: Range<Int>) throws -> SecretBytes {
        try SecretBytes(count: range.count) { target in copy(range, into: &target, at: 0) }
    }

    /// The bytes that `fill` hands over one by one, which it does twice: first they are counted.
    static func collected(_ fill: (_ append: (UInt8) -> Void) throws -> Void) throws -> SecretBytes {
        var (count, length) = (0, 0)
        try fill { _ in count += 1 }
        return try SecretBytes(count: count) { target in
            try fill { byte in
                target.storeBytes(of: byte, toByteOffset: length, as: UInt8.self)
                length += 1
            }
        }
    }

    /// Copies a part of these bytes into memory that has room for it.
    func copy(_ range: Range<Int>, into target: inout MutableRawSpan, at offset: Int) {
        withRawBytes { bytes in
            let source = bytes.extracting(range)
            unsafe source.withUnsafeBytes { source in
                unsafe target.withUnsafeMutableBytes { target in
                    unsafe UnsafeMutableRawBufferPointer(rebasing: target[offset..<(offset + range.count)])
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

    /// Whether the bytes are text of which a terminal shows every character; line breaks and tabs may be in
    /// it.
    var isShownByTerminals: Bool {
        withSpan { bytes in
            var offset = 0
            while offset < bytes.count {
                guard let (scalar, count) = bytes.scalar(at: offset) else { return false }
                guard scalar.isShown || ["\t", "\n", "\r"].contains(scalar) else { return false }
                offset += count
            }
            return true
        }
    }

    /// Whether the bytes are text in UTF-8.
    var isText: Bool {
        withSpan { bytes in (try? UTF8Span(validating: bytes)) != nil }
    }
}

extension Span<UInt8> {
    /// The character that begins at an offset, and how many bytes it has; nil where none does.
    func scalar(at offset: Int) -> (scalar: Unicode.Scalar, count: Int)? {
        let count: Int
        switch self[offset] {
        case 0..<0x80: return (Unicode.Scalar(self[offset]), 1)
        case 0xc2..<0xe0: count = 2
        case 0xe0..<0xf0: count = 3
        case 0xf0..<0xf5: count = 4
        default: return nil
        }
        guard offset + count <= self.count,
            let text = try? UTF8Span(validating: extracting(offset..<(offset + count)))
        else { return nil }
        var scalars = text.makeUnicodeScalarIterator()
        return scalars.next().map { ($0, count) }
    }
}
