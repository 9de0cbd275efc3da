public import SecureStore

/// The content of a file of keys and certificates, in any of the usual forms.
///
/// For a program that takes any file of keys, and need not be told its form.
public struct KeyFile: Sendable {
    /// The form of the file.
    public let form: Form
    /// Private keys, each with its certificate; PKCS#12 alone has them.
    public private(set) var identities: [Identity] = []
    /// The private keys of a PEM text or in DER, in their order.
    public private(set) var privateKeys: [PrivateKey] = []
    /// The public keys of a PEM text or in DER, in their order.
    public private(set) var publicKeys: [PublicKey] = []
    /// The certificates, in their order; of PKCS#12 those that belong to none of its keys.
    public private(set) var certificates: [Certificate] = []

    /// A form of files; more may be added.
    ///
    /// Compare with the constants; a `switch` over it has a `default`.
    public struct Form: Hashable, Sendable, CustomStringConvertible {
        package enum Kind { case pem, certificate, key, pkcs12 }

        package let kind: Kind

        /// The name of the constant.
        public var description: String { "\(kind)" }

        /// Blocks of text.
        public static let pem = Form(kind: .pem)
        /// One certificate in DER.
        public static let certificate = Form(kind: .certificate)
        /// One key in DER.
        public static let key = Form(kind: .key)
        /// PKCS#12.
        public static let pkcs12 = Form(kind: .pkcs12)
    }

    /// Reads PEM, PKCS#12, or a certificate or key in DER; the content tells which.
    ///
    /// Throws `StoreStatus.unknownFormat` for what is none of them, and otherwise what
    /// ``PKCS12/init(_:passphrase:)``, ``Certificate/init(der:)`` and `PrivateKey.init(pem:passphrase:)` do.
    /// Blocks of a text that are neither key nor certificate are skipped. The keys of a text may ask for
    /// twenty million repetitions of a hash together, beyond which it is `StoreStatus.dataTooLarge`.
    public init(_ bytes: SecretBytes, passphrase: SecretBytes? = nil) throws(StoreError) {
        try self.init(bytes, passphrase, DerivationWork(limit: Self.workLimit))
    }

    /// Ten times what one key may cost: an export of a hundred keys can be read, and no text takes an hour.
    private static let workLimit = 20_000_000

    /// `work` is for the keys of a text, all together.
    init(_ bytes: SecretBytes, _ passphrase: SecretBytes?, _ work: DerivationWork) throws(StoreError) {
        var work = work
        form = Self.form(of: bytes)
        switch form.kind {
        case .pem:
            try InputLimits.check(bytes.count, "a PEM text")
            for block in try SecretPEM.blocks(in: bytes) { try add(block, passphrase, &work) }
        case .certificate:
            certificates = [try bytes.withBytes { view throws(StoreError) in try Certificate(der: view) }]
        case .pkcs12:
            let file = try bytes.withBytes { view throws(StoreError) in
                try PKCS12(view, passphrase: passphrase)
            }
            identities = file.identities
            certificates = file.certificates.filter { one in !identities.contains { $0.certificate == one } }
        case .key:
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
        case "CERTIFICATE", "X509 CERTIFICATE":
            certificates.append(
                try block.content.withBytes { view throws(StoreError) in try Certificate(der: view) })
        case "PUBLIC KEY", "RSA PUBLIC KEY":
            publicKeys.append(
                try block.content.withBytes { view throws(StoreError) in try PublicKey(der: view) })
        case let label where PrivateKey.labels.contains(label):
            privateKeys.append(try PrivateKey(block, passphrase, &work))
        default: break
        }
    }

    /// By the beginning: text, the version of PKCS#12, or a certificate; a key else.
    private static func form(of bytes: SecretBytes) -> Form {
        guard SecretReader(bytes).nextTag == DER.sequence else { return .pem }
        // Only PKCS#12 is also written in the looser encoding that DER is a part of.
        guard var reader = try? SecretReader(bytes).content() else { return .pkcs12 }
        if reader.nextTag == DER.integer {
            let version = (try? reader.number()).map { reader.copy($0) }
            return version == [3] && reader.nextTag == DER.sequence ? .pkcs12 : .key
        }
        // Both begin with a sequence; that of a key names its algorithm at once.
        guard let inner = try? reader.enter() else { return .key }
        return inner.nextTag == DER.objectIdentifier ? .key : .certificate
    }
}
