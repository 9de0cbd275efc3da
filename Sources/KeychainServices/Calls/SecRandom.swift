internal import SecureStore

/// A source of random bytes, of which there is only one.
public typealias SecRandomRef = OpaquePointer

// Shared by all threads because it is always nil; Swift only knows that pointers are not for sharing.
/// The only source of random bytes.
public nonisolated(unsafe) let kSecRandomDefault: SecRandomRef? = nil

/// Fills the caller's memory with random bytes that are fit for keys.
///
/// Returns `errSecParam` for a negative count, and `errSecAllocate` when there is no memory for secrets; then
/// the memory may be filled in part. The source does not count. Neither a store nor libcrypto is needed.
@discardableResult
public func SecRandomCopyBytes(_ source: SecRandomRef?, _ count: Int, _ bytes: UnsafeMutableRawPointer)
    -> Int32
{
    status { () throws(StoreError) in
        guard count >= 0 else { throw StoreError(.param, "a count of \(count) bytes; ask for none or more") }
        let target = unsafe UnsafeMutableRawBufferPointer(start: bytes, count: count)
        // In pieces, because memory for secrets is scarce.
        for start in stride(from: 0, to: count, by: randomPiece) {
            let piece = try SecretBytes.random(count: min(randomPiece, count - start))
            piece.withRawBytes { random in
                unsafe random.withUnsafeBytes {
                    unsafe UnsafeMutableRawBufferPointer(rebasing: target[start..<start + $0.count])
                        .copyMemory(
                            from: $0)
                }
            }
        }
    }
}

private let randomPiece = 4_096
