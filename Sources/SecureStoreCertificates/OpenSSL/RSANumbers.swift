private import CSecureStoreOpenSSL
internal import SecureStore

/// The numbers of an RSA key, by their places in the order of ``KeyParameter/rsa``.
enum RSANumbers {
    /// True if both primes make the modulus, and each exponent undoes the other.
    ///
    /// A key whose parts do not agree tells its primes with its first signature. That the primes are prime is
    /// not checked: only the holder of the key is hurt, and for the largest it would take seconds.
    static func agree(_ numbers: [Range<Int>], in bytes: SecretBytes) -> Bool {
        // All are less than the modulus, whose size is bounded: longer ones would take seconds.
        guard numbers.allSatisfy({ $0.count <= numbers[0].count }) else { return false }
        let answer = try? unsafe LibCrypto.calculate { context throws(StoreError) -> Bool in
            let read = unsafe numbers.compactMap { range in
                unsafe LibCrypto.number(range, of: bytes, BN_CTX_get(context))
            }
            let made = unsafe (0..<3).compactMap { _ in unsafe BN_CTX_get(context) }
            guard unsafe read.count == 8, unsafe made.count == 3 else { return false }
            return unsafe Self.agree(read, made, context)
        }
        return answer == true
    }

    /// The private exponent modulo a prime less one; nil for primes that make no sense.
    static func exponent(
        _ privateExponent: Range<Int>, _ prime: Range<Int>, in bytes: SecretBytes
    ) throws(StoreError) -> SecretBytes? {
        guard 1...2_049 ~= prime.count, privateExponent.count <= 2_049 else { return nil }
        return try unsafe LibCrypto.calculate { context throws(StoreError) -> SecretBytes? in
            guard let d = unsafe LibCrypto.number(privateExponent, of: bytes, BN_CTX_get(context)),
                let less = unsafe LibCrypto.number(prime, of: bytes, BN_CTX_get(context)),
                let rest = unsafe BN_CTX_get(context), unsafe BN_sub_word(less, 1) == 1,
                unsafe BN_is_zero(less) == 0, unsafe BN_nnmod(rest, d, less, context) == 1
            else { return nil }
            return try unsafe LibCrypto.bytes(of: rest, prime.count)
        }
    }

    private static func agree(_ read: [OpaquePointer], _ made: [OpaquePointer], _ context: OpaquePointer)
        -> Bool
    {
        let (n, e, d, p, q) = unsafe (read[0], read[1], read[2], read[3], read[4])
        let (one, less, product) = unsafe (made[0], made[1], made[2])
        guard unsafe BN_set_word(one, 1) == 1, unsafe BN_cmp(p, one) > 0, unsafe BN_cmp(q, one) > 0,
            unsafe BN_is_odd(p) == 1, unsafe BN_is_odd(q) == 1,
            unsafe BN_mul(product, p, q, context) == 1, unsafe BN_cmp(product, n) == 0,
            unsafe BN_cmp(d, n) < 0
        else { return false }
        for index in 0..<2 {
            let (prime, exponent) = unsafe (read[3 + index], read[5 + index])
            guard unsafe BN_sub(less, prime, one) == 1,
                unsafe BN_mod_mul(product, e, d, less, context) == 1, unsafe BN_is_one(product) == 1,
                unsafe BN_nnmod(product, d, less, context) == 1, unsafe BN_cmp(product, exponent) == 0
            else { return false }
        }
        return unsafe BN_mod_mul(product, q, read[7], p, context) == 1 && BN_is_one(product) == 1
            && BN_cmp(read[7], p) < 0
    }
}

enum CurvePoint {
    /// The point of a public key in its long form; nil unless it lies on the curve.
    ///
    /// The short form, with one coordinate and a sign, is taken too; the point at infinity is not.
    static func normalized(_ encoded: [UInt8], on curve: Curve) -> [UInt8]? {
        guard let form = encoded.first else { return nil }
        let isLong = form == 4 && encoded.count == curve.pointByteCount
        let isShort = (form == 2 || form == 3) && encoded.count == 1 + curve.byteCount
        guard isLong || isShort else { return nil }
        return unsafe withPoint(on: curve) { group, point in
            guard unsafe EC_POINT_oct2point(group, point, encoded, encoded.count, nil) == 1 else {
                return nil
            }
            return unsafe bytes(of: point, group, curve)
        }
    }

    /// The public key of a private key; nil unless that is from one to the order of the curve less one.
    static func publicKey(of scalar: Range<Int>, in bytes: SecretBytes, on curve: Curve) -> [UInt8]? {
        guard scalar.count <= curve.byteCount else { return nil }
        return unsafe withPoint(on: curve) { group, point in
            let own = unsafe BN_secure_new()
            defer { unsafe BN_clear_free(own) }
            guard let number = unsafe LibCrypto.number(scalar, of: bytes, own),
                let order = unsafe EC_GROUP_get0_order(group), unsafe BN_is_zero(number) == 0,
                unsafe BN_cmp(number, order) < 0
            else { return nil }
            unsafe BN_set_flags(number, BN_FLG_CONSTTIME)
            guard unsafe EC_POINT_mul(group, point, number, nil, nil, nil) == 1 else { return nil }
            return unsafe Self.bytes(of: point, group, curve)
        }
    }

    private static func bytes(of point: OpaquePointer, _ group: OpaquePointer, _ curve: Curve) -> [UInt8]? {
        try? unsafe LibCrypto.array(capacity: curve.pointByteCount, or: "write a point") { target in
            let count = unsafe EC_POINT_point2oct(
                group, point, POINT_CONVERSION_UNCOMPRESSED, target, curve.pointByteCount, nil)
            return count == curve.pointByteCount ? count : nil
        }
    }

    private static func withPoint(
        on curve: Curve, _ body: (OpaquePointer, OpaquePointer) -> [UInt8]?
    ) -> [UInt8]? {
        LibCrypto.secretly {
            let number = unsafe EC_curve_nist2nid(curve.name.cString)
            guard let group = unsafe EC_GROUP_new_by_curve_name(number) else { return nil }
            defer { unsafe EC_GROUP_free(group) }
            guard let point = unsafe EC_POINT_new(group) else { return nil }
            defer { unsafe EC_POINT_clear_free(point) }
            return unsafe body(group, point)
        }
    }
}
