public import SecureStore

extension PrivateKey {
    /// Reads X9.63: a four, two coordinates and the number.
    ///
    /// The length tells which curve is meant.
    public init(x963 bytes: SecretBytes) throws(StoreError) {
        guard let curve = Curve.allCases.first(where: { $0.pointByteCount + $0.byteCount == bytes.count })
        else {
            throw StoreError(.unknownFormat, "\(bytes.count) bytes are no key of a curve that is known")
        }
        let point = SecretReader(bytes).copy(0..<curve.pointByteCount)
        guard point.first == 4 else { throw StoreError(.decode, "a key in X9.63 form begins with a four") }
        try self.init(scalar: curve.pointByteCount..<bytes.count, point: point, in: bytes, on: curve)
    }

    /// Reads the 32 bytes of a key of Ed25519 or X25519.
    public init(rawRepresentation bytes: SecretBytes, _ kind: KeyKind) throws(StoreError) {
        guard kind.raw != nil else {
            throw StoreError(.param, "only keys of Ed25519 and X25519 are bytes and nothing else")
        }
        try self.init(raw: 0..<bytes.count, in: bytes, kind)
    }

    /// Reads the first private key of a PEM text, whichever of the forms it has.
    ///
    /// Throws what `init(der:passphrase:)` and ``init(openSSH:)`` do, and `Status.unknownFormat` for a text
    /// without a private key.
    public init(pem text: SecretBytes, passphrase: SecretBytes? = nil) throws(StoreError) {
        try KeyLimits.check(text.count)
        let blocks = try SecretPEM.blocks(in: text)
        guard let block = blocks.first(where: { Self.labels.contains($0.label) }) else {
            throw StoreError(.unknownFormat, "the PEM text has no private key")
        }
        var work = DerivationWork()
        try self.init(block, passphrase, &work)
    }

    /// The labels of private keys.
    static let labels = [
        "PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "OPENSSH PRIVATE KEY",
    ]

    init(
        _ block: SecretPEM, _ passphrase: SecretBytes?, _ work: inout DerivationWork
    ) throws(StoreError) {
        if block.label == "OPENSSH PRIVATE KEY" {
            try self.init(openSSHContent: block.content)
        } else {
            try self.init(der: try EncryptedPEM.open(block, passphrase), passphrase, &work)
        }
    }

    /// Copies the text and reads it as `init(pem:passphrase:)` does; erasing the original is up to you.
    public init(
        pem text: some Collection<UInt8>, passphrase: SecretBytes? = nil
    ) throws(StoreError) {
        try self.init(pem: try SecretBytes(copying: text), passphrase: passphrase)
    }

    // MARK: - Out again

    /// The key as PKCS#8, not encrypted.
    ///
    /// Throws `Status.keyIsSensitive` for a key that is kept as one that does not leave, as all of these do.
    public func pkcs8() throws(StoreError) -> SecretBytes {
        try requireExtractable()
        return try pkcs8ForStore()
    }

    /// The key as PKCS#8, encrypted with AES-256 under a key that PBKDF2 makes of the passphrase.
    public func pkcs8(passphrase: SecretBytes) throws(StoreError) -> SecretBytes {
        try EncryptedKey.seal(try pkcs8(), passphrase)
    }

    /// The key as a PEM text, not encrypted.
    public func pem() throws(StoreError) -> SecretBytes { try SecretPEM.text("PRIVATE KEY", try pkcs8()) }

    /// The key as a PEM text, encrypted as ``pkcs8(passphrase:)`` does.
    public func pem(passphrase: SecretBytes) throws(StoreError) -> SecretBytes {
        try SecretPEM.text("ENCRYPTED PRIVATE KEY", try pkcs8(passphrase: passphrase))
    }

    /// The bytes as Apple's calls give them: PKCS#1 for RSA, X9.63 for curves, else the 32 bytes themselves.
    public func externalRepresentation() throws(StoreError) -> SecretBytes {
        try requireExtractable()
        return try bytesForStore()
    }

    private func requireExtractable() throws(StoreError) {
        guard isExtractable else { throw StoreError(.keyIsSensitive, "the key does not leave its store") }
    }

    /// The form of ``pkcs8()``, also of a key that does not leave, for where it goes on being guarded.
    func pkcs8ForStore() throws(StoreError) -> SecretBytes {
        let key: SecretDER =
            switch kind.algorithm {
            case .rsa: try pkcs1
            case .curve(let curve): try sec1(curve)
            case .raw(let raw):
                .octets([.secret(try handle.rawPrivateKey(raw.byteCount), 0..<raw.byteCount)])
            }
        return try SecretDER.sequence([.number([0]), KeyAlgorithm.write(kind), .octets([key])]).encoded()
    }

    /// The external form, also of a key that does not leave, for where it goes on being guarded.
    func bytesForStore() throws(StoreError) -> SecretBytes {
        switch kind.algorithm {
        case .rsa: return try pkcs1.encoded()
        case .curve(let curve):
            let scalar = try handle.number(KeyParameter.scalar, byteCount: curve.byteCount)
            return try SecretDER.sequence([.literal(publicKey.bytes), .secret(scalar, 0..<scalar.count)])
                .content()
        case .raw(let raw): return try handle.rawPrivateKey(raw.byteCount)
        }
    }

    private var pkcs1: SecretDER {
        get throws(StoreError) {
            let names = [KeyParameter.modulus, KeyParameter.publicExponent, KeyParameter.privateExponent]
            var parts: [SecretDER] = [.number([0])]
            for name in names + KeyParameter.chinese {
                parts.append(.number(try handle.number(name, byteCount: (kind.sizeInBits + 7) / 8)))
            }
            return .sequence(parts)
        }
    }

    private func sec1(_ curve: Curve) throws(StoreError) -> SecretDER {
        let scalar = try handle.number(KeyParameter.scalar, byteCount: curve.byteCount)
        return .sequence([
            .number([1]), .octets([.secret(scalar, 0..<scalar.count)]),
            .element(0xa1, [.bits(publicKey.bytes)]),
        ])
    }
}
