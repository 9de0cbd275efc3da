/// A way to sign, and what is signed.
///
/// An algorithm is for one kind of key: the constants say which, and ``isFor(_:)`` tells.
public struct SignatureAlgorithm: Hashable, Sendable {
    enum Scheme: Hashable {
        case ecdsa(ECDSAForm)
        case rsaPKCS1
        case rsaPSS
        case rsaRaw
        /// The one way in which keys of a kind sign, over the message.
        case own(KeyKind)
    }

    let scheme: Scheme
    /// The hash of what is signed; nil for bytes that are signed as they are.
    let hash: HashFunction?
    /// True if the caller gives the hash of the message, or bytes in its place.
    var isOverDigest = false

    /// A form of ECDSA signatures.
    ///
    /// X.509 and TLS have one, JWTs and IEEE P1363 the other.
    public struct ECDSAForm: Hashable, Sendable {
        /// Two numbers in a DER sequence, as in X9.62: what certificates, TLS and Apple's calls have.
        public static let x962 = ECDSAForm(isDER: true)
        /// The two numbers one after the other, as in RFC 4754: what JSON web tokens and WebCrypto have.
        public static let rfc4754 = ECDSAForm(isDER: false)

        let isDER: Bool
    }

    /// ECDSA, over the message.
    public static func ecdsa(_ hash: HashFunction, _ form: ECDSAForm = .x962) -> SignatureAlgorithm {
        SignatureAlgorithm(scheme: .ecdsa(form), hash: hash)
    }
    /// RSA with the padding of PKCS#1 version 1.5, over the message.
    public static func rsaPKCS1(_ hash: HashFunction) -> SignatureAlgorithm {
        SignatureAlgorithm(scheme: .rsaPKCS1, hash: hash)
    }
    /// RSA-PSS over the message, with the same hash in the mask, and a salt as long as the hash.
    public static func rsaPSS(_ hash: HashFunction) -> SignatureAlgorithm {
        SignatureAlgorithm(scheme: .rsaPSS, hash: hash)
    }

    /// ECDSA over the SHA-256 of the message, in DER.
    public static let ecdsaSHA256 = ecdsa(.sha256)
    /// ECDSA over the SHA-384 of the message, in DER.
    public static let ecdsaSHA384 = ecdsa(.sha384)
    /// ECDSA over the SHA-512 of the message, in DER.
    public static let ecdsaSHA512 = ecdsa(.sha512)
    /// RSA with the padding of PKCS#1 version 1.5 over the SHA-256 of the message.
    public static let rsaPKCS1SHA256 = rsaPKCS1(.sha256)
    /// RSA-PSS over the SHA-256 of the message.
    public static let rsaPSSSHA256 = rsaPSS(.sha256)
    /// Ed25519, over the message.
    public static let ed25519 = SignatureAlgorithm(scheme: .own(.ed25519), hash: nil)

    /// The same signature, made over a hash that you give in place of the message.
    ///
    /// No key signs so with ``ed25519``, which needs the whole message: both calls throw `StoreStatus.param`.
    public var overDigest: SignatureAlgorithm {
        SignatureAlgorithm(scheme: scheme, hash: hash, isOverDigest: true)
    }

    /// ECDSA over any bytes, of which it takes as many bits as the order of the curve has.
    public static func ecdsaRaw(_ form: ECDSAForm = .x962) -> SignatureAlgorithm {
        SignatureAlgorithm(scheme: .ecdsa(form), hash: nil, isOverDigest: true)
    }
    /// RSA over bytes that are padded as in PKCS#1 version 1.5 and are not said to be a hash.
    public static let rsaPKCS1Raw = SignatureAlgorithm(scheme: .rsaPKCS1, hash: nil, isOverDigest: true)
    /// RSA and nothing else: the bytes, with zeros in front of them, are the number that is signed.
    ///
    /// Only for protocols that pad by themselves.
    public static let rsaRaw = SignatureAlgorithm(scheme: .rsaRaw, hash: nil, isOverDigest: true)
}
