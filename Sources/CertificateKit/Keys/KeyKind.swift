/// The algorithm of a key, with its size.
public struct KeyKind: Hashable, Sendable {
    enum Algorithm: Hashable {
        case rsa
        case curve(Curve)
        case ed25519
        case x25519
    }

    let algorithm: Algorithm
    /// The bits of the modulus, or of a coordinate.
    public let sizeInBits: Int

    /// RSA with a modulus of so many bits.
    ///
    /// Keys are generated with 2048 to 4096, in steps of eight, and read with up to 16384.
    public static func rsa(_ bits: Int) -> KeyKind { KeyKind(algorithm: .rsa, sizeInBits: bits) }
    /// The curve P-256, which is also called prime256v1 and secp256r1.
    public static let p256 = KeyKind(.p256)
    /// The curve P-384, which is also called secp384r1.
    public static let p384 = KeyKind(.p384)
    /// The curve P-521, which is also called secp521r1.
    public static let p521 = KeyKind(.p521)
    /// Ed25519, which signs and does nothing else.
    public static let ed25519 = KeyKind(algorithm: .ed25519, sizeInBits: 256)
    /// X25519, which agrees on secrets and does nothing else.
    public static let x25519 = KeyKind(algorithm: .x25519, sizeInBits: 256)

    private init(algorithm: Algorithm, sizeInBits: Int) {
        (self.algorithm, self.sizeInBits) = (algorithm, sizeInBits)
    }

    init(_ curve: Curve) { self.init(algorithm: .curve(curve), sizeInBits: curve.sizeInBits) }

    /// Nil for RSA and for the two that have curves of their own.
    var curve: Curve? {
        if case .curve(let curve) = algorithm { curve } else { nil }
    }
}

/// A curve of NIST's.
enum Curve: Hashable, CaseIterable {
    case p256, p384, p521

    var sizeInBits: Int {
        switch self {
        case .p256: 256
        case .p384: 384
        case .p521: 521
        }
    }

    /// The bytes of a coordinate, and of a private key.
    var byteCount: Int { (sizeInBits + 7) / 8 }

    /// The bytes of a point: a four, and two coordinates.
    var pointByteCount: Int { 1 + 2 * byteCount }

    /// The content of the object identifier.
    var identifier: [UInt8] {
        switch self {
        case .p256: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07]
        case .p384: [0x2b, 0x81, 0x04, 0x00, 0x22]
        case .p521: [0x2b, 0x81, 0x04, 0x00, 0x23]
        }
    }

    var name: StaticString {
        switch self {
        case .p256: "P-256"
        case .p384: "P-384"
        case .p521: "P-521"
        }
    }
}
