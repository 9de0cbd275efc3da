internal import SecureStoreCertificates
public import Foundation

/// A use of a key with an algorithm, by Apple's name for it.
///
/// ``SecKeyIsAlgorithmSupported(_:_:_:)`` tells if a key has it. With one that is unknown, or of other keys,
/// the calls fail with `errSecParam`.
public struct SecKeyAlgorithm: RawRepresentable, Hashable, Sendable {
    private let name: String

    /// The name as a string.
    public var rawValue: CFString { name as NSString }

    /// An algorithm by its name; one that nothing supports if there is none of that name.
    public init(rawValue: CFString) { name = rawValue as String }

    init(_ name: String) { self.name = name }

    /// The use; nil for a name that is unknown.
    var use: Use? { Self.uses[name] }

    /// True if a key of so many bits has room for the hash and its padding, which only RSA's have to.
    func fits(_ bits: Int) -> Bool {
        let parts = name.split(separator: ":")
        guard parts.contains("RSA"),
            let hash = HashFunction.all.first(where: { parts.contains($0.name[...]) })
        else { return true }
        let isPlain = name.contains("PKCS1v15")
        // Eleven bytes of padding, and the identifier of the hash.
        let least = isPlain ? hash.byteCount + (hash == .sha1 ? 15 : 19) + 11 : 2 * hash.byteCount + 2
        return (bits + 7) / 8 >= least
    }

    enum Use {
        case signature(SignatureAlgorithm)
        case encryption(EncryptionAlgorithm)
        /// An agreement, with the hash that derives a key from it; nil for the shared secret itself.
        case exchange(HashFunction?)
    }

    private static let uses: [String: Use] = {
        var uses: [String: Use] = [
            "sign:RSA:raw": .signature(.rsaRaw), "sign:RSA:digest-PKCS1v15": .signature(.rsaPKCS1Raw),
            "sign:ECDSA:RFC4754": .signature(.ecdsaRaw(.rfc4754)),
            "sign:ECDSA:digest-X962": .signature(.ecdsaRaw()),
            "sign:ECDSA:digest-RFC4754": .signature(.ecdsaRaw(.rfc4754)),
            "sign:EdDSA:message-Curve25519:SHA512": .signature(.ed25519),
            "encrypt:RSA:raw": .encryption(.rsaRaw), "encrypt:RSA:PKCS1": .encryption(.rsaPKCS1),
        ]
        // The cofactor of the curves is one, so that both agreements are the same.
        let agreements = ["ECDH", "ECDHC"]
        for agreement in agreements { uses["keyexchange:\(agreement)"] = .exchange(nil) }
        for hash in HashFunction.all {
            let name = hash.name
            // The last number counts the salt's bytes, but for SHA-224, where Apple's name has another one.
            let salted = "PSS:\(name):\(name):\(hash == .sha224 ? 24 : hash.byteCount)"
            let signatures: [(String, String, SignatureAlgorithm)] = [
                ("RSA", "PKCS1v15:\(name)", .rsaPKCS1(hash)), ("RSA", salted, .rsaPSS(hash)),
                ("ECDSA", "X962:\(name)", .ecdsa(hash)), ("ECDSA", "RFC4754:\(name)", .ecdsa(hash, .rfc4754)),
            ]
            for (key, form, algorithm) in signatures {
                uses["sign:\(key):message-\(form)"] = .signature(algorithm)
                uses["sign:\(key):digest-\(form)"] = .signature(algorithm.overDigest)
            }
            uses["encrypt:RSA:OAEP:\(name)"] = .encryption(.rsaOAEP(hash))
            uses["encrypt:RSA:OAEP:\(name):AESGCM"] = .encryption(.rsaOAEPAESGCM(hash))
            for agreement in agreements {
                let ecies = "encrypt:ECIES:\(agreement):KDFX963:\(name):AESGCM"
                uses[ecies] = .encryption(.eciesZeroIV(hash))
                if hash != .sha1 { uses["\(ecies)-KDFIV"] = .encryption(.ecies(hash)) }
                uses["keyexchange:\(agreement):KDFX963:\(name)"] = .exchange(hash)
            }
        }
        return Dictionary(uniqueKeysWithValues: uses.map { ("algid:\($0)", $1) })
    }()
}
