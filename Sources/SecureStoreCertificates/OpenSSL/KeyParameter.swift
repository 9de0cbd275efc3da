internal import CSecureStoreOpenSSL
internal import SecureStore

/// One of the numbers, or names, that make a key of libcrypto's.
struct KeyParameter {
    private let name: StaticString
    private let type: Int32
    /// The place of the bytes; empty for a text.
    fileprivate let range: Range<Int>
    private var text: StaticString?

    /// A number at some place, most significant byte first.
    static func number(_ name: StaticString, _ range: Range<Int>) -> Self {
        Self(name: name, type: OSSL_PARAM_UNSIGNED_INTEGER, range: range)
    }

    static func octets(_ name: StaticString, _ range: Range<Int>) -> Self {
        Self(name: name, type: OSSL_PARAM_OCTET_STRING, range: range)
    }

    static func text(_ name: StaticString, _ text: StaticString) -> Self {
        Self(name: name, type: OSSL_PARAM_UTF8_STRING, range: 0..<0, text: text)
    }

    /// The places of the bytes as libcrypto wants them: those of a number in the order of the machine.
    fileprivate var places: [Int] {
        type == OSSL_PARAM_UNSIGNED_INTEGER && 1.littleEndian == 1 ? range.reversed() : Array(range)
    }

    /// The form that libcrypto reads; `data` is where the bytes were put.
    fileprivate func entry(_ data: UnsafeMutablePointer<UInt8>) -> OSSL_PARAM {
        let start = unsafe text.map { unsafe UnsafeMutablePointer(mutating: $0.utf8Start) } ?? data
        return unsafe OSSL_PARAM(
            key: name.cString, data_type: UInt32(type), data: start,
            data_size: text?.utf8CodeUnitCount ?? range.count, return_size: 0)
    }

    static let (group, point, scalar): (StaticString, StaticString, StaticString) = ("group", "pub", "priv")
    static let (modulus, publicExponent): (StaticString, StaticString) = ("n", "e")
    /// The numbers of an RSA key, in the order of PKCS#1.
    static let rsa: [StaticString] = [
        modulus, publicExponent, "d", "rsa-factor1", "rsa-factor2", "rsa-exponent1", "rsa-exponent2",
        "rsa-coefficient1",
    ]
}

extension KeyHandle {
    /// A key of parts that stand in `bytes`; throws `StoreStatus.decode` when libcrypto does not take them.
    ///
    /// libcrypto reads them where they are, or out of memory that is erased: this is not done by its
    /// decoders, which leave copies behind.
    static func make(
        _ algorithm: StaticString, _ parameters: [KeyParameter], of bytes: SecretBytes, isPrivate: Bool
    ) throws(StoreError) -> KeyHandle {
        let places = parameters.flatMap(\.places)
        let packed = try unsafe LibCrypto.fill(capacity: places.count, or: "copy") { target in
            unsafe LibCrypto.withPointer(bytes) { source in
                for (to, from) in places.enumerated() { unsafe target[to] = source[from] }
            }
            return places.count
        }
        let key = unsafe LibCrypto.withPointer(packed) { packed -> KeyHandle? in
            guard var start = unsafe UnsafeMutablePointer(mutating: packed.baseAddress) else { return nil }
            var list: [OSSL_PARAM] = unsafe []
            for parameter in parameters {
                unsafe list.append(parameter.entry(start))
                unsafe start += parameter.range.count
            }
            unsafe list.append(OSSL_PARAM_construct_end())
            return unsafe make(algorithm, &list, isPrivate)
        }
        guard let key else {
            throw StoreError(.decode, "libcrypto does not take the key; \(InputLimits.anotherCopy)")
        }
        return key
    }

    private static func make(
        _ algorithm: StaticString, _ list: inout [OSSL_PARAM], _ isPrivate: Bool
    ) -> KeyHandle? {
        LibCrypto.secretly {
            guard let context = unsafe EVP_PKEY_CTX_new_from_name(nil, algorithm.cString, nil) else {
                return nil
            }
            defer { unsafe EVP_PKEY_CTX_free(context) }
            var key: OpaquePointer?
            let selection = isPrivate ? Self.pair : Self.publicHalf
            guard unsafe EVP_PKEY_fromdata_init(context) == 1 else { return nil }
            unsafe EVP_PKEY_fromdata(context, &key, selection, &list)
            return unsafe KeyHandle(key)
        }
    }

    // The macros of these names are made of others, which Swift does not import.
    private static let parameters =
        OSSL_KEYMGMT_SELECT_DOMAIN_PARAMETERS | OSSL_KEYMGMT_SELECT_OTHER_PARAMETERS
    private static let publicHalf = parameters | OSSL_KEYMGMT_SELECT_PUBLIC_KEY
    private static let pair = publicHalf | OSSL_KEYMGMT_SELECT_PRIVATE_KEY

    /// A number of the key in so many bytes, most significant first.
    func number(_ name: StaticString, byteCount: Int) throws(StoreError) -> SecretBytes {
        try unsafe LibCrypto.fill(capacity: byteCount, or: "give a number of the key") { target in
            let count = unsafe read(name, OSSL_PARAM_UNSIGNED_INTEGER, into: target, byteCount)
            guard let count, count <= byteCount else { return nil }
            if 1.littleEndian == 1 {
                var number = unsafe UnsafeMutableBufferPointer(start: target, count: byteCount)
                unsafe number.reverse()
            }
            return byteCount
        }
    }

    func rawPrivateKey(_ byteCount: Int) throws(StoreError) -> SecretBytes {
        // Not by `EVP_PKEY_get_raw_private_key`: that makes a copy, and does not erase it.
        try unsafe LibCrypto.fill(capacity: byteCount, or: "give the private key") { target in
            unsafe read("priv", OSSL_PARAM_OCTET_STRING, into: target, byteCount)
        }
    }

    /// Has a value of the key written into memory of the caller's; returns its size, or nil for failure.
    private func read(
        _ name: StaticString, _ type: Int32, into target: UnsafeMutablePointer<UInt8>, _ byteCount: Int
    ) -> Int? {
        var list = unsafe [
            OSSL_PARAM(
                key: name.cString, data_type: UInt32(type), data: target, data_size: byteCount,
                return_size: 0),
            OSSL_PARAM_construct_end(),
        ]
        return unsafe EVP_PKEY_get_params(object, &list) == 1 ? list[0].return_size : nil
    }

    func rawPublicKey(_ byteCount: Int) throws(StoreError) -> [UInt8] {
        try unsafe LibCrypto.array(capacity: byteCount, or: "give the public key") { target in
            var count = byteCount
            return unsafe EVP_PKEY_get_raw_public_key(object, target, &count) == 1 ? count : nil
        }
    }
}
