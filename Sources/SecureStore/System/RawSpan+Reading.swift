private import SecureStorePlatform

/// Reads records from bytes that anybody may have written; every access says what happens at the end.
extension RawSpan {
    func byte(at offset: Int) -> UInt8? {
        guard offset >= 0, offset < byteCount else { return nil }
        return unsafe unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
    }

    /// Four bytes, least significant first; nil when they do not all exist.
    package func littleEndian32(at offset: Int) -> UInt32? {
        guard offset >= 0, offset <= byteCount - 4 else { return nil }
        return UInt32(
            littleEndian: unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt32.self))
    }

    /// Four bytes, most significant first; nil when they do not all exist.
    func bigEndian32(at offset: Int) -> UInt32? { littleEndian32(at: offset)?.byteSwapped }

    /// Eight bytes, least significant first; nil when they do not all exist.
    package func littleEndian64(at offset: Int) -> UInt64? {
        guard offset >= 0, offset <= byteCount - 8 else { return nil }
        return UInt64(
            littleEndian: unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
    }

    /// Compares two spans that are not secret: it stops at the first difference.
    func hasSameBytes(as other: RawSpan) -> Bool {
        guard byteCount == other.byteCount else { return false }
        return unsafe withUnsafeBytes { first in
            unsafe other.withUnsafeBytes { second in
                guard let a = first.baseAddress, let b = second.baseAddress else { return true }
                return unsafe memcmp(a, b, first.count) == 0
            }
        }
    }

    /// A copy of some bytes; nil when they do not all exist.
    func array(at offset: Int, count: Int) -> [UInt8]? {
        guard offset >= 0, count >= 0, offset <= byteCount - count else { return nil }
        return unsafe withUnsafeBytes { unsafe Array($0[offset..<(offset + count)]) }
    }

    /// Text in UTF-8; nil when the bytes do not all exist, or are not UTF-8.
    func text(at offset: Int, count: Int) -> String? {
        guard offset >= 0, count >= 0, offset <= byteCount - count else { return nil }
        return unsafe withUnsafeBytes {
            let bytes = unsafe UnsafeRawBufferPointer(rebasing: $0[offset..<(offset + count)])
            // Decoding puts other bytes where these are not UTF-8; `String(validating:)` takes much longer.
            var text = unsafe String(decoding: bytes, as: UTF8.self)
            let isSame = text.withUTF8 { decoded in
                guard let a = bytes.baseAddress, let b = decoded.baseAddress else { return count == 0 }
                return unsafe decoded.count == count && memcmp(a, b, count) == 0
            }
            return isSame ? text : nil
        }
    }
}

extension String {
    /// The parts between separators, as the system has them.
    ///
    /// To `split`, a slash with an accent behind it is another character, and a carriage return and a line
    /// feed together are one.
    package func cut(at separator: Unicode.Scalar, keepingEmpty: Bool = false) -> [Substring] {
        unicodeScalars.split(separator: separator, omittingEmptySubsequences: !keepingEmpty).map(
            Substring.init)
    }

    /// True for a path that begins at the root.
    ///
    /// `hasPrefix` does not see the slash where the first name begins with an accent.
    var isFromRoot: Bool { utf8.first == UInt8(ascii: "/") }

    /// Compares the bytes of two strings; `==` treats different spellings of a letter as equal.
    package func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let answer = unsafe utf8.withContiguousStorageIfAvailable { first in
            unsafe other.utf8.withContiguousStorageIfAvailable { second in
                guard let a = first.baseAddress, let b = second.baseAddress else { return true }
                return unsafe memcmp(a, b, first.count) == 0
            }
        }
        return (answer ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}

extension Sequence<String> {
    /// Tells whether one of the strings has the bytes of another.
    func holds(_ text: String) -> Bool { contains { $0.hasSameBytes(as: text) } }
}

extension MutableRawSpan {
    /// Writes a number at an offset, least significant byte first; stops the program outside of the span.
    package mutating func store<Value: FixedWidthInteger & BitwiseCopyable>(
        littleEndian value: Value, at offset: Int
    ) {
        storeBytes(of: value.littleEndian, toByteOffset: offset, as: Value.self)
    }

    /// Copies bytes to an offset; a range outside of the span stops the program.
    package mutating func copy(_ bytes: RawSpan, to offset: Int) {
        precondition(offset >= 0 && offset <= byteCount - bytes.byteCount, "the copy does not fit")
        unsafe withUnsafeMutableBytes { target in
            unsafe bytes.withUnsafeBytes { source in
                guard source.count > 0 else { return }
                unsafe UnsafeMutableRawBufferPointer(rebasing: target[offset...]).copyMemory(from: source)
            }
        }
    }
}

extension [UInt8] {
    /// Appends a number, least significant byte first.
    mutating func append(littleEndian value: some FixedWidthInteger & BitwiseCopyable) {
        unsafe Swift.withUnsafeBytes(of: value.littleEndian) { unsafe append(contentsOf: $0) }
    }

    mutating func append(_ bytes: RawSpan) {
        unsafe bytes.withUnsafeBytes { unsafe append(contentsOf: $0) }
    }

    /// Compares all bytes at once; the same array costs nothing.
    func hasSameBytes(as other: [UInt8]) -> Bool {
        withRawBytes { bytes in other.withRawBytes { bytes.hasSameBytes(as: $0) } }
    }

    /// Asks whether these bytes have others one after the other; linear in time, as both may be crafted.
    func contains(_ wanted: [UInt8]) -> Bool {
        unsafe wanted.isEmpty || memmem(self, count, wanted, wanted.count) != nil
    }

    func withRawBytes<R: ~Copyable, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
        try unsafe body(span.bytes)
    }

    mutating func withMutableRawBytes<R: ~Copyable, E: Error>(
        _ body: (inout MutableRawSpan) throws(E) -> R
    ) throws(E) -> R {
        var elements = mutableSpan
        var bytes = unsafe elements.mutableBytes
        return try body(&bytes)
    }
}
