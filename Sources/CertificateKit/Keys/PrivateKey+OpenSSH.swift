public import SecureStore

extension PrivateKey {
    /// Reads the form in which `ssh-keygen` writes keys: Ed25519, ECDSA or RSA, encrypted or not.
    ///
    /// Throws what `init(der:passphrase:)` does. An encrypted key takes as long to open as its writer asked for, and more
    /// than 300 rounds throw `Status.dataTooLarge`.
    public init(openSSH text: SecretBytes, passphrase: SecretBytes? = nil) throws(StoreError) {
        guard text.count <= KeyLimits.byteCount else {
            throw StoreError(.dataTooLarge, "a key of \(text.count) bytes")
        }
        guard let block = try SecretPEM.blocks(in: text).first(where: { $0.label == "OPENSSH PRIVATE KEY" })
        else { throw StoreError(.unknownFormat, "the text has no key in OpenSSH's form") }
        var work = DerivationWork()
        try self.init(openSSHContent: block.content, passphrase, &work)
    }

    init(
        openSSHContent bytes: SecretBytes, _ passphrase: SecretBytes?, _ work: inout DerivationWork
    ) throws(StoreError) {
        var reader = OpenSSHReader(bytes)
        guard reader.copy(try reader.take(15)) == Array("openssh-key-v1\0".utf8) else {
            throw OpenSSHReader.broken("it does not begin as one")
        }
        let (cipher, derivation) = (try reader.text(), try reader.text())
        let options = OpenSSHReader(bytes, try reader.string())
        guard try reader.number() == 1 else {
            throw StoreError(.unimplemented, "a file with several keys of OpenSSH is not read")
        }
        let publicKey = try reader.string()
        let content = try reader.string()
        guard Self.ciphers[cipher] != nil || cipher == "none" else {
            throw StoreError(
                .unimplemented, "the cipher of the key is not read; ssh-keygen -p -Z aes256-ctr changes it")
        }
        guard reader.count == 0 else { throw OpenSSHReader.broken("there is more behind its end") }
        guard let cipher = Self.ciphers[cipher] else {
            try self.init(openSSHKey: OpenSSHReader(bytes, content))
            try check(openSSHPublicKey: reader.copy(publicKey))
            return
        }
        guard derivation == "bcrypt" else {
            throw StoreError(.unimplemented, "a key of OpenSSH under \(derivation.debugDescription)")
        }
        let opened = try Self.open(bytes, content, cipher, options, passphrase, &work)
        var checked = OpenSSHReader(opened)
        // Twice the same random number: else the passphrase is wrong.
        guard opened.count >= 8, try checked.number() == checked.number() else {
            throw EncryptedKey.wrongPassphrase
        }
        try self.init(openSSHKey: OpenSSHReader(opened))
        try check(openSSHPublicKey: reader.copy(publicKey))
    }

    /// Outside of what is encrypted the public key stands a second time, where anybody could change it.
    private func check(openSSHPublicKey bytes: [UInt8]) throws(StoreError) {
        guard try publicKey.openSSH == bytes else {
            throw OpenSSHReader.broken("the public key in front is another one")
        }
    }

    private static let ciphers: [String: BlockCipher] = [
        "aes128-ctr": .aes128CTR, "aes192-ctr": .aes192CTR, "aes256-ctr": .aes256CTR,
        "aes128-cbc": .aes128CBC, "aes192-cbc": .aes192CBC, "aes256-cbc": .aes256CBC,
    ]

    private static func open(
        _ bytes: SecretBytes, _ content: Range<Int>, _ cipher: BlockCipher, _ options: OpenSSHReader,
        _ passphrase: SecretBytes?, _ work: inout DerivationWork
    ) throws(StoreError) -> SecretBytes {
        var options = options
        let (salt, rounds) = (options.copy(try options.string()), try options.number())
        guard options.count == 0, 1...64 ~= salt.count, rounds > 0 else {
            throw OpenSSHReader.broken("what bcrypt is to do makes no sense")
        }
        guard rounds <= BcryptKey.roundLimit else {
            throw StoreError(.dataTooLarge, "the key asks for \(rounds) rounds of bcrypt")
        }
        guard let passphrase else {
            throw StoreError(.passphraseRequired, "the key is encrypted, and no passphrase is given")
        }
        try work.spend(rounds * BcryptKey.repetitionsOfRound)
        let count = cipher.keyByteCount + cipher.ivByteCount
        let derived = try BcryptKey.derive(count, from: passphrase, salt: salt, rounds: rounds)
        let key = try SecretDER.sequence([.secret(derived, 0..<cipher.keyByteCount)]).content()
        let iv = try SecretDER.sequence([.secret(derived, cipher.keyByteCount..<count)]).content()
        guard content.count.isMultiple(of: 16),
            let opened = try cipher.decrypt(bytes, content, key: key, iv: iv, isPadded: false)
        else { throw OpenSSHReader.broken("it is not of whole blocks") }
        return opened
    }

    /// Twice the same number, the name of the algorithm, what belongs to it, a comment and padding.
    private init(openSSHKey content: OpenSSHReader) throws(StoreError) {
        var reader = content
        guard try reader.number() == reader.number() else {
            throw OpenSSHReader.broken("its two check numbers differ")
        }
        switch try reader.text() {
        case "ssh-ed25519":
            let (point, seed) = (reader.copy(try reader.string()), try reader.string())
            guard seed.count == 64 else { throw OpenSSHReader.broken("a key of Ed25519 has 64 bytes") }
            try self.init(raw: seed.prefix(32), in: reader.bytes, .ed25519)
            guard publicKey.bytes == point, publicKey.bytes == reader.copy(seed.suffix(32)) else {
                throw OpenSSHReader.broken("the two halves of the key do not belong together")
            }
        case "ssh-rsa":
            try self.init(openSSHRSA: &reader)
        case let name where name.hasPrefix("ecdsa-sha2-"):
            let names: [String: Curve] = ["nistp256": .p256, "nistp384": .p384, "nistp521": .p521]
            let curveName = try reader.text()
            guard let curve = names[curveName], name == "ecdsa-sha2-" + curveName else {
                throw StoreError(.unimplemented, "of the curves only P-256, P-384 and P-521 are read")
            }
            let (point, number) = (reader.copy(try reader.string()), try reader.string())
            // A zero in front keeps a number from being negative.
            let isSigned = reader.bytes.withSpan { span in number.first.map { span[$0] == 0 } ?? false }
            let scalar = isSigned ? number.dropFirst() : number
            try self.init(scalar: scalar, point: point, in: reader.bytes, on: curve)
        default:
            throw StoreError(.unimplemented, "only keys of Ed25519, ECDSA and RSA are read in OpenSSH's form")
        }
        _ = try reader.string()
        guard reader.isPadding() else { throw OpenSSHReader.broken("its padding is wrong") }
    }

    /// The two exponents are not there: they follow from the others.
    private init(openSSHRSA reader: inout OpenSSHReader) throws(StoreError) {
        let (modulus, publicExponent, exponent) = (
            try reader.string(), try reader.string(), try reader.string()
        )
        let (coefficient, p, q) = (try reader.string(), try reader.string(), try reader.string())
        let bytes = reader.bytes
        guard modulus.count <= 2_049, let dp = try RSANumbers.exponent(exponent, p, in: bytes),
            let dq = try RSANumbers.exponent(exponent, q, in: bytes)
        else { throw OpenSSHReader.broken("its primes make no sense") }
        // The content of an integer is the same here and in DER.
        func integer(_ range: Range<Int>) -> SecretDER {
            .element(SecretDERReader.integer, [.secret(bytes, range)])
        }
        try self.init(
            der: try SecretDER.sequence(
                [.number([0])] + [modulus, publicExponent, exponent, p, q].map(integer)
                    + [.number(dp), .number(dq), integer(coefficient)]
            ).encoded())
    }
}
