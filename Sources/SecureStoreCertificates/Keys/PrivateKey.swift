public import SecureStore

/// A private key, with its public half.
///
/// Its bytes lie in memory of libcrypto's, which erases them with the last copy of this value.
public struct PrivateKey: Sendable {
    /// The algorithm and the size.
    public var kind: KeyKind { publicKey.kind }
    /// The public half.
    public let publicKey: PublicKey
    /// True if the bytes can be asked for.
    ///
    /// A key that a store keeps as one that does not leave still signs, decrypts and agrees.
    public internal(set) var isExtractable = true

    let handle: KeyHandle

    /// Makes a new key.
    ///
    /// An RSA key takes up to seconds, and one of 8192 bits up to a minute. Throws
    /// `StoreStatus.keySizeNotAllowed` for one with less than 1024 bits or more than 8192, or whose bits are
    /// not whole bytes.
    ///
    /// - Warning: RSA below 2048 bits protects nothing of value. Such keys are made for old devices, as
    ///   Apple's calls make them, and chains for servers and clients do not take them.
    public static func generate(_ kind: KeyKind) throws(StoreError) -> PrivateKey {
        if case .rsa = kind.algorithm {
            guard 1_024...8_192 ~= kind.sizeInBits, kind.sizeInBits.isMultiple(of: 8) else {
                throw StoreError(
                    .keySizeNotAllowed,
                    "an RSA key of \(kind.sizeInBits) bits is not made; ask for 1024 to 8192, in whole bytes")
            }
        }
        let handle = try KeyHandle.generate(kind)
        return PrivateKey(handle, try publicHalf(of: handle, kind))
    }

    private init(_ handle: KeyHandle, _ publicKey: PublicKey) {
        (self.handle, self.publicKey) = (handle, publicKey)
    }

    private static func publicHalf(of handle: KeyHandle, _ kind: KeyKind) throws(StoreError) -> PublicKey {
        switch kind.algorithm {
        case .rsa:
            let numbers: [SecretDER] = [
                .number(try handle.number(KeyParameter.modulus, byteCount: (kind.sizeInBits + 7) / 8)),
                .number(try handle.number(KeyParameter.publicExponent, byteCount: 8)),
            ]
            let bytes = try SecretDER.sequence(numbers).encoded()
            return try PublicKey(pkcs1: bytes, 0..<bytes.count)
        case .curve(let curve):
            let scalar = try handle.number(KeyParameter.scalar, byteCount: curve.byteCount)
            let point = CurvePoint.publicKey(of: 0..<scalar.count, in: scalar, on: curve)
            return try PublicKey(point ?? [], on: curve)
        case .raw(let raw):
            return try PublicKey(rawRepresentation: try handle.rawPublicKey(raw.byteCount), kind)
        }
    }

    // MARK: - Of parts

    /// A key of RSA of its numbers, in the order of PKCS#1.
    init(rsa numbers: [Range<Int>], in bytes: SecretBytes) throws(StoreError) {
        let kind = try PublicKey.rsa(numbers[0], numbers[1], in: bytes)
        guard RSANumbers.agree(numbers, in: bytes) else {
            throw StoreError(
                .decode, "the numbers of the RSA key do not belong together; \(InputLimits.anotherCopy)")
        }
        try self.init(kind, zip(KeyParameter.rsa, numbers).map { .number($0, $1) }, of: bytes)
    }

    /// A key on a curve of its number; where the point is told, it has to be the one that belongs to it.
    init(
        scalar: Range<Int>, point: [UInt8]?, in bytes: SecretBytes, on curve: Curve
    ) throws(StoreError) {
        guard let own = CurvePoint.publicKey(of: scalar, in: bytes, on: curve) else {
            throw StoreError(
                .decode,
                "the number of the key is zero, or too large for its curve; \(InputLimits.anotherCopy)")
        }
        if let point {
            guard CurvePoint.normalized(point, on: curve) == own else {
                throw Self.otherHalf
            }
        }
        let parts: [KeyParameter] = [
            .text(KeyParameter.group, curve.name), .octets(KeyParameter.point, 0..<own.count),
            .number(KeyParameter.scalar, scalar.lowerBound + own.count..<scalar.upperBound + own.count),
        ]
        let all = SecretDER.sequence([.literal(own), .secret(bytes, 0..<bytes.count)])
        try self.init(KeyKind(curve), parts, of: try all.content())
    }

    static let otherHalf = StoreError(
        .decode, "the two halves of the key do not belong together; \(InputLimits.anotherCopy)")

    init(raw: Range<Int>, in bytes: SecretBytes, _ kind: KeyKind) throws(StoreError) {
        guard let row = kind.raw, raw.count == row.byteCount else {
            throw StoreError(
                .decode,
                "\(raw.count) bytes are no private key of this kind; give \(kind.raw?.byteCount ?? 32) bytes")
        }
        try self.init(kind, [.octets(KeyParameter.scalar, raw)], of: bytes)
    }

    private init(_ kind: KeyKind, _ parts: [KeyParameter], of bytes: SecretBytes) throws(StoreError) {
        let handle = try KeyHandle.make(kind.name, parts, of: bytes, isPrivate: true)
        self.init(handle, try Self.publicHalf(of: handle, kind))
    }
}

// MARK: - Equatable

extension PrivateKey: Equatable {
    /// Equal when their public halves are.
    public static func == (first: Self, second: Self) -> Bool { first.publicKey == second.publicKey }
}
