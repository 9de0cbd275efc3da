private import CSecureStoreOpenSSL
internal import SecureStore

/// Counts what making keys of a passphrase costs for one file, before it is done.
///
/// A file says by itself how often a hash is to be repeated, and may say it many times.
struct DerivationWork {
    private let limit: Int
    private var spent = 0

    /// Ten million repetitions are five to ten seconds at most on a processor of 2020.
    ///
    /// Files have 2,048 as a rule, and 600,000 for each part where they follow the advice of today.
    init(limit: Int = 10_000_000) { self.limit = limit }

    /// libcrypto's own bound, beyond which it fails as for a wrong passphrase.
    private static let scryptMemory = 32 << 20

    static let pkcs5: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x05]
    private static let pkcs12: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x0c, 0x01]
    private static let scrypt: [UInt8] = [0x2b, 0x06, 0x01, 0x04, 0x01, 0xda, 0x47, 0x04, 0x0b]

    /// `blocks` is how many hashes the key is long, each of which is repeated.
    mutating func spend(_ iterations: Int, blocks: Int = 1) throws(StoreError) {
        guard iterations > 0, iterations <= (limit - spent) / blocks else { throw tooMuch }
        spent += iterations * blocks
    }

    /// Reads the content of an AlgorithmIdentifier that says how a passphrase makes a key.
    mutating func spend(_ content: SecretReader) throws(StoreError) -> CryptoProviders {
        var reader = content
        let identifier = try reader.identifier()
        guard identifier == Self.pkcs5 + [0x0d] else {
            let isPKCS5 = identifier.dropLast() == Self.pkcs5[...]
            guard isPKCS5 || identifier.dropLast() == Self.pkcs12[...] else { throw Self.unknown }
            var parameters = try reader.enter()
            _ = try parameters.next(DER.octetString)
            try spend(parameters.number(upTo: .max))
            // Of these, only triple DES is not put aside.
            return isPKCS5 || !(3...4 ~= identifier.last ?? 0) ? .withLegacy : .usual
        }
        var both = try reader.enter()
        var derivation = try both.enter()
        switch try derivation.identifier() {
        case Self.pkcs5 + [0x0c]:
            var parameters = try derivation.enter()
            _ = try parameters.next(DER.octetString)
            let iterations = try parameters.number(upTo: .max)
            if parameters.nextTag == DER.integer { _ = try parameters.number(upTo: .max) }
            let hash = (try? PBMAC1.hash(&parameters)) ?? .sha1
            // The longest key of a cipher has 32 bytes.
            try spend(iterations, blocks: (31 + hash.byteCount) / hash.byteCount)
        case Self.scrypt:
            var parameters = try derivation.enter()
            _ = try parameters.next(DER.octetString)
            let (n, r) = (try parameters.number(upTo: .max), try parameters.number(upTo: .max))
            let p = try parameters.number(upTo: .max)
            // One block of scrypt takes as long as three repetitions.
            let (blocks, isTooMany) = n.multipliedReportingOverflow(by: r)
            let (all, isFarTooMany) = blocks.multipliedReportingOverflow(by: p)
            guard !isTooMany, !isFarTooMany, 1...limit ~= all else { throw tooMuch }
            try spend(all * 3)
            // libcrypto counts 128 bytes for each block, and two blocks to work on.
            guard 128 * r * (n + p + 2) <= Self.scryptMemory else {
                throw StoreError(
                    .dataTooLarge,
                    "the file asks for more than 32 MiB to make a key; write it again with less, as "
                        + "openssl does by itself")
            }
        default: throw Self.unknown
        }
        var cipher = try? both.enter()
        let name = try? cipher?.identifier()
        return name.map(Self.oldCiphers.contains) == true ? .withLegacy : .usual
    }

    /// DES, RC2, Blowfish, CAST5 and SEED, which libcrypto has put aside.
    private static let oldCiphers: [[UInt8]] = [
        [0x2b, 0x0e, 0x03, 0x02, 0x07], [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x03, 0x02],
        [0x2b, 0x06, 0x01, 0x04, 0x01, 0x97, 0x55, 0x01, 0x02],
        [0x2a, 0x86, 0x48, 0x86, 0xf6, 0x7d, 0x07, 0x42, 0x0a],
        [0x2a, 0x83, 0x1a, 0x8c, 0x9a, 0x44, 0x01, 0x04],
    ]

    private var tooMuch: StoreError {
        StoreError(
            .dataTooLarge,
            "the file asks for more than \(limit) repetitions of a hash, or for none; write it "
                + "again with fewer, as openssl does by itself")
    }

    private static var unknown: StoreError {
        StoreError(
            .unimplemented,
            "the file is encrypted in a way that is not read; write it again with openssl, which uses AES")
    }
}

/// The newer seal of PKCS#12 (RFC 9579), which libcrypto 3.0 does not check.
enum PBMAC1 {
    /// The most bytes of a key; that of HMAC-SHA-512 has 64.
    private static let keyByteLimit = 128

    /// True if the seal over a file in DER fits the passphrase.
    ///
    /// The work is counted before it is done. Throws `StoreStatus.decode` for a file that is not so, and
    /// `StoreStatus.unimplemented` for another derivation of the key or another hash.
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
        let hashByteCount = derivationHash.byteCount
        try work.spend(iterations, blocks: (keyByteCount + hashByteCount - 1) / hashByteCount)
        let key = try derivationHash.derive(
            keyByteCount, fromPassphrase: passphrase, salt: salt, iterations: iterations)
        return try sealHash.authenticationCode(of: file, content, with: key) == SecretBytes(copying: expected)
    }

    private static let hmac: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x02]
    private static let hashes: [UInt8: HashFunction] = [
        7: .sha1, 8: .sha224, 9: .sha256, 10: .sha384, 11: .sha512,
    ]

    fileprivate static func hash(_ reader: inout SecretReader) throws(StoreError) -> HashFunction {
        var algorithm = try reader.enter()
        let identifier = try algorithm.identifier()
        guard identifier.dropLast() == hmac[...], let last = identifier.last, let hash = hashes[last] else {
            throw unknown
        }
        return hash
    }

    private static let unknown = StoreError(
        .unimplemented,
        "PKCS#12 is sealed with a derivation or hash that is not read; write it again with openssl pkcs12")
}

/// The algorithms that a call of libcrypto may use.
enum CryptoProviders {
    case usual
    /// Also those that libcrypto has put aside, which old files need.
    ///
    /// They are loaded into a context of our own: the program's connections do not get them.
    case withLegacy

    /// The context to hand to libcrypto, whose null pointer means the usual one.
    ///
    /// Throws `StoreStatus.unimplemented` where the provider is not installed.
    func context() throws(StoreError) -> OpaquePointer? {
        switch self {
        case .usual: return nil
        case .withLegacy:
            guard let legacy = Self.legacy else {
                throw StoreError(
                    .unimplemented,
                    "the file is encrypted with RC2 or DES, for which OpenSSL's provider 'legacy' is not "
                        + "installed; install it, or write the file again with AES"
                )
            }
            return unsafe legacy.object
        }
    }

    private static let legacy: Handle? = LibCrypto.quietly {
        guard let context = unsafe OSSL_LIB_CTX_new() else { return nil }
        let handle = unsafe Handle(context) { unsafe OSSL_LIB_CTX_free($0) }
        // Unloaded with their context.
        guard unsafe OSSL_PROVIDER_load(context, "default") != nil,
            unsafe OSSL_PROVIDER_load(context, "legacy") != nil
        else { return nil }
        return handle
    }
}
