/// A way to encrypt to a public key.
///
/// ``PublicKey`` encrypts with it, and ``PrivateKey`` decrypts. ECIES is for curves, all others are for RSA.
/// A text of any length takes ``rsaOAEPAESGCM(_:)`` or ``ecies(_:)``.
public struct EncryptionAlgorithm: Hashable, Sendable {
    enum Scheme: Hashable {
        case rsaRaw
        case rsaPKCS1
        case rsaOAEP(HashFunction)
        case rsaOAEPAESGCM(HashFunction)
        case ecies(HashFunction, derivesIV: Bool)
    }

    let scheme: Scheme

    /// RSA-OAEP, with the same hash in the mask and without a label; for short texts, such as keys.
    public static func rsaOAEP(_ hash: HashFunction) -> EncryptionAlgorithm {
        EncryptionAlgorithm(scheme: .rsaOAEP(hash))
    }
    /// RSA-OAEP for a new AES key, and AES-GCM with that for a text of any length, as Apple's calls have it.
    public static func rsaOAEPAESGCM(_ hash: HashFunction) -> EncryptionAlgorithm {
        EncryptionAlgorithm(scheme: .rsaOAEPAESGCM(hash))
    }
    /// ECIES as in Apple's calls: a key of AES-GCM and its IV, agreed with a key that is used once.
    ///
    /// Apple's names tell standard from cofactor; for NIST's curves, whose cofactor is one, both are this.
    public static func ecies(_ hash: HashFunction) -> EncryptionAlgorithm {
        EncryptionAlgorithm(scheme: .ecies(hash, derivesIV: true))
    }
    /// ECIES with an IV of zeros: the older one of Apple's two.
    public static func eciesZeroIV(_ hash: HashFunction) -> EncryptionAlgorithm {
        EncryptionAlgorithm(scheme: .ecies(hash, derivesIV: false))
    }
    /// RSA with the padding of PKCS#1 version 1.5.
    ///
    /// Whoever can try ciphertexts and learns which of them fail can decrypt: for what is old.
    public static let rsaPKCS1 = EncryptionAlgorithm(scheme: .rsaPKCS1)
    /// RSA and nothing else: the bytes, with zeros in front of them, are the number that is encrypted.
    ///
    /// Only for protocols that pad by themselves.
    public static let rsaRaw = EncryptionAlgorithm(scheme: .rsaRaw)
}
