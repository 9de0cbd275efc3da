internal import CSecureStoreOpenSSL
internal import FoundationEssentials

/// The least that a signature over an answer about revocation has to have: 112 bits, as in a chain.
enum SignatureStrength {
    /// True for a signature over a hash of at least 224 bits.
    static func isEnough(_ algorithm: UnsafePointer<X509_ALGOR>?) -> Bool {
        let number = unsafe OBJ_obj2nid(algorithm?.pointee.algorithm)
        if number == NID_ED25519 || number == NID_ED448 { return true }
        if number == NID_rsassaPss { return unsafe hasStrongHash(algorithm) }
        var hash: CInt = 0
        guard unsafe OBJ_find_sigid_algs(number, &hash, nil) == 1 else { return false }
        return unsafe LibCrypto.identifier(OBJ_nid2obj(hash))?.hasPrefix("2.16.840.1.101.3.4.2.") == true
    }

    /// The identifiers of SHA-2 and SHA-3 begin so.
    private static let hashes: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02]

    /// True if the parameters of PSS name a hash; without, it is SHA-1.
    private static func hasStrongHash(_ algorithm: UnsafePointer<X509_ALGOR>?) -> Bool {
        let copy = unsafe UnsafeMutablePointer(mutating: algorithm)
        guard let der = unsafe LibCrypto.encoding({ unsafe i2d_X509_ALGOR(copy, $0) }),
            var reader = try? ByteReader([UInt8](der)).content(), (try? reader.identifier()) != nil,
            var parameters = try? reader.enter(), var hash = try? parameters.enter(0xa0),
            var name = try? hash.enter(), let identifier = try? name.identifier()
        else { return false }
        return identifier.starts(with: hashes)
    }
}
