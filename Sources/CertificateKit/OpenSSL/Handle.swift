private import CSecureStoreOpenSSL

/// One reference to an object of libcrypto, which is given back when its last holder goes.
///
/// libcrypto counts references itself and lets several threads read one object.
@safe final class Handle: Sendable {
    /// The object; valid for as long as the handle is held.
    // Sendable: the address never changes, and what it leads to is changed only while one function makes it.
    nonisolated(unsafe) let object: OpaquePointer
    private let release: @Sendable (OpaquePointer) -> Void

    /// Takes over a reference that libcrypto has handed out; nil for its null pointer.
    init?(_ object: OpaquePointer?, release: @escaping @Sendable (OpaquePointer) -> Void) {
        guard let object = unsafe object else { return nil }
        unsafe self.object = object
        unsafe self.release = release
    }

    deinit { unsafe release(object) }
}
