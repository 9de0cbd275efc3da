/// Secret bytes that live at one address and are erased with the last reference.
///
/// A class, so that passing it on copies a reference and never the bytes. Kept out of swap and core dumps as
/// far as the system's limit on locked memory allows. Large secrets lie between guard pages; small ones share
/// a guarded region, because a region each would be slow and soon exhaust the process's mappings.
public final class SecretBytes: Sendable {
    /// The number of bytes.
    public let count: Int
    // Written only before `self` exists. The secret may be a part of it: what was decrypted around it, a length
    // in front or padding behind, is erased with it.
    private let block: SecretBlock
    private let offset: Int

    private init(_ block: consuming SecretBlock, _ window: Range<Int>) {
        block.makeReadOnly()
        (self.offset, self.count) = (window.lowerBound, window.count)
        self.block = block
    }

    /// Reserves erased memory of zeros and lets `fill` write the secret straight into it.
    ///
    /// Throws what `fill` throws, or a ``StoreError`` with ``Status/allocate`` when there is no memory.
    public convenience init(
        count: Int, fillingWith fill: (inout MutableRawSpan) throws -> Void
    ) throws {
        var block = try SecretBlock(byteCount: count)
        try block.withMutableBytes { bytes in try fill(&bytes) }
        self.init(block, 0..<count)
    }

    /// Copies bytes that are somewhere else already; erasing those is for the caller to do.
    public convenience init(copying bytes: some Collection<UInt8>) throws(StoreError) {
        var block = try SecretBlock(byteCount: bytes.count)
        block.copy(bytes)
        self.init(block, 0..<block.byteCount)
    }

    /// Copies a text that is somewhere else already, as UTF-8: a `String` cannot be erased.
    public convenience init(utf8 text: String) throws(StoreError) {
        try self.init(copying: text.utf8)
    }

    /// Random bytes that nobody else has: a new key or token.
    public static func random(count: Int) throws(StoreError) -> SecretBytes {
        var block = try SecretBlock(byteCount: count)
        block.fillWithRandomBytes()
        return SecretBytes(block, 0..<count)
    }

    /// Reserves `capacity` bytes of zeros, lets `fill` write them, and shows the range it answers as the secret.
    ///
    /// For a decrypted record, of which the secret is a part: it is used where it was decrypted.
    package static func opening(
        capacity: Int, _ fill: (inout MutableRawSpan) throws(StoreError) -> Range<Int>
    ) throws(StoreError) -> SecretBytes {
        var block = try SecretBlock(byteCount: capacity)
        let window = try block.withMutableBytes { bytes throws(StoreError) in try fill(&bytes) }
        guard window.lowerBound >= 0, window.upperBound <= capacity else {
            throw StoreError(.internalError, "bytes \(window) of a secret of \(capacity)")
        }
        return SecretBytes(block, window)
    }

    /// Lends the bytes for the length of one call: for copies into an array, `Data` or a string, which nobody can erase
    /// any more.
    public func withBytes<R: ~Copyable, E: Error>(_ body: (SecretBytesView) throws(E) -> R) throws(E) -> R {
        try body(SecretBytesView(self))
    }

    /// Lends the bytes without a copy.
    package func withRawBytes<R: ~Copyable, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
        try block.withBytes { bytes throws(E) in try body(bytes.extracting(offset..<offset + count)) }
    }

    /// The secret as text, which nobody can erase any more; ``Status/decode`` for bytes that are not UTF-8.
    public func text() throws(StoreError) -> String {
        try withSpan { bytes throws(StoreError) in
            guard let text = try? UTF8Span(validating: bytes) else {
                throw StoreError(.decode, "the secret is not text in UTF-8")
            }
            return String(copying: text)
        }
    }

    /// Lends the bytes one by one, every access checked: for whoever reads a record out of a secret.
    public func withSpan<R: ~Copyable, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
        try withRawBytes { bytes throws(E) in
            try unsafe bytes.withUnsafeBytes { buffer throws(E) in
                try body(unsafe buffer.bindMemory(to: UInt8.self).span)
            }
        }
    }
}

// MARK: - Equatable

extension SecretBytes: Equatable {
    /// Compares in a time that tells nothing of where the bytes differ; only different lengths show.
    public static func == (first: SecretBytes, second: SecretBytes) -> Bool {
        first.withRawBytes { bytes in second.withRawBytes { constantTimeEqual(bytes, $0) } }
    }
}

// MARK: - CustomStringConvertible

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible {
    /// The number of bytes, and nothing of what they are.
    public var description: String { "SecretBytes(\(count) bytes)" }

    /// The same as `description`.
    public var debugDescription: String { description }
}

// MARK: - CustomReflectable

extension SecretBytes: CustomReflectable {
    /// Without children, so that `dump` and debuggers' views show no address and no content.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
