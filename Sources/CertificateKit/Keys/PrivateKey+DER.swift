public import SecureStore

extension PrivateKey {
    /// Reads PKCS#8, plain or encrypted, PKCS#1 or SEC 1; the content tells which.
    ///
    /// Throws `Status.unknownFormat` for what is none of them, `Status.decode` for one that is broken or
    /// makes no sense, `Status.unimplemented` for other algorithms and curves. Of an encrypted key,
    /// `Status.passphraseRequired` without a passphrase and `Status.authFailed` with a wrong one.
    public init(der bytes: SecretBytes, passphrase: SecretBytes? = nil) throws(StoreError) {
        var work = DerivationWork()
        try self.init(der: bytes, passphrase, &work)
    }

    init(
        der bytes: SecretBytes, _ passphrase: SecretBytes?, _ work: inout DerivationWork
    ) throws(StoreError) {
        try KeyLimits.check(bytes.count)
        guard SecretReader(bytes).nextTag == DER.sequence else { throw Self.unknown }
        let content = try SecretReader(bytes).content()
        var reader = content
        if reader.nextTag == DER.sequence {
            let opened = try EncryptedKey.open(bytes, content, passphrase, &work)
            try self.init(pkcs8: try SecretReader(opened).content())
            return
        }
        guard reader.nextTag == DER.integer else { throw Self.unknown }
        _ = try reader.number()
        switch reader.nextTag {
        case DER.sequence: try self.init(pkcs8: content)
        case DER.integer: try self.init(pkcs1: content)
        case DER.octetString: try self.init(sec1: content, nil)
        default: throw Self.unknown
        }
    }

    /// Copies the bytes and reads them as `init(der:passphrase:)` does; erasing the original is up to you.
    public init(
        der bytes: some Collection<UInt8>, passphrase: SecretBytes? = nil
    ) throws(StoreError) {
        try self.init(der: try SecretBytes(copying: bytes), passphrase: passphrase)
    }

    private static var unknown: StoreError { StoreError(.unknownFormat, "the bytes are no private key") }

    /// Version, algorithm, the key in an octet string; then perhaps attributes, and the public half.
    private init(pkcs8 content: SecretReader) throws(StoreError) {
        var reader = content
        let version = try reader.number(upTo: 1)
        let algorithm = try KeyAlgorithm.read(try reader.enter())
        let key = SecretReader(reader.bytes, try reader.next(DER.octetString))
        if reader.nextTag == 0xa0 { _ = try reader.next(0xa0) }
        var publicBytes: [UInt8]?
        if version == 1, reader.nextTag == 0x81 {
            publicBytes = reader.copy(try reader.bits(0x81))
        }
        try reader.finish()
        try self.init(algorithm, key)
        if let publicBytes, publicBytes != publicKey.bytes {
            throw StoreError(.decode, "the two halves of the key do not belong together")
        }
    }

    private init(_ algorithm: KeyKind.Algorithm, _ key: SecretReader) throws(StoreError) {
        var reader = key
        switch algorithm {
        case .rsa:
            try self.init(pkcs1: try reader.content())
        case .curve(let curve):
            try self.init(sec1: try reader.content(), curve)
        case .raw(let row):
            // An octet string in the octet string.
            let raw = try reader.next(DER.octetString)
            try reader.finish()
            try self.init(raw: raw, in: reader.bytes, KeyKind(row))
        }
    }

    /// Zero, and eight numbers; with another version there are more than two primes, which nobody has.
    private init(pkcs1 content: SecretReader) throws(StoreError) {
        var reader = content
        guard try reader.number(upTo: 1) == 0 else {
            throw StoreError(.unimplemented, "only RSA keys of two primes are read")
        }
        let numbers = RSANumbers(
            modulus: try reader.number(), publicExponent: try reader.number(),
            privateExponent: try reader.number(),
            chinese: [
                try reader.number(), try reader.number(), try reader.number(), try reader.number(),
                try reader.number(),
            ])
        try reader.finish()
        try self.init(rsa: numbers, in: reader.bytes)
    }

    /// One, the number, and perhaps the name of the curve and the point.
    private init(sec1 content: SecretReader, _ known: Curve?) throws(StoreError) {
        var reader = content
        guard try reader.number(upTo: 1) == 1 else { throw DER.broken("a version is not one") }
        let scalar = try reader.next(DER.octetString)
        var (curve, point): (Curve?, [UInt8]?) = (known, nil)
        if reader.nextTag == 0xa0 {
            var parameters = try reader.enter(0xa0)
            let named = try KeyAlgorithm.named(&parameters)
            try parameters.finish()
            guard known == nil || known == named else {
                throw DER.broken("it names two curves")
            }
            curve = named
        }
        if reader.nextTag == 0xa1 {
            var bits = try reader.enter(0xa1)
            point = bits.copy(try bits.bits())
            try bits.finish()
        }
        try reader.finish()
        guard let curve else { throw DER.broken("it names no curve") }
        try self.init(scalar: scalar, point: point, in: reader.bytes, on: curve)
    }
}
