internal import CSecureStoreOpenSSL
internal import FoundationEssentials
internal import SecureStore

/// Calls of libcrypto, and the rules that hold for each.
enum LibCrypto {
    /// Runs calls of libcrypto, and leaves the thread's queue of errors as it was for the program.
    static func quietly<Result: ~Copyable, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        return try body()
    }

    /// Runs calls that read a private key as ``quietly(_:)`` does, and erases what they leave on the stack.
    ///
    /// libcrypto erases what it allocates, but leaves numbers of X25519 and of multiplied points in frames
    /// that have returned. Never inlined: the frames of `body` begin at that of the erasing function, or
    /// below.
    @inline(never)
    static func secretly<Result: ~Copyable, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { securestore_erase_stack() }
        return try quietly(body)
    }

    /// The error for a call that should not fail.
    static func failed(_ what: String) -> StoreError {
        StoreError(
            .internalComponent,
            "libcrypto failed to \(what); see whether its configuration (OPENSSL_CONF) forbids that")
    }

    static func withPointer<R, E: Error>(
        _ secret: SecretBytes, _ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R
    ) throws(E) -> R {
        try secret.withSpan { span throws(E) in
            try unsafe span.withUnsafeBufferPointer { buffer throws(E) in try unsafe body(buffer) }
        }
    }

    /// Memory of `capacity` bytes that `fill` writes to, secretly; it answers how many, or nil for failure.
    static func fill(
        capacity: Int, or what: String, _ fill: (UnsafeMutablePointer<UInt8>) throws(StoreError) -> Int?
    ) throws(StoreError) -> SecretBytes {
        try secretly { () throws(StoreError) in
            // One byte more: memory of none has no address.
            try SecretBytes.opening(capacity: capacity + 1) { target throws(StoreError) in
                let count = try unsafe target.withUnsafeMutableBytes { buffer throws(StoreError) -> Int? in
                    guard let start = unsafe buffer.bindMemory(to: UInt8.self).baseAddress else { return nil }
                    return try unsafe fill(start)
                }
                guard let count else { throw failed(what) }
                return 0..<count
            }
        }
    }

    /// As ``fill(capacity:or:_:)``, for what is public.
    static func array(
        capacity: Int, or what: String, _ fill: (UnsafeMutablePointer<UInt8>) -> Int?
    ) throws(StoreError) -> [UInt8] {
        var isFilled = false
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity + 1) { buffer, count in
            guard let start = buffer.baseAddress, let filled = unsafe fill(start) else { return }
            (count, isFilled) = (filled, true)
        }
        guard isFilled else { throw failed(what) }
        return bytes
    }
}

// MARK: - Encodings

extension LibCrypto {
    /// The bytes that one of libcrypto's encoders writes into memory of its own; nil when it fails.
    static func encoding(_ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>) -> CInt) -> Data? {
        var start: UnsafeMutablePointer<UInt8>?
        let count = quietly { unsafe encode(&start) }
        defer { unsafe CRYPTO_free(start, nil, 0) }
        guard count >= 0, let start = unsafe start else { return nil }
        return unsafe Data(bytes: start, count: Int(count))
    }

    typealias Decoder = (UnsafeMutablePointer<UnsafePointer<UInt8>?>, CLong) -> OpaquePointer?

    /// Lends bytes to one of libcrypto's decoders, which has to take all of them; nil when it does not.
    static func decoding(
        _ bytes: Data, _ decode: Decoder, release: @escaping @Sendable (OpaquePointer) -> Void
    ) -> Handle? {
        unsafe bytes.withUnsafeBytes { unsafe decoding($0.bindMemory(to: UInt8.self), decode, release) }
    }

    /// Lends the bytes of a secret in the same way.
    static func decoding(
        _ secret: SecretBytes, _ decode: Decoder, release: @escaping @Sendable (OpaquePointer) -> Void
    ) -> Handle? {
        unsafe withPointer(secret) { unsafe decoding($0, decode, release) }
    }

    private static func decoding(
        _ bytes: UnsafeBufferPointer<UInt8>, _ decode: Decoder,
        _ release: @escaping @Sendable (OpaquePointer) -> Void
    ) -> Handle? {
        var place = bytes.baseAddress
        let object = unsafe quietly { unsafe decode(&place, bytes.count) }
        guard let handle = unsafe Handle(object, release: release), let first = bytes.baseAddress,
            unsafe place == first + bytes.count
        else { return nil }
        return handle
    }

    /// The bytes that one of libcrypto's encoders writes, in memory that is erased.
    static func secretEncoding(
        _ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> CInt
    ) throws(StoreError) -> SecretBytes {
        let count = encode(nil)
        guard count > 0 else { throw failed("encode the key") }
        return try unsafe fill(capacity: Int(count), or: "encode the key") { target in
            var end: UnsafeMutablePointer<UInt8>? = unsafe target
            return unsafe encode(&end) == count ? Int(count) : nil
        }
    }

    /// The letters of a passphrase as C wants them; of an empty one, an address nevertheless.
    static func text(_ passphrase: UnsafeBufferPointer<UInt8>) -> UnsafePointer<CChar> {
        let empty: StaticString = ""
        guard let start = passphrase.baseAddress, !passphrase.isEmpty else { return unsafe empty.cString }
        return unsafe UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)
    }
}

// MARK: - Objects

extension LibCrypto {
    static func elements(of list: OpaquePointer?) -> [Element] {
        // Minus one for no list at all.
        (0..<max(unsafe OPENSSL_sk_num(list), 0)).map { unsafe Element(OPENSSL_sk_value(list, $0)) }
    }

    /// An object of a list, valid for as long as the list is.
    @safe struct Element {
        let object: OpaquePointer?

        init(_ object: UnsafeMutableRawPointer?) { unsafe self.object = OpaquePointer(object) }
    }

    /// A list of certificates, which does not outlive them; nil without memory.
    static func list(of certificates: [CertificateHandle]) -> Handle? {
        guard let list = unsafe Handle(OPENSSL_sk_new_null(), release: { unsafe OPENSSL_sk_free($0) }) else {
            return nil
        }
        for certificate in certificates {
            guard unsafe OPENSSL_sk_push(list.object, UnsafeRawPointer(certificate.object)) > 0 else {
                return nil
            }
        }
        return list
    }

    /// The bytes of a string of whatever kind; nil for the null pointer.
    static func bytes(of string: UnsafePointer<ASN1_STRING>?) -> Data? {
        guard let string = unsafe string, let start = unsafe ASN1_STRING_get0_data(string) else { return nil }
        return unsafe Data(bytes: start, count: Int(ASN1_STRING_length(string)))
    }

    /// The text in units of two bytes, of which a character may have two: more than libcrypto itself reads.
    static func text(utf16 bytes: Data) -> String {
        let bytes = [UInt8](bytes)
        let units = stride(from: 1, to: bytes.count, by: 2).map {
            UInt16(bytes[$0 - 1]) << 8 | UInt16(bytes[$0])
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// The numbers of an object identifier with dots; nil for one that is longer than any in use.
    static func identifier(_ object: OpaquePointer?) -> String? {
        var text = [CChar](repeating: 0, count: 256)
        let count = quietly { unsafe OBJ_obj2txt(&text, CInt(text.count), object, 1) }
        guard 1..<text.count ~= Int(count) else { return nil }
        return String(decoding: text.prefix(Int(count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// A string of whatever kind as text, a zero byte in it too; nil for what is no text.
    static func text(_ string: UnsafePointer<ASN1_STRING>?) -> String? {
        var start: UnsafeMutablePointer<UInt8>?
        let count = quietly { unsafe ASN1_STRING_to_UTF8(&start, string) }
        defer { unsafe CRYPTO_free(start, nil, 0) }
        guard count >= 0 else { return nil }
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: Int(count)), as: UTF8.self)
    }
}
