package import SecureStore

/// The algorithm of a key, with its size.
///
/// ``PrivateKey/generate(_:)`` makes one of a kind, and every key says which it is.
public struct KeyKind: Hashable, Sendable {
    enum Algorithm: Hashable {
        case rsa
        case curve(Curve)
        case raw(RawKey)
    }

    let algorithm: Algorithm
    /// The bits of the modulus, or of a coordinate.
    public let sizeInBits: Int

    /// RSA with a modulus of so many bits.
    ///
    /// Keys are generated with 1024 to 8192, in steps of eight, and read with 512 to 16384. Take at least
    /// 2048: smaller ones are for what is old, and others can compute their private halves.
    public static func rsa(_ bits: Int) -> KeyKind { KeyKind(algorithm: .rsa, sizeInBits: bits) }
    /// The curve P-256, which is also called prime256v1 and secp256r1.
    public static let p256 = KeyKind(.p256)
    /// The curve P-384, which is also called secp384r1.
    public static let p384 = KeyKind(.p384)
    /// The curve P-521, which is also called secp521r1.
    public static let p521 = KeyKind(.p521)
    /// Ed25519, which signs and does nothing else.
    public static let ed25519 = KeyKind(
        RawKey(
            type: .ed25519, name: "ED25519", identifier: [0x2b, 0x65, 0x70], byteCount: 32,
            openSSHName: "ssh-ed25519", signs: true,
            isWeak: SmallOrderPoint.isEncoded))
    /// X25519, which agrees on secrets and does nothing else.
    public static let x25519 = KeyKind(
        RawKey(type: .x25519, name: "X25519", identifier: [0x2b, 0x65, 0x6e], byteCount: 32, signs: false))

    private static let raw = [ed25519, x25519]
    /// Those that have one size, which is all but RSA.
    package static let ofOneSize = Curve.allCases.map(KeyKind.init) + raw

    /// The numbers of all algorithms among the attributes.
    package static let types = Set(ofOneSize.map(\.type) + [.rsa])

    private init(algorithm: Algorithm, sizeInBits: Int) {
        (self.algorithm, self.sizeInBits) = (algorithm, sizeInBits)
    }

    init(_ curve: Curve) { self.init(algorithm: .curve(curve), sizeInBits: curve.sizeInBits) }

    init(_ raw: RawKey) { self.init(algorithm: .raw(raw), sizeInBits: 8 * raw.byteCount) }

    /// The kind of a key with these attributes; nil for an algorithm, or a curve, that is not known.
    package init?(type: KeyType?, sizeInBits: Int) {
        if type == .rsa, sizeInBits > 0 {
            self = .rsa(sizeInBits)
        } else {
            let known = Self.ofOneSize.first {
                $0.type == type && ($0.curve == nil || $0.sizeInBits == sizeInBits)
            }
            guard let known else { return nil }
            self = known
        }
    }

    /// The curve; nil for RSA and for kinds that have a curve of their own.
    var curve: Curve? {
        if case .curve(let curve) = algorithm { curve } else { nil }
    }

    var raw: RawKey? {
        if case .raw(let raw) = algorithm { raw } else { nil }
    }

    static func raw(where matches: (RawKey) -> Bool) -> KeyKind? { raw.first { $0.raw.map(matches) == true } }

    var type: KeyType {
        switch algorithm {
        case .rsa: .rsa
        case .curve: .ecSECPrimeRandom
        case .raw(let raw): raw.type
        }
    }

    var name: StaticString {
        switch algorithm {
        case .rsa: "RSA"
        case .curve: "EC"
        case .raw(let raw): raw.name
        }
    }
}

// MARK: - CustomStringConvertible

extension KeyKind: CustomStringConvertible {
    /// One word, such as `p256`, `ed25519` or `rsa3072`.
    public var description: String {
        switch algorithm {
        case .rsa: "rsa\(sizeInBits)"
        case .curve: "p\(sizeInBits)"
        case .raw(let raw): "\(raw.name)".lowercased()
        }
    }
}
