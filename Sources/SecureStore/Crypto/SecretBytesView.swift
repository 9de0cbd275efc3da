/// The bytes of a secret as a collection.
///
/// It holds on to the secret and copies nothing: what is made of it, an array or a string, is the copy.
public struct SecretBytesView: RandomAccessCollection, Sendable {
    private let secret: SecretBytes

    init(_ secret: SecretBytes) { self.secret = secret }

    /// Zero.
    public var startIndex: Int { 0 }
    /// The number of bytes.
    public var endIndex: Int { secret.count }
    /// The byte at a place; one outside of the secret stops the program, as it does with an array.
    public subscript(position: Int) -> UInt8 { secret.withSpan { $0[position] } }

    /// Lends the bytes to who copies many at once.
    public func withContiguousStorageIfAvailable<R>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> R
    ) rethrows -> R? {
        try secret.withRawBytes { bytes in
            try unsafe bytes.withUnsafeBytes { try unsafe body($0.bindMemory(to: UInt8.self)) }
        }
    }
}
