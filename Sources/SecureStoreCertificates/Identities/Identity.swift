public import FoundationEssentials
public import SecureStore

/// A certificate with its private key: what a TLS server or client shows, and signs with.
///
/// `ItemAccess.identity(_:)` reads one from a store, and ``PKCS12`` from a file.
public struct Identity: Sendable {
    /// The certificate that names the holder of the key.
    public let certificate: Certificate
    /// Its private key.
    public let key: PrivateKey
    /// The certificates above it, the one that issued it first, as far as they were given.
    ///
    /// These are at most eleven: a longer chain is never valid.
    public let chain: [Certificate]
    /// The name that the file gave it; nil if it gave none.
    public let label: String?
    /// The names that the file or the store gave the certificates of the chain, which go where these go.
    var chainLabels: [Certificate: String] = [:]

    /// A certificate and the key that belongs to it.
    ///
    /// Of the `chain` it takes those that lead up from the certificate, each signed by the next, whatever
    /// their order. Throws `StoreStatus.param` when the key is not that of the certificate.
    public init(
        certificate: Certificate, key: PrivateKey, chain: [Certificate] = [], label: String? = nil
    ) throws(StoreError) {
        var issuers = Issuers(chain)
        try self.init(certificate: certificate, key: key, issuers: &issuers, label: label)
    }

    init(
        certificate: Certificate, key: PrivateKey, issuers: inout Issuers, label: String?
    ) throws(StoreError) {
        guard try certificate.publicKey == key.publicKey else {
            throw StoreError(
                .param, "the key is not that of the certificate; give the certificate of this key")
        }
        (self.certificate, self.key, self.label) = (certificate, key, label)
        self.chain = issuers.chain(above: certificate)
    }

    /// Reads the first key with its certificate from a PKCS#12 file.
    ///
    /// Throws `StoreStatus.itemNotFound` when there is none, and what
    /// ``PKCS12/init(_:passphrase:isSealRequired:)`` does.
    public init(
        pkcs12 bytes: some Collection<UInt8>, passphrase: SecretBytes? = nil
    ) throws(StoreError) {
        guard let first = try PKCS12(bytes, passphrase: passphrase).identities.first else {
            throw StoreError(
                .itemNotFound, "the PKCS#12 has no key with its certificate; read its parts with KeyFile")
        }
        self = first
    }

    /// Reads a PEM text with a private key, its certificate, and others as its chain.
    ///
    /// Throws what ``KeyFile/init(_:passphrase:)`` does, and `StoreStatus.param` when no certificate belongs
    /// to the first key.
    public init(pem text: SecretBytes, passphrase: SecretBytes? = nil) throws(StoreError) {
        let file = try KeyFile(text, passphrase: passphrase)
        guard let key = file.privateKeys.first else { throw PrivateKey.isMissing }
        let hash = try key.publicKey.applicationLabel
        guard let certificate = file.certificates.first(where: { $0.publicKeyHash == hash }) else {
            throw StoreError(
                .param, "no certificate in the text belongs to the key; put its certificate into it")
        }
        try self.init(certificate: certificate, key: key, chain: file.certificates)
    }

    /// The identity as PKCS#12 with its chain, encrypted with AES-256 under a key of PBKDF2.
    ///
    /// The chain keeps the names that a file or a store gave it.
    /// Throws `StoreStatus.keyIsSensitive` for a key that does not leave its store, and `StoreStatus.param`
    /// for a passphrase with a zero byte, which no other program could type.
    public func pkcs12(passphrase: SecretBytes, label: String? = nil) throws(StoreError) -> Data {
        try PKCS12.encode([(self, label ?? self.label)], passphrase)
    }
}

extension Identity {
    /// Signs a content; the certificate and its chain go along, all but the root, and the time.
    ///
    /// With `isDetached` the content stays apart. Throws `StoreStatus.param` for a key that does not sign
    /// messages, such as one of Ed25519, and `StoreStatus.dataTooLarge` above
    /// ``SignedMessage/maximumByteCount`` bytes.
    public func signedMessage(
        _ content: some Collection<UInt8>, hash: HashFunction = .sha256, isDetached: Bool = false
    ) throws(StoreError) -> SignedMessage {
        try SignedMessage.requireSize(content.count)
        let above = chain.filter { !$0.isSelfSigned }
        let der = SignedData.sign(
            Array(content), certificate.handle, key.handle, chain: above.map(\.handle), hash,
            isDetached: isDetached)
        guard let der else {
            throw StoreError(
                .param,
                "the key does not sign messages with this hash; take another hash, or a key of RSA or a curve"
            )
        }
        return try SignedMessage(der: der)
    }
}
