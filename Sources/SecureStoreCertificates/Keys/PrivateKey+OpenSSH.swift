public import SecureStore

extension PrivateKey {
    /// Reads the form in which `ssh-keygen` writes keys: Ed25519, ECDSA or RSA, not encrypted.
    ///
    /// Throws what `init(der:passphrase:)` does. An encrypted key is `StoreStatus.unimplemented`, with a
    /// reason that says how `ssh-keygen` takes its passphrase off.
    public init(openSSH text: SecretBytes) throws(StoreError) {
        try InputLimits.check(text.count, "a key")
        guard let block = try SecretPEM.blocks(in: text).first(where: { $0.label == "OPENSSH PRIVATE KEY" })
        else {
            throw StoreError(
                .unknownFormat,
                "the text has no key in OpenSSH's form; give one with a line \"OPENSSH PRIVATE KEY\"")
        }
        try self.init(openSSHContent: try block.content)
    }

    init(openSSHContent bytes: SecretBytes) throws(StoreError) {
        var reader = SecretReader(bytes)
        guard reader.copy(try reader.openSSH(15)) == Array("openssh-key-v1\0".utf8) else {
            throw SecretReader.brokenOpenSSH("it does not begin as one")
        }
        let cipher = try reader.openSSHName()
        _ = (try reader.openSSHName(), try reader.openSSHString())
        guard try reader.openSSHNumber() == 1 else {
            throw StoreError(
                .unimplemented,
                "a file with several keys of OpenSSH is not read; write each into a file of its own")
        }
        let publicKey = try reader.openSSHString()
        let content = try reader.openSSHString()
        guard cipher == "none" else { throw Self.encrypted }
        guard reader.isAtEnd else { throw SecretReader.brokenOpenSSH("there is more behind its end") }
        try self.init(openSSHKey: SecretReader(bytes, content))
        // It stands a second time in front.
        guard try self.publicKey.openSSH == reader.copy(publicKey) else {
            throw SecretReader.brokenOpenSSH("the public key in front is another one")
        }
    }

    /// The form in which `ssh-keygen` writes keys, not encrypted; for Ed25519, curves and RSA.
    ///
    /// Its comment is empty. Throws `StoreStatus.unimplemented` for X25519, which OpenSSH does not have, and
    /// `StoreStatus.keyIsSensitive` as ``pkcs8()`` does.
    public func openSSH() throws(StoreError) -> SecretBytes {
        try requireExtractable()
        let check = (0..<4).map { _ in UInt8.random(in: 0...0xff) }
        var content = [SecretDER.literal(check + check)] + (try openSSHFields()) + Self.openSSH([])
        content.append(.literal((0..<(8 - content.byteCount % 8) % 8).map { UInt8($0 + 1) }))
        let none = Self.openSSH([.literal(Array("none".utf8))])
        var parts = [SecretDER.literal(Array("openssh-key-v1\0".utf8))] + none + none + Self.openSSH([])
        parts.append(.literal([0, 0, 0, 1]))
        parts += Self.openSSH([.literal(try publicKey.openSSH)]) + Self.openSSH(content)
        return try SecretPEM.text("OPENSSH PRIVATE KEY", try SecretDER.sequence(parts).content())
    }

    /// A string of OpenSSH: its length in four bytes, and its content.
    private static func openSSH(_ parts: [SecretDER]) -> [SecretDER] {
        let count = parts.byteCount
        return [.literal((0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) })] + parts
    }

    /// The name of the algorithm, and all numbers of the key.
    private func openSSHFields() throws(StoreError) -> [SecretDER] {
        // The content of an integer is the same here and in DER.
        func number(_ name: StaticString, _ count: Int) throws(StoreError) -> [SecretDER] {
            let content = try SecretDER.number(try handle.number(name, byteCount: count)).content()
            return Self.openSSH([.secret(content, 0..<content.count)])
        }
        switch kind.algorithm {
        case .rsa:
            let count = (kind.sizeInBits + 7) / 8
            var fields = Self.openSSH([.literal(Array("ssh-rsa".utf8))])
            // Modulus, exponents, coefficient, primes.
            for place in [0, 1, 2, 7, 3, 4] { fields += try number(KeyParameter.rsa[place], count) }
            return fields
        // All others begin as their public halves do.
        case .curve(let curve):
            return [.literal(try publicKey.openSSH)] + (try number(KeyParameter.scalar, curve.byteCount))
        case .raw(let raw):
            let (half, seed) = (try publicKey.openSSH, try handle.rawPrivateKey(raw.byteCount))
            let both: [SecretDER] = [.secret(seed, 0..<seed.count), .literal(publicKey.bytes)]
            return [.literal(half)] + Self.openSSH(both)
        }
    }

    /// The refusal of an encrypted key, with a way to read it that leaves no plain key on a disk.
    private static var encrypted: StoreError {
        StoreError(
            .unimplemented,
            """
            the key is encrypted as OpenSSH does it, which is not read; copy it to memory, such as /dev/shm, take the \
            passphrase off the copy with ssh-keygen -p -N '' -f COPY, and delete the copy afterwards
            """)
    }

    /// Twice the same number, the name of the algorithm, what belongs to it, a comment and padding.
    private init(openSSHKey content: SecretReader) throws(StoreError) {
        var reader = content
        guard try reader.openSSHNumber() == reader.openSSHNumber() else {
            throw SecretReader.brokenOpenSSH("its two check numbers differ")
        }
        let name = try reader.openSSHName()
        if let kind = KeyKind.raw(where: { $0.openSSHName == name }) {
            try self.init(openSSHRaw: &reader, kind)
        } else if name == "ssh-rsa" {
            try self.init(openSSHRSA: &reader)
        } else if name.hasPrefix("ecdsa-sha2-") {
            let curveName = try reader.openSSHName()
            guard let curve = Curve.allCases.first(where: { $0.openSSHName == curveName }),
                name == "ecdsa-sha2-" + curveName
            else {
                throw StoreError(.unimplemented, KeyAlgorithm.curves)
            }
            let (point, number) = (reader.copy(try reader.openSSHString()), try reader.openSSHString())
            // A zero in front keeps a number from being negative.
            let isSigned = reader.bytes.withSpan { span in number.first.map { span[$0] == 0 } ?? false }
            let scalar = isSigned ? number.dropFirst() : number
            try self.init(scalar: scalar, point: point, in: reader.bytes, on: curve)
        } else {
            throw StoreError(
                .unimplemented,
                "only keys of Ed25519, ECDSA and RSA are read in OpenSSH's form; make one of these")
        }
        _ = try reader.openSSHString()
        guard reader.isAtPadding else { throw SecretReader.brokenOpenSSH("its padding is wrong") }
    }

    /// The public half, and the private one with the public one behind it.
    private init(openSSHRaw reader: inout SecretReader, _ kind: KeyKind) throws(StoreError) {
        let (point, both) = (reader.copy(try reader.openSSHString()), try reader.openSSHString())
        guard both.count == 2 * point.count else {
            throw SecretReader.brokenOpenSSH("its private half is not as long as its public one")
        }
        try self.init(raw: both.prefix(point.count), in: reader.bytes, kind)
        guard publicKey.bytes == point, point == reader.copy(both.suffix(point.count)) else {
            throw SecretReader.brokenOpenSSH("the two halves of the key do not belong together")
        }
    }

    /// The two exponents are not there: they follow from the others.
    private init(openSSHRSA reader: inout SecretReader) throws(StoreError) {
        let (modulus, publicExponent, exponent) = (
            try reader.openSSHString(), try reader.openSSHString(), try reader.openSSHString()
        )
        let (coefficient, p, q) = (
            try reader.openSSHString(), try reader.openSSHString(), try reader.openSSHString()
        )
        let bytes = reader.bytes
        guard modulus.count <= 2_049, let dp = try RSANumbers.exponent(exponent, p, in: bytes),
            let dq = try RSANumbers.exponent(exponent, q, in: bytes)
        else { throw SecretReader.brokenOpenSSH("its primes make no sense") }
        // The content of an integer is the same here and in DER.
        func integer(_ range: Range<Int>) -> SecretDER {
            .element(DER.integer, [.secret(bytes, range)])
        }
        try self.init(
            der: try SecretDER.sequence(
                [.number([0])] + [modulus, publicExponent, exponent, p, q].map(integer)
                    + [.number(dp), .number(dq), integer(coefficient)]
            ).encoded())
    }
}
