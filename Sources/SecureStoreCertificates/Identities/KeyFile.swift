public import SecureStore

/// The content of a file of keys and certificates, in any of the usual forms.
///
/// For a program that takes any file of keys, and need not be told its form.
public struct KeyFile: Sendable {
    /// The form of the file.
    public private(set) var form = Form.pem
    /// Private keys, each with its certificate; PKCS#12 alone has them.
    public private(set) var identities: [Identity] = []
    /// The private keys in their order; of PKCS#12 those without a certificate.
    public private(set) var privateKeys: [PrivateKey] = []
    /// The public keys of a PEM text or in DER, in their order.
    public private(set) var publicKeys: [PublicKey] = []
    /// The certificates, in their order; of PKCS#12 those that belong to none of its keys.
    public private(set) var certificates: [Certificate] = []
    /// The forms of the blocks of a text, as far as they are read; else that of the file alone.
    package private(set) var parts: [Form.Kind] = []

    /// A form of files; more may be added.
    ///
    /// Compare with the constants; a `switch` over it has a `default`.
    public struct Form: Hashable, Sendable, CustomStringConvertible {
        package enum Kind { case pem, certificate, key, sealedKey, pkcs7, pkcs12 }

        package let kind: Kind

        /// The name of the constant.
        public var description: String { "\(kind)" }

        /// Blocks of text.
        public static let pem = Form(kind: .pem)
        /// One certificate in DER.
        public static let certificate = Form(kind: .certificate)
        /// One key in DER.
        public static let key = Form(kind: .key)
        /// One key in PKCS#8, encrypted, in DER.
        public static let sealedKey = Form(kind: .sealedKey)
        /// PKCS#7, of which the certificates are read, and no signature is checked.
        public static let pkcs7 = Form(kind: .pkcs7)
        /// PKCS#12.
        public static let pkcs12 = Form(kind: .pkcs12)
    }

    /// Reads PEM, PKCS#12, PKCS#7, or a certificate or key in DER, which may be in Base64; the content tells
    /// which.
    ///
    /// Throws `StoreStatus.unknownFormat` for what is none of them, and otherwise what
    /// ``PKCS12/init(_:passphrase:isSealRequired:)``, ``Certificate/init(der:)`` and
    /// `PrivateKey.init(pem:passphrase:)` do. Blocks of a text that are neither key nor certificate are
    /// skipped, and so is what stands around them; for a key in a form that is not read it is
    /// `StoreStatus.unimplemented`. The keys of a text may ask for twenty million repetitions
    /// of a hash together, beyond which it is `StoreStatus.dataTooLarge`.
    public init(_ bytes: SecretBytes, passphrase: SecretBytes? = nil) throws(StoreError) {
        try self.init(bytes, passphrase, DerivationWork(limit: Self.workLimit))
    }

    /// Twice what one key may cost: an export of a hundred keys can be read, and no text takes an hour.
    private static let workLimit = 20_000_000

    /// `work` is for the keys of a text, all together.
    init(_ bytes: SecretBytes, _ passphrase: SecretBytes?, _ work: DerivationWork) throws(StoreError) {
        let isText = Self.form(of: bytes) == .pem
        if isText { try InputLimits.check(bytes.count, "a PEM text") }
        // A minus, with which every block begins, is not Base64.
        let file = isText ? (try? Base64.decode(bytes, [0..<bytes.count])) ?? bytes : bytes
        form = Form(kind: Self.form(of: file))
        guard form.kind == .pem else {
            try add(file, form.kind, passphrase)
            return
        }
        var work = work
        for block in try SecretPEM.blocks(in: bytes) { try add(block, passphrase, &work) }
    }

    private mutating func add(
        _ bytes: SecretBytes, _ kind: Form.Kind, _ passphrase: SecretBytes?
    ) throws(StoreError) {
        parts.append(kind)
        switch kind {
        case .pem: break
        case .certificate: certificates.append(try Certificate(der: bytes))
        case .pkcs7:
            certificates += try bytes.withBytes { view throws(StoreError) in
                try SignedMessage.everyCertificate(of: view)
            }
        case .pkcs12:
            let file = try bytes.withBytes { view throws(StoreError) in
                try PKCS12(view, passphrase: passphrase)
            }
            (identities, privateKeys) = (file.identities, file.privateKeys)
            certificates = file.certificates.filter { one in !identities.contains { $0.certificate == one } }
        case .key, .sealedKey:
            do throws(StoreError) { privateKeys = [try PrivateKey(der: bytes, passphrase: passphrase)] } catch
            {
                guard
                    error.status == .decode || error.status == .unknownFormat
                        || error.status == .unimplemented,
                    let key = try? bytes.withBytes({ view throws(StoreError) in try PublicKey(der: view) })
                else { throw error }
                publicKeys = [key]
            }
        }
    }

    private mutating func add(
        _ block: SecretPEM, _ passphrase: SecretBytes?, _ work: inout DerivationWork
    ) throws(StoreError) {
        switch block.label {
        case let label where Certificate.labels.contains(label):
            try add(try block.content, .certificate, passphrase)
        case "PKCS7", "CMS": try add(try block.content, .pkcs7, passphrase)
        case "PUBLIC KEY", "RSA PUBLIC KEY":
            parts.append(.key)
            publicKeys.append(
                try block.content.withBytes { view throws(StoreError) in try PublicKey(der: view) })
        case let label where PrivateKey.labels.contains(label):
            parts.append(label == "ENCRYPTED PRIVATE KEY" ? .sealedKey : .key)
            privateKeys.append(try PrivateKey(block, passphrase, &work))
        case let label where label.hasSuffix("PRIVATE KEY"), let label where label == "TRUSTED CERTIFICATE":
            throw StoreError(
                .unimplemented,
                "a block \(label) is not read; of a kind of key that is read, openssl pkey writes another form, and of a certificate openssl x509"
            )
        default: break
        }
    }

    /// By the beginning: text, the version of PKCS#12, the name of PKCS#7, or a certificate; a key else.
    private static func form(of bytes: SecretBytes) -> Form.Kind {
        guard SecretReader(bytes).nextTag == DER.sequence else { return .pem }
        // Only PKCS#12 and PKCS#7 are also written in the looser encoding that DER is a part of.
        guard var reader = try? SecretReader(bytes).content() else {
            guard bytes.count > 2, bytes.withSpan({ $0[1] }) == 0x80 else { return .key }
            return bytes.withSpan { $0[2] } == DER.objectIdentifier ? .pkcs7 : .pkcs12
        }
        if reader.nextTag == DER.integer {
            let version = (try? reader.number()).map { reader.copy($0) }
            return version == [3] && reader.nextTag == DER.sequence ? .pkcs12 : .key
        }
        if reader.nextTag == DER.objectIdentifier { return .pkcs7 }
        // All others begin with a sequence; that of a key names its algorithm at once.
        guard let inner = try? reader.enter() else { return .key }
        guard inner.nextTag == DER.objectIdentifier else { return .certificate }
        return reader.nextTag == DER.octetString ? .sealedKey : .key
    }
}
