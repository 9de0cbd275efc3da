private import CSecureStoreOpenSSL
internal import SecureStore

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
            guard let number = unsafe BN_secure_new(), let order = unsafe EC_GROUP_get0_order(group) else {
                return nil
            }
            defer { unsafe BN_clear_free(number) }
            let isRead = unsafe LibCrypto.withPointer(bytes) { bytes in
                let part = unsafe UnsafeBufferPointer(rebasing: bytes[scalar])
                return unsafe BN_bin2bn(part.baseAddress, Int32(part.count), number) != nil
            }
            unsafe BN_set_flags(number, BN_FLG_CONSTTIME)
            guard isRead, unsafe BN_is_zero(number) == 0, unsafe BN_cmp(number, order) < 0,
                unsafe EC_POINT_mul(group, point, number, nil, nil, nil) == 1
            else { return nil }
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
            let number = unsafe OBJ_sn2nid(curve.shortName.cString)
            guard let group = unsafe EC_GROUP_new_by_curve_name(number) else { return nil }
            defer { unsafe EC_GROUP_free(group) }
            guard let point = unsafe EC_POINT_new(group) else { return nil }
            defer { unsafe EC_POINT_clear_free(point) }
            return unsafe body(group, point)
        }
    }
}
