public import FoundationEssentials
public import SecureStore

extension PublicKey {
    /// Reads SubjectPublicKeyInfo, as certificates have it, or the PKCS#1 form of an RSA key.
    ///
    /// Throws `Status.decode` for anything else, and `Status.unimplemented` for keys of other algorithms.
    public init(der: some Collection<UInt8>) throws(StoreError) {
        try KeyLimits.check(der.count)
        let bytes = try SecretBytes(copying: der)
        var reader = try SecretReader(bytes).content()
        guard reader.nextTag == DER.sequence else {
            try self.init(pkcs1: bytes, 0..<bytes.count)
            return
        }
        let algorithm = try KeyAlgorithm.read(try reader.enter())
        let key = try reader.bits()
        try reader.finish()
        switch algorithm {
        case .rsa: try self.init(pkcs1: bytes, key)
        case .curve(let curve): try self.init(reader.copy(key), on: curve)
        case .raw(let raw): try self.init(rawRepresentation: reader.copy(key), KeyKind(raw))
        }
    }

    /// Reads the first block of a PEM text, `PUBLIC KEY` or `RSA PUBLIC KEY`.
    ///
    /// Throws `Status.unknownFormat` when the text has another one, or none.
    public init(pem: some Collection<UInt8>) throws(StoreError) {
        try KeyLimits.check(pem.count)
        let block = try SecretPEM.blocks(in: try SecretBytes(copying: pem))[0]
        guard ["PUBLIC KEY", "RSA PUBLIC KEY"].contains(block.label) else {
            throw StoreError(.unknownFormat, "the PEM text has no public key at its beginning")
        }
        try self.init(der: block.content.withBytes { Array($0) })
    }

    /// The encoding as SubjectPublicKeyInfo.
    public var der: Data {
        get throws(StoreError) { Data(try encoding.encodedPublicly()) }
    }

    /// The same as a PEM text.
    public var pem: String {
        get throws(StoreError) { try SecretPEM.text("PUBLIC KEY", try encoding.encoded()).text() }
    }

    private var encoding: SecretDER { .sequence([KeyAlgorithm.write(kind), .bits(bytes)]) }

    /// The encoding of OpenSSH: the name of the algorithm and its numbers, each with its length in front.
    var openSSH: [UInt8] {
        get throws(StoreError) {
            let name: String
            var parts: [[UInt8]] = []
            switch kind.algorithm {
            case .rsa:
                name = "ssh-rsa"
                var reader = try ByteReader(bytes).content()
                // The content of an integer is the same here and in DER.
                for _ in 0..<2 { parts.insert(reader.copy(try reader.next(DER.integer)), at: 0) }
            case .curve(let curve):
                (name, parts) = ("ecdsa-sha2-" + curve.openSSHName, [Array(curve.openSSHName.utf8), bytes])
            case .raw(let raw):
                guard let own = raw.openSSHName else {
                    throw StoreError(.unimplemented, "OpenSSH has no keys of \(raw.name)")
                }
                (name, parts) = (own, [bytes])
            }
            return ([Array(name.utf8)] + parts).flatMap { part in
                (0..<4).map { UInt8(truncatingIfNeeded: part.count >> (24 - 8 * $0)) } + part
            }
        }
    }
}
