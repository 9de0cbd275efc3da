public import FoundationEssentials
public import SecureStore

/// The content of a PKCS#12 file, whose name often ends in `.p12` or `.pfx`.
///
/// ``Identity/pkcs12(passphrase:label:)`` and ``encode(_:passphrase:)`` write one.
public struct PKCS12: Sendable {
    /// Each private key with its certificate, and those of its issuers that the file has.
    public let identities: [Identity]
    /// All certificates, in the order of the file.
    public let certificates: [Certificate]
    /// The private keys that no certificate of the file belongs to.
    let privateKeys: [PrivateKey]

    /// Reads a file in whichever encryption, the old ones too.
    ///
    /// Without a passphrase it tries an empty one. Throws `StoreStatus.authFailed` for a wrong passphrase,
    /// `StoreStatus.decode` for anything but a PKCS#12 file, `StoreStatus.dataTooLarge` for one that asks for
    /// more than ten million repetitions of a hash (some seconds), and `StoreStatus.unimplemented` for other
    /// encryption.
    ///
    /// A file without a seal (MAC) under its passphrase throws `StoreStatus.unimplemented` unless
    /// `isSealRequired` is false. Without a seal nothing says that its certificates and its plain parts are
    /// still what was written.
    public init(
        _ bytes: some Collection<UInt8>, passphrase: SecretBytes? = nil, isSealRequired: Bool = true
    ) throws(StoreError) {
        try self.init(bytes, passphrase, DerivationWork(), isSealRequired: isSealRequired)
    }

    init(
        _ bytes: some Collection<UInt8>, _ passphrase: SecretBytes?, _ work: DerivationWork,
        isSealRequired: Bool = true
    ) throws(StoreError) {
        try InputLimits.check(bytes.count, "PKCS#12")
        try InputLimits.check(passphrase: passphrase)
        let none = try SecretBytes(copying: [])
        let contents = try PKCS12File.read(
            try SecretBytes(copying: bytes), passphrase ?? none, work, isSealRequired: isSealRequired)
        var certificates: [Certificate] = []
        for entry in contents.certificates { certificates.append(try Certificate(der: entry.content)) }
        let byKey = Dictionary(grouping: certificates.indices) { certificates[$0].publicKeyHash }
        var issuers = Issuers(certificates)
        var labels: [Certificate: String] = [:]
        for (certificate, entry) in zip(certificates, contents.certificates) {
            labels[certificate] = labels[certificate] ?? entry.label
        }
        var identities: [Identity] = []
        var given: Set<Certificate> = []
        var privateKeys: [PrivateKey] = []
        for entry in contents.keys {
            let key = try PrivateKey(der: entry.content)
            // Of several certificates for the key, first the one that the file gives to it.
            let all = byKey[try key.publicKey.applicationLabel] ?? []
            if all.isEmpty { privateKeys.append(key) }
            let own = all.filter { contents.certificates[$0].keyID == entry.keyID }
            let others = all.filter { contents.certificates[$0].keyID != entry.keyID }
            for (place, index) in (own + others).enumerated()
            where given.insert(certificates[index]).inserted {
                let label = contents.certificates[index].label
                var identity = try Identity(
                    certificate: certificates[index], key: key, issuers: &issuers,
                    label: place == 0 ? entry.label ?? label : label ?? entry.label)
                for link in identity.chain { identity.chainLabels[link] = labels[link] }
                identities.append(identity)
            }
        }
        (self.identities, self.certificates, self.privateKeys) = (identities, certificates, privateKeys)
    }
}

extension PKCS12 {
    /// Several identities as one file, each under its label and with its chain; encrypted, and refused, as
    /// ``Identity/pkcs12(passphrase:label:)`` does it.
    ///
    /// Throws `StoreStatus.keyIsSensitive` if one of the keys is not extractable.
    public static func encode(
        _ identities: [Identity], passphrase: SecretBytes
    ) throws(StoreError) -> Data {
        try encode(identities.map { ($0, $0.label) }, passphrase)
    }

    static func encode(
        _ identities: [(identity: Identity, label: String?)], _ passphrase: SecretBytes
    ) throws(StoreError) -> Data {
        let hasZero = passphrase.withSpan { span in span.indices.contains { span[$0] == 0 } }
        try InputLimits.check(passphrase: passphrase)
        guard !hasZero else {
            throw StoreError(.param, "a passphrase with a zero byte; give one that can be typed")
        }
        let ended = SecretDER.sequence([.secret(passphrase, 0..<passphrase.count), .literal([0])])
        var keys: [PKCS12File.Entry<SecretBytes>] = []
        var certificates: [PKCS12File.Entry<CertificateHandle>] = []
        for (identity, label) in identities {
            let (handle, keyID) = (identity.certificate.handle, identity.certificate.publicKeyHash)
            keys.append(.init(content: try identity.key.pkcs8(), label: label, keyID: keyID))
            certificates.append(.init(content: handle, label: label, keyID: keyID))
        }
        // Each once: identities of one authority have the same chain, and one may be in that of another.
        var seen = Set(identities.map(\.identity.certificate))
        for (identity, _) in identities {
            for link in identity.chain where seen.insert(link).inserted {
                certificates.append(
                    .init(content: link.handle, label: identity.chainLabels[link], keyID: nil))
            }
        }
        return try PKCS12File.write(keys, certificates, try ended.content())
    }
}
