public import FoundationEssentials
public import SecureStore

extension PublicKey {
    /// Encrypts for the holder of the private key.
    ///
    /// Throws `StoreStatus.param` for an algorithm of another kind of key, and for a text that is too long
    /// for it.
    public func encrypt(
        _ plaintext: SecretBytes, _ algorithm: EncryptionAlgorithm
    ) throws(StoreError) -> Data {
        let text = try algorithm.checked(plaintext, for: kind)
        switch algorithm.scheme {
        case .ecies(let hash, let derivesIV):
            let once = try PrivateKey.generate(kind)
            let (key, iv) = try Self.eciesKey(once, self, hash, derivesIV, once.publicKey)
            return Data(once.publicKey.bytes + (try BlockCipher.seal(text, key: key, iv: iv, [])))
        case .rsaOAEPAESGCM(let hash):
            let key = try SecretBytes.random(count: kind.sizeInBits < 4_096 ? 16 : 32)
            let sealed = try BlockCipher.seal(text, key: key, iv: Self.zeroIV, bytes)
            return try encrypt(key, .rsaOAEP(hash)) + sealed
        default:
            let (padding, hash) = algorithm.padding
            guard let encrypted = try handle.encrypt(text, padding, hash) else {
                throw StoreError(
                    .param,
                    "\(plaintext.count) bytes are too many to encrypt with this key; use rsaOAEPAESGCM")
            }
            return encrypted.withBytes { Data($0) }
        }
    }

    /// Copies the text and encrypts it; erasing the original is up to you.
    ///
    /// Throws what `encrypt` of a secret throws.
    public func encrypt(
        _ plaintext: some Collection<UInt8>, _ algorithm: EncryptionAlgorithm
    ) throws(StoreError) -> Data {
        try encrypt(try SecretBytes(copying: plaintext), algorithm)
    }

    fileprivate static var zeroIV: SecretBytes {
        get throws(StoreError) { try SecretBytes(copying: [UInt8](repeating: 0, count: 16)) }
    }

    /// AES-128 for curves of up to 256 bits, AES-256 for larger ones.
    fileprivate static func eciesKey(
        _ own: PrivateKey, _ other: PublicKey, _ hash: HashFunction, _ derivesIV: Bool, _ once: PublicKey
    ) throws(StoreError) -> (key: SecretBytes, iv: SecretBytes) {
        let keyByteCount = own.kind.sizeInBits <= 256 ? 16 : 32
        let count = keyByteCount + (derivesIV ? 16 : 0)
        let both = try own.sharedSecret(with: other, deriving: count, hash, sharedInfo: once.bytes)
        let key = try SecretDER.sequence([.secret(both, 0..<keyByteCount)]).content()
        guard derivesIV else { return (key, try zeroIV) }
        return (key, try SecretDER.sequence([.secret(both, keyByteCount..<count)]).content())
    }
}

extension PrivateKey {
    /// Decrypts what was encrypted to the public half.
    ///
    /// Throws `StoreStatus.decode` for a ciphertext that is not one for this key, whatever is wrong with it,
    /// and `StoreStatus.param` for an algorithm of another kind of key.
    public func decrypt(
        _ ciphertext: some Collection<UInt8>, _ algorithm: EncryptionAlgorithm
    ) throws(StoreError) -> SecretBytes {
        try algorithm.requireUse(with: kind)
        let plaintext: SecretBytes?
        switch algorithm.scheme {
        case .ecies(let hash, let derivesIV):
            plaintext = try decrypt(ecies: Array(ciphertext), hash, derivesIV)
        case .rsaOAEPAESGCM(let hash):
            let byteCount = (kind.sizeInBits + 7) / 8
            let key = try decrypt(ciphertext.prefix(byteCount), .rsaOAEP(hash))
            guard key.count == (kind.sizeInBits < 4_096 ? 16 : 32) else { throw Self.wrongCiphertext }
            plaintext = try BlockCipher.open(
                Array(ciphertext.dropFirst(byteCount)), key: key, iv: try PublicKey.zeroIV, publicKey.bytes)
        default:
            let (padding, hash) = algorithm.padding
            plaintext = try handle.decrypt(Array(ciphertext), padding, hash)
        }
        guard let plaintext else { throw Self.wrongCiphertext }
        return plaintext
    }

    private func decrypt(
        ecies ciphertext: [UInt8], _ hash: HashFunction, _ derivesIV: Bool
    ) throws(StoreError) -> SecretBytes? {
        guard let curve = kind.curve, ciphertext.count >= curve.pointByteCount,
            let once = try? PublicKey(x963: ciphertext[..<curve.pointByteCount])
        else { return nil }
        let (key, iv) = try PublicKey.eciesKey(self, once, hash, derivesIV, once)
        return try BlockCipher.open(Array(ciphertext[curve.pointByteCount...]), key: key, iv: iv, [])
    }

    private static var wrongCiphertext: StoreError {
        StoreError(
            .decode,
            "the ciphertext is not one for this key and algorithm; try the algorithm and key "
                + "that it was made with")
    }
}

extension EncryptionAlgorithm {
    fileprivate var padding: (KeyHandle.Padding, HashFunction?) {
        switch scheme {
        case .rsaOAEP(let hash): (.oaep, hash)
        case .rsaPKCS1: (.pkcs1, nil)
        default: (.rsaRaw, nil)
        }
    }

    /// True if keys of this kind encrypt and decrypt with it.
    public func isFor(_ kind: KeyKind) -> Bool {
        if case .ecies = scheme { kind.curve != nil } else { kind.algorithm == .rsa }
    }

    fileprivate func requireUse(with kind: KeyKind) throws(StoreError) {
        guard isFor(kind) else {
            throw StoreError(
                .param, "the algorithm is for keys of another kind; choose one for keys of this kind")
        }
    }

    /// The text, with zeros in front where nothing else pads it.
    fileprivate func checked(_ text: SecretBytes, for kind: KeyKind) throws(StoreError) -> SecretBytes {
        try requireUse(with: kind)
        guard text.count <= 1 << 30 else {
            throw StoreError(
                .dataTooLarge, "\(text.count) bytes to encrypt; encrypt at most \(1 << 30) at a time")
        }
        let missing = (kind.sizeInBits + 7) / 8 - text.count
        guard scheme == .rsaRaw, missing > 0 else { return text }
        let zeros = [UInt8](repeating: 0, count: missing)
        return try SecretDER.sequence([.literal(zeros), .secret(text, 0..<text.count)]).content()
    }
}

extension PrivateKey {
    /// The secret that this key and another one's public half have in common: both sides get the same.
    ///
    /// It is not a key, since its bytes are not evenly random: ``sharedSecret(with:deriving:_:sharedInfo:)``
    /// makes one. Throws `StoreStatus.param` for keys of different kinds, and where nothing secret would come
    /// of it.
    public func sharedSecret(with other: PublicKey) throws(StoreError) -> SecretBytes {
        guard kind == other.kind, kind.agrees else {
            throw StoreError(
                .param, "only two keys of one curve agree; take the other's key on the same curve")
        }
        guard let secret = try handle.agree(with: other.handle) else {
            throw StoreError(.param, "the public key does not agree with any; ask for another")
        }
        return secret
    }

    /// A key of so many bytes, derived from the common secret as in ANSI X9.63.
    ///
    /// `sharedInfo` is what both sides know, and what sets one use apart from another. Throws what
    /// ``sharedSecret(with:)`` throws, and `StoreStatus.param` for more than 65,536 bytes.
    public func sharedSecret(
        with other: PublicKey, deriving count: Int, _ hash: HashFunction,
        sharedInfo: some Collection<UInt8> = [UInt8]()
    ) throws(StoreError) -> SecretBytes {
        try hash.derive(count, from: try sharedSecret(with: other), Array(sharedInfo))
    }
}

extension KeyKind {
    /// True if two keys of this kind have a secret in common.
    public var agrees: Bool { curve != nil || raw?.signs == false }
}
