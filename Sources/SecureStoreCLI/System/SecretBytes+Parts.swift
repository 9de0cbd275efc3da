import SecureStore

extension SecretBytes {
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

    func copy(_ range: Range<Int>, into target: inout MutableRawSpan, at offset: Int) {
        withRawBytes { target.copy($0.extracting(range), to: offset) }
    }

    /// The text behind the byte order mark that programs for Windows put in front of it.
    func withoutMark() throws -> SecretBytes {
        starts(with: "\u{feff}") ? try part(3..<count) : self
    }

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

    /// True for text of which a terminal shows every character; line breaks and tabs may be in it.
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

    var isText: Bool {
        withSpan { bytes in (try? UTF8Span(validating: bytes)) != nil }
    }

    /// The lines without their line breaks; a break at the very end begins no line.
    func lines() -> [Range<Int>] {
        var (lines, offset) = ([Range<Int>](), 0)
        while let line = line(from: &offset) { lines.append(line) }
        return lines
    }

    /// The line that begins at an offset, without its line break, behind which the offset is then; nil at the
    /// end.
    func line(from offset: inout Int) -> Range<Int>? {
        withSpan { bytes in
            guard offset < bytes.count else { return nil }
            let start = offset
            while offset < bytes.count, bytes[offset] != UInt8(ascii: "\n") { offset += 1 }
            let end = offset
            guard offset < bytes.count else { return start..<end }
            offset += 1
            return start..<(end > start && bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end)
        }
    }

    func firstIndex(of text: String, in range: Range<Int>) -> Int? {
        guard let first = text.utf8.first else { return range.first }
        return withSpan { bytes in
            var place = range.lowerBound
            while place < range.upperBound {
                if bytes[place] == first, starts(place..<range.upperBound, with: text) { return place }
                place += 1
            }
            return nil
        }
    }

    func contains(_ text: String, in range: Range<Int>? = nil) -> Bool {
        firstIndex(of: text, in: range ?? 0..<count) != nil
    }

    func starts(_ range: Range<Int>? = nil, with text: String) -> Bool {
        let range = range ?? 0..<count
        return withSpan { bytes in
            var offset = range.lowerBound
            for byte in text.utf8 {
                guard offset < range.upperBound, bytes[offset] == byte else { return false }
                offset += 1
            }
            return true
        }
    }

    func ends(_ range: Range<Int>, with character: Unicode.Scalar) -> Bool {
        withSpan { bytes in range.last.map { bytes[$0] == UInt8(ascii: character) } ?? false }
    }

    /// A part without the blanks and line breaks around it.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        let blanks = Array(" \t\r\n".utf8)
        return withSpan { bytes in
            let start = range.first { !blanks.contains(bytes[$0]) } ?? range.upperBound
            return start..<(range.last { !blanks.contains(bytes[$0]) }.map { $0 + 1 } ?? start)
        }
    }

    /// A part that is not secret, as text; nil when it is not UTF-8.
    func text(_ range: Range<Int>) -> String? {
        withSpan { bytes in
            let part = bytes.extracting(range)
            guard let text = try? UTF8Span(validating: part) else { return nil }
            return String(copying: text)
        }
    }

    /// The bytes that pairs of hexadecimal digits stand for, as many as the range begins with.
    func bytes(ofDigits range: Range<Int>) throws -> SecretBytes {
        try .collected { append in
            withSpan { bytes in
                for first in stride(from: range.lowerBound, to: range.upperBound - 1, by: 2) {
                    guard let byte = Hexadecimal.byte(ofDigits: bytes[first], bytes[first + 1]) else { break }
                    append(byte)
                }
            }
        }
    }

    /// A part with its `%41` as the bytes that they stand for.
    func percentDecoded(_ range: Range<Int>) throws -> SecretBytes {
        try .collected { append in
            withSpan { bytes in
                var offset = range.lowerBound
                while offset < range.upperBound {
                    let isEscape = bytes[offset] == UInt8(ascii: "%") && offset + 2 < range.upperBound
                    let byte =
                        isEscape ? Hexadecimal.byte(ofDigits: bytes[offset + 1], bytes[offset + 2]) : nil
                    append(byte ?? bytes[offset])
                    offset += byte == nil ? 1 : 3
                }
            }
        }
    }

    func base64() throws -> SecretBytes { try BaseEncoding.base64.encoded(self) }

    static func joined(_ pieces: [any SecretPiece]) throws -> SecretBytes {
        try SecretBytes(count: pieces.reduce(0) { $0 + $1.byteCount }) { target in
            var offset = 0
            for piece in pieces {
                piece.copy(into: &target, at: offset)
                offset += piece.byteCount
            }
        }
    }
}

/// A piece of a text that holds secrets; one that is no secret may be a `String`.
protocol SecretPiece {
    var byteCount: Int { get }
    func copy(into target: inout MutableRawSpan, at offset: Int)
}

extension SecretBytes: SecretPiece {
    var byteCount: Int { count }

    func copy(into target: inout MutableRawSpan, at offset: Int) {
        copy(0..<count, into: &target, at: offset)
    }
}

extension String: SecretPiece {
    var byteCount: Int { utf8.count }

    func copy(into target: inout MutableRawSpan, at offset: Int) {
        for (place, byte) in utf8.enumerated() {
            target.storeBytes(of: byte, toByteOffset: offset + place, as: UInt8.self)
        }
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

extension Sequence<UInt8> {
    /// A text that is not secret, in which some of these bytes are written as `%0A` and the like.
    func percentEncoded(where isEncoded: (UInt8) -> Bool) -> String {
        let bytes = flatMap { byte in
            isEncoded(byte) ? Array("%\(Hexadecimal.text(of: [byte]).uppercased())".utf8) : [byte]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Set<UInt8> {
    /// Letters and digits of ASCII, and the underscore.
    static let inWords = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_".utf8)
}
