internal import SecureStore

/// Counts what making keys of a passphrase costs for one file, before it is done.
///
/// A file says by itself how often a hash is to be repeated, and may say it many times.
struct DerivationWork {
    private let limit: Int
    private var spent = 0

    /// Two million repetitions are one to two seconds at most on a processor of 2020.
    ///
    /// Files have 2,048 as a rule, and 600,000 where they follow the advice of today.
    init(limit: Int = 2_000_000) { self.limit = limit }

    /// libcrypto's own bound, beyond which it fails as for a wrong passphrase.
    private static let scryptMemory = 32 << 20

    static let pkcs5: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x05]
    private static let pkcs12: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x0c, 0x01]
    private static let scrypt: [UInt8] = [0x2b, 0x06, 0x01, 0x04, 0x01, 0xda, 0x47, 0x04, 0x0b]

    /// Takes some repetitions away from what is left.
    mutating func spend(_ iterations: Int) throws(StoreError) {
        guard iterations > 0, iterations <= limit - spent else { throw tooMuch }
        spent += iterations
    }

    /// Reads the content of an AlgorithmIdentifier that says how a passphrase makes a key.
    mutating func spend(_ content: SecretReader) throws(StoreError) -> CryptoProviders {
        var reader = content
        let identifier = try reader.identifier()
        guard identifier == Self.pkcs5 + [0x0d] else {
            let isPKCS5 = identifier.dropLast() == Self.pkcs5[...]
            guard isPKCS5 || identifier.dropLast() == Self.pkcs12[...] else { throw Self.unknown }
            try spend(saltAndCount: reader.enter())
            // Of these, only triple DES is not put aside.
            return isPKCS5 || !(3...4 ~= identifier.last ?? 0) ? .withLegacy : .usual
        }
        var both = try reader.enter()
        var derivation = try both.enter()
        switch try derivation.identifier() {
        case Self.pkcs5 + [0x0c]:
            try spend(saltAndCount: derivation.enter())
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
                throw StoreError(.dataTooLarge, "the file asks for more than 32 MiB to make a key")
            }
        default: throw Self.unknown
        }
        return .usual
    }

    private mutating func spend(saltAndCount content: SecretReader) throws(StoreError) {
        var parameters = content
        _ = try parameters.next(DER.octetString)
        try spend(try parameters.number(upTo: .max))
    }

    private var tooMuch: StoreError {
        StoreError(.dataTooLarge, "the file asks for more than \(limit) repetitions of a hash, or for none")
    }

    private static var unknown: StoreError {
        StoreError(.unimplemented, "the file is encrypted in a way that is not read")
    }
}
