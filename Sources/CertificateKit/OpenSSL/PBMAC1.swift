internal import SecureStore

/// The newer seal of PKCS#12 (RFC 9579), which libcrypto 3.0 does not check.
enum PBMAC1 {
    /// The most bytes of a key; that of HMAC-SHA-512 has 64.
    private static let keyByteLimit = 128

    /// True if the seal over a file in DER fits the passphrase.
    ///
    /// The work is counted before it is done. Throws `Status.decode` for a file that is not so, and
    /// `Status.unimplemented` for another derivation of the key or another hash.
    static func fits(
        _ passphrase: SecretBytes, _ file: SecretBytes, _ work: inout DerivationWork
    ) throws(StoreError) -> Bool {
        var whole = try SecretReader(file).content()
        _ = try whole.number()
        var safe = try whole.enter()
        _ = try safe.identifier()
        var inner = try safe.enter(0xa0)
        let content = try inner.next(DER.octetString)
        var mac = try whole.enter()
        var seal = try mac.enter()
        var algorithm = try seal.enter()
        _ = try algorithm.identifier()
        var methods = try algorithm.enter()
        var derivation = try methods.enter()
        guard try derivation.identifier() == DerivationWork.pkcs5 + [0x0c] else { throw unknown }
        var parameters = try derivation.enter()
        let salt = parameters.copy(try parameters.next(DER.octetString))
        let iterations = try parameters.number(upTo: .max)
        // Here it has to be told, and tells how much is left of a key that is too short.
        let keyByteCount = try parameters.number(upTo: keyByteLimit)
        guard keyByteCount >= 20 else { throw DER.broken("the key of the seal is too short") }
        let derivationHash = try hash(&parameters)
        let sealHash = try hash(&methods)
        let expected = seal.copy(try seal.next(DER.octetString))
        try work.spend(iterations)
        let key = try derivationHash.derive(
            keyByteCount, fromPassphrase: passphrase, salt: salt, iterations: iterations)
        return try sealHash.authenticationCode(of: file, content, with: key) == SecretBytes(copying: expected)
    }

    private static let hmac: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x02]
    private static let hashes: [UInt8: HashFunction] = [
        7: .sha1, 8: .sha224, 9: .sha256, 10: .sha384, 11: .sha512,
    ]

    private static func hash(_ reader: inout SecretReader) throws(StoreError) -> HashFunction {
        var algorithm = try reader.enter()
        let identifier = try algorithm.identifier()
        guard identifier.dropLast() == hmac[...], let last = identifier.last, let hash = hashes[last] else {
            throw unknown
        }
        return hash
    }

    private static let unknown = StoreError(
        .unimplemented, "PKCS#12 is sealed with a derivation or hash that is not read")
}
