/// A secret in memory that is locked, does not move, and is erased when the last reference is gone.
///
/// This is a class, so passing it on copies a reference and never the bytes. They stay out of swap and core
/// dumps as far as the system's limit on locked memory allows. The description shows only the number of
/// bytes, and `==` takes the same time wherever the bytes differ.
public final class SecretBytes: Sendable {
    /// The number of bytes.
    public let count: Int
    // Only written before `self` exists. The secret may be just a part of it: whatever was decrypted around
    // it, such as a length in front or padding behind, is erased with it.
    private let block: SecretBlock
    private let offset: Int

    private init(_ block: consuming SecretBlock, _ window: Range<Int>) {
        block.makeReadOnly()
        (self.offset, self.count) = (window.lowerBound, window.count)
        self.block = block
    }

    /// Reserves zeroed memory and lets `fill` write the secret into it, so that no other copy exists.
    ///
    /// Throws what `fill` throws, or ``StoreStatus/allocate`` if there is no memory.
    public convenience init(
        count: Int, fillingWith fill: (inout MutableRawSpan) throws -> Void
    ) throws {
        var block = try SecretBlock(byteCount: count)
        try block.withMutableBytes { bytes in try fill(&bytes) }
        self.init(block, 0..<count)
    }

    /// Copies bytes.
    ///
    /// Erasing the original is up to you. Throws ``StoreStatus/allocate`` if the system grants no memory that
    /// is locked and guarded.
    public convenience init(copying bytes: some Collection<UInt8>) throws(StoreError) {
        var block = try SecretBlock(byteCount: bytes.count)
        block.copy(bytes)
        self.init(block, 0..<block.byteCount)
    }

    /// Copies a text as UTF-8.
    ///
    /// The `String` itself cannot be erased. Throws ``StoreStatus/allocate`` as ``init(copying:)`` does.
    public convenience init(utf8 text: String) throws(StoreError) {
        try self.init(copying: text.utf8)
    }

    /// Random bytes from the system, for example for a new key or token.
    ///
    /// Throws ``StoreStatus/allocate`` as ``init(copying:)`` does.
    public static func random(count: Int) throws(StoreError) -> SecretBytes {
        var block = try SecretBlock(byteCount: count)
        block.fillWithRandomBytes()
        return SecretBytes(block, 0..<count)
    }

    /// Reserves `capacity` zero bytes, lets `fill` write to them, and makes the range it returns the secret.
    ///
    /// For a secret inside a decrypted record: it is used where it was decrypted.
    package static func opening(
        capacity: Int, _ fill: (inout MutableRawSpan) throws(StoreError) -> Range<Int>
    ) throws(StoreError) -> SecretBytes {
        var block = try SecretBlock(byteCount: capacity)
        let window = try block.withMutableBytes { bytes throws(StoreError) in try fill(&bytes) }
        return try SecretBytes(block, within: window)
    }

    /// Copies bytes that somebody else erases.
    static func copy(of bytes: RawSpan) throws(StoreError) -> SecretBytes {
        try opening(capacity: bytes.byteCount) { target in
            target.copy(bytes, to: 0)
            return 0..<bytes.byteCount
        }
    }

    /// Takes a block over, of which the secret is a part.
    convenience init(_ block: consuming SecretBlock, within window: Range<Int>) throws(StoreError) {
        guard window.lowerBound >= 0, window.upperBound <= block.byteCount else {
            throw StoreError.mistake(
                "bytes \(window) are not all within a secret of \(block.byteCount) bytes")
        }
        self.init(block, window)
    }

    /// Lends the bytes to `body` as a collection, for example to copy them into an array or `Data`.
    ///
    /// Such a copy is not erased.
    public func withBytes<R: ~Copyable, E: Error>(_ body: (SecretBytesView) throws(E) -> R) throws(E) -> R {
        try body(SecretBytesView(self))
    }

    package func withRawBytes<R: ~Copyable, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
        try block.withBytes { bytes throws(E) in try body(bytes.extracting(offset..<offset + count)) }
    }

    /// The secret as a `String`, which is not erased.
    ///
    /// Throws ``StoreStatus/decode`` if the bytes are not UTF-8.
    public func text() throws(StoreError) -> String {
        try withSpan { bytes throws(StoreError) in
            guard let text = try? UTF8Span(validating: bytes) else {
                throw StoreError(.decode, "the secret is not UTF-8 text; read its bytes")
            }
            return String(copying: text)
        }
    }

    /// Lends the bytes to `body` as a span, for reading parts of a secret without a copy.
    public func withSpan<R: ~Copyable, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
        try withRawBytes { bytes throws(E) in
            try unsafe bytes.withUnsafeBytes { buffer throws(E) in
                try body(unsafe buffer.bindMemory(to: UInt8.self).span)
            }
        }
    }
}

extension SecretBytes: Equatable {
    /// Compares the bytes in a time that depends only on their number.
    public static func == (first: SecretBytes, second: SecretBytes) -> Bool {
        first.withRawBytes { bytes in second.withRawBytes { constantTimeEqual(bytes, $0) } }
    }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible {
    /// The number of bytes, but none of them.
    public var description: String { "SecretBytes(\(count) bytes)" }

    /// The same as `description`.
    public var debugDescription: String { description }
}

extension SecretBytes: CustomReflectable {
    /// A mirror without children, so that `dump` and debuggers show neither an address nor the content.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
