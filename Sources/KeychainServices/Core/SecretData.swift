internal import Foundation
internal import SecureStore

/// A secret as the object that callers of Apple's functions get.
///
/// It lends the memory of ``SecretBytes``, which is erased when the last reference is gone. What Foundation
/// makes of it is a copy, which nobody erases: a `Data`, a hash, an archive.
@safe final class SecretData: NSData {
    private let secret: SecretBytes
    // The secret's, which does not move and lives as long as this object.
    private let start: UnsafeRawPointer

    /// Lends a secret; nil for one of no bytes, which has no address.
    init?(_ secret: SecretBytes) {
        let start = unsafe secret.withRawBytes { bytes in unsafe bytes.withUnsafeBytes(\.baseAddress) }
        guard let start = unsafe start else { return nil }
        self.secret = secret
        unsafe self.start = start
        super.init()
    }

    override var length: Int { secret.count }

    override var bytes: UnsafeRawPointer { unsafe start }

    /// An archive of it is one of bytes.
    override var classForCoder: AnyClass { NSData.self }

    /// Never called, because archives are of `NSData`.
    required init?(coder: NSCoder) { nil }
}

// MARK: - ContiguousBytes

extension SecretData: ContiguousBytes {
    // Without this Foundation copies an object into a `Data` byte by byte: 5 µs for 64 bytes instead of 0.3.
    func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try withExtendedLifetime(self) {
            try unsafe body(UnsafeRawBufferPointer(start: start, count: secret.count))
        }
    }
}
