public import SecureStore

extension PrivateKey {
    /// Reads PKCS#8, plain or encrypted, PKCS#1 or SEC 1; the content tells which.
    ///
    /// Throws `StoreStatus.unknownFormat` for what is none of them, `StoreStatus.decode` for one that is
    /// broken or makes no sense, `StoreStatus.unimplemented` for other algorithms and curves. Of an encrypted
    /// key, `StoreStatus.passphraseRequired` without a passphrase and `StoreStatus.authFailed` with a wrong
    /// one.
    public init(der bytes: SecretBytes, passphrase: SecretBytes? = nil) throws(StoreError) {
        var work = DerivationWork()
        try self.init(der: bytes, passphrase, &work)
    }

    init(
        der bytes: SecretBytes, _ passphrase: SecretBytes?, _ work: inout DerivationWork
    ) throws(StoreError) {
        try InputLimits.check(bytes.count, "a key")
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
    ///
    /// Throws what that does.
    public init(
        der bytes: some Collection<UInt8>, passphrase: SecretBytes? = nil
    ) throws(StoreError) {
        try self.init(der: try SecretBytes(copying: bytes), passphrase: passphrase)
    }

    private static var unknown: StoreError {
        StoreError(.unknownFormat, "the bytes are no private key; give one in PKCS#8, PKCS#1, SEC 1 or PEM")
    }

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
            throw Self.otherHalf
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
            throw StoreError(.unimplemented, "only RSA keys of two primes are read; make another key")
        }
        var numbers: [Range<Int>] = []
        for _ in KeyParameter.rsa { numbers.append(try reader.number()) }
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

extension PrivateKey {
    /// Reads X9.63: a four, two coordinates and the number.
    ///
    /// The length tells which curve is meant. Throws `StoreStatus.unknownFormat` for another length, and
    /// `StoreStatus.decode` if the number is not that of the point.
    public init(x963 bytes: SecretBytes) throws(StoreError) {
        guard let curve = Curve.allCases.first(where: { $0.pointByteCount + $0.byteCount == bytes.count })
        else {
            throw StoreError(
                .unknownFormat,
                "\(bytes.count) bytes are no key of a curve that is known; give 97, 145 or 199 bytes")
        }
        let point = SecretReader(bytes).copy(0..<curve.pointByteCount)
        guard point.first == 4 else {
            throw StoreError(.decode, "a key in X9.63 form begins with a four; \(InputLimits.anotherCopy)")
        }
        try self.init(scalar: curve.pointByteCount..<bytes.count, point: point, in: bytes, on: curve)
    }

    /// Reads the 32 bytes of a key of Ed25519 or X25519.
    ///
    /// Throws `StoreStatus.param` for another kind of key, and `StoreStatus.decode` for another length.
    public init(rawRepresentation bytes: SecretBytes, _ kind: KeyKind) throws(StoreError) {
        guard kind.raw != nil else {
            throw StoreError(
                .param,
                "only keys of Ed25519 and X25519 are bytes and nothing else; give another as PKCS#8 or X9.63")
        }
        try self.init(raw: 0..<bytes.count, in: bytes, kind)
    }

    /// Reads the first private key of a PEM text, whichever of the forms it has.
    ///
    /// Throws what `init(der:passphrase:)` and ``init(openSSH:)`` do, and `StoreStatus.unknownFormat` for a
    /// text without a private key.
    public init(pem text: SecretBytes, passphrase: SecretBytes? = nil) throws(StoreError) {
        try InputLimits.check(text.count, "a key")
        let blocks = try SecretPEM.blocks(in: text)
        let block = blocks.first { Self.labels.contains($0.label) }
        guard let block else { throw Self.isMissing }
        var work = DerivationWork()
        try self.init(block, passphrase, &work)
    }

    static let isMissing = StoreError(
        .unknownFormat, "the PEM text has no private key; give one with a line \"PRIVATE KEY\"")

    /// The labels of private keys.
    static let labels = [
        "PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "OPENSSH PRIVATE KEY",
    ]

    init(
        _ block: SecretPEM, _ passphrase: SecretBytes?, _ work: inout DerivationWork
    ) throws(StoreError) {
        if block.label == "OPENSSH PRIVATE KEY" {
            try self.init(openSSHContent: try block.content)
        } else {
            try self.init(der: try EncryptedPEM.open(block, passphrase), passphrase, &work)
        }
    }

    /// Copies the text and reads it as `init(pem:passphrase:)` does; erasing the original is up to you.
    ///
    /// Throws what that does.
    public init(
        pem text: some Collection<UInt8>, passphrase: SecretBytes? = nil
    ) throws(StoreError) {
        try self.init(pem: try SecretBytes(copying: text), passphrase: passphrase)
    }
}
