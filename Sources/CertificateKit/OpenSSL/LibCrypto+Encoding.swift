internal import CSecureStoreOpenSSL
internal import FoundationEssentials

extension LibCrypto {
    /// What one of libcrypto's encoders writes into memory of its own; nil when it fails.
    static func encoding(_ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>) -> CInt) -> Data? {
        var start: UnsafeMutablePointer<UInt8>?
        let count = quietly { unsafe encode(&start) }
        defer { unsafe CRYPTO_free(start, nil, 0) }
        guard count >= 0, let start = unsafe start else { return nil }
        return unsafe Data(bytes: start, count: Int(count))
    }

    /// Lends bytes to one of libcrypto's decoders, which has to take all of them; nil when it does not.
    static func decoding(
        _ bytes: Data, _ decode: (UnsafeMutablePointer<UnsafePointer<UInt8>?>, CLong) -> OpaquePointer?,
        release: @escaping @Sendable (OpaquePointer) -> Void
    ) -> Handle? {
        unsafe bytes.withUnsafeBytes { buffer in
            let first = unsafe buffer.bindMemory(to: UInt8.self).baseAddress
            var place = unsafe first
            let object = unsafe quietly { unsafe decode(&place, buffer.count) }
            guard let handle = unsafe Handle(object, release: release), let first = unsafe first,
                unsafe place == first + buffer.count
            else { return nil }
            return handle
        }
    }

    /// The hash of bytes; nil when libcrypto is set up to do without the function.
    static func hash(_ bytes: Data, with function: HashFunction) -> Data? {
        (try? function.hash([UInt8](bytes))).map { Data($0) }
    }
}

// MARK: - Text

extension LibCrypto {
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
