/// The bytes of a secret as a collection.
///
/// The view keeps the secret alive and copies nothing. An array or string made from it is not erased.
public struct SecretBytesView: RandomAccessCollection, Sendable {
    private let secret: SecretBytes

    init(_ secret: SecretBytes) { self.secret = secret }

    /// The first index: zero.
    public var startIndex: Int { 0 }
    /// The number of bytes.
    public var endIndex: Int { secret.count }
    /// The byte at a position.
    ///
    /// As with an array, a position outside of the secret stops the program.
    public subscript(position: Int) -> UInt8 { secret.withSpan { $0[position] } }

    /// Lends the bytes as a buffer, for algorithms that copy many at once.
    ///
    /// Throws only what `body` throws. What such an algorithm copies, it does not erase.
    public func withContiguousStorageIfAvailable<R>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> R
    ) rethrows -> R? {
        try secret.withRawBytes { bytes in
            try unsafe bytes.withUnsafeBytes { try unsafe body($0.bindMemory(to: UInt8.self)) }
        }
    }
}
