public import SecureStore

extension PrivateKey {
    /// The key as PKCS#8, not encrypted.
    ///
    /// Throws `StoreStatus.keyIsSensitive` for a key that is kept as one that does not leave, as all of these
    /// do.
    public func pkcs8() throws(StoreError) -> SecretBytes {
        try requireExtractable()
        let key: SecretDER =
            switch kind.algorithm {
            case .rsa: try rsaPrivateKey
            case .curve(let curve): try ecPrivateKey(curve)
            case .raw(let raw):
                .octets([.secret(try handle.rawPrivateKey(raw.byteCount), 0..<raw.byteCount)])
            }
        return try SecretDER.sequence([.number([0]), KeyAlgorithm.write(kind), .octets([key])]).encoded()
    }

    /// The key as PKCS#8, encrypted with AES-256 under a key that PBKDF2 makes of the passphrase.
    ///
    /// Takes some tenths of a second. Throws `StoreStatus.keyIsSensitive` as ``pkcs8()`` does, and
    /// `StoreStatus.param` for a passphrase of more than 4,096 bytes.
    public func pkcs8(passphrase: SecretBytes) throws(StoreError) -> SecretBytes {
        let key = try pkcs8()
        try InputLimits.check(passphrase: passphrase)
        return try SealedPKCS8.seal(key, passphrase)
    }

    /// The key as a PEM text, not encrypted.
    ///
    /// Throws what ``pkcs8()`` throws.
    public func pem() throws(StoreError) -> SecretBytes { try SecretPEM.text("PRIVATE KEY", try pkcs8()) }

    /// The key as a PEM text, encrypted as ``pkcs8(passphrase:)`` does.
    ///
    /// Throws and costs what that does.
    public func pem(passphrase: SecretBytes) throws(StoreError) -> SecretBytes {
        try SecretPEM.text("ENCRYPTED PRIVATE KEY", try pkcs8(passphrase: passphrase))
    }

    /// The key as PKCS#1, which only RSA has, not encrypted.
    ///
    /// Throws `StoreStatus.param` for another kind of key, and `StoreStatus.keyIsSensitive` as ``pkcs8()``
    /// does.
    public func pkcs1() throws(StoreError) -> SecretBytes {
        guard case .rsa = kind.algorithm else {
            throw StoreError(.param, "only RSA keys have the form of PKCS#1; write this one as PKCS#8")
        }
        return try externalRepresentation()
    }

    /// The key as SEC 1, which only keys on curves have, with the name of the curve and not encrypted.
    ///
    /// Throws `StoreStatus.param` for another kind of key, and `StoreStatus.keyIsSensitive` as ``pkcs8()``
    /// does.
    public func sec1() throws(StoreError) -> SecretBytes {
        try requireExtractable()
        guard case .curve(let curve) = kind.algorithm else {
            throw StoreError(.param, "only keys on curves have the form of SEC 1; write this one as PKCS#8")
        }
        return try ecPrivateKey(curve, named: true).encoded()
    }

    /// The form that OpenSSL wrote before there was PKCS#8, and its label in PEM; nil for newer kinds of
    /// keys.
    package func olderForm() throws(StoreError) -> (label: String, bytes: SecretBytes)? {
        switch kind.algorithm {
        case .rsa: ("RSA PRIVATE KEY", try pkcs1())
        case .curve: ("EC PRIVATE KEY", try sec1())
        case .raw: nil
        }
    }

    /// The same as a PEM text; in PKCS#8 for newer kinds of keys.
    package func olderPEM() throws(StoreError) -> SecretBytes {
        guard let (label, bytes) = try olderForm() else { return try pem() }
        return try SecretPEM.text(label, bytes)
    }

    /// The bytes as Apple's calls give them: PKCS#1 for RSA, X9.63 for curves, else the 32 bytes themselves.
    ///
    /// Throws `StoreStatus.keyIsSensitive` as ``pkcs8()`` does.
    public func externalRepresentation() throws(StoreError) -> SecretBytes {
        try requireExtractable()
        return try bytesForStore()
    }

    func requireExtractable() throws(StoreError) {
        guard isExtractable else {
            throw StoreError(
                .keyIsSensitive,
                "the key is not extractable, so it does not leave its store; use it there, or make a new one")
        }
    }

    /// The external form, also of a key that does not leave, for where it goes on being guarded.
    func bytesForStore() throws(StoreError) -> SecretBytes {
        switch kind.algorithm {
        case .rsa: return try rsaPrivateKey.encoded()
        case .curve(let curve):
            let scalar = try handle.number(KeyParameter.scalar, byteCount: curve.byteCount)
            return try SecretDER.sequence([.literal(publicKey.bytes), .secret(scalar, 0..<scalar.count)])
                .content()
        case .raw(let raw): return try handle.rawPrivateKey(raw.byteCount)
        }
    }

    private var rsaPrivateKey: SecretDER {
        get throws(StoreError) {
            var parts: [SecretDER] = [.number([0])]
            for name in KeyParameter.rsa {
                parts.append(.number(try handle.number(name, byteCount: (kind.sizeInBits + 7) / 8)))
            }
            return .sequence(parts)
        }
    }

    /// With the name of its curve where nothing around it names it.
    private func ecPrivateKey(_ curve: Curve, named: Bool = false) throws(StoreError) -> SecretDER {
        let scalar = try handle.number(KeyParameter.scalar, byteCount: curve.byteCount)
        let name = SecretDER.element(0xa0, [.identifier(curve.identifier)])
        return .sequence(
            [.number([1]), .octets([.secret(scalar, 0..<scalar.count)])] + (named ? [name] : [])
                + [.element(0xa1, [.bits(publicKey.bytes)])])
    }
}
