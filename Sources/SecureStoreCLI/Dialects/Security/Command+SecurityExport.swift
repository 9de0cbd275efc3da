import SecureStoreCertificates
import SecureStore

extension Command {
    static let securityExport = Command(
        name: "export", summary: "write keys and certificates of a keychain into a file",
        details: """
            All certificates and private keys are written if -t names nothing else: one alone in DER, several as PEM. A \
            format names the form, and -p writes PEM. Private keys are PKCS#8; they are encrypted with -w, with -f \
            pkcs8, with -f pkcs12 and wherever there is a passphrase. PKCS#12 takes the identities, with the \
            certificates above them.

            Nothing is written if one of the private keys does not leave its keychain, or if others could read them \
            where -o leads. A file has to be your own and writable.
            """,
        options: [
            .intoKeychain, .exportedType, .exportedFormat, .wrapKeys, .asPEM, .filePassphrase, .stdin,
            .descriptor, .outputFile,
        ],
        examples: [
            Example("export -t certs -o certificates.pem", "all certificates"),
            Example("export -t identities -f pkcs12 -o web.p12", "asks for the file's passphrase"),
        ]
    ) { arguments in
        try SecurityFailure.naming("SecKeychainItemExport", exitCode: .failure) {
            let access = try StoreAccess(named: arguments.value(of: .intoKeychain))
            let content = try ExportedContent(
                of: try access.openToRead(), access.path, type: arguments.value(of: .exportedType) ?? "all",
                arguments)
            let bytes = try content.bytes(arguments)
            guard let file = arguments.value(of: .outputFile) else { return try Output.writeShown(bytes) }
            let shown = Terminal.harmless(file)
            try OutputFile.write(bytes, to: file, isSecret: content.hasPrivateKeys) {
                "Error writing to \(shown): \($0)"
            }
            if !arguments.has(.quiet) { Terminal.tell("...\(bytes.count) bytes written to \(shown)") }
        }
    }
}

private struct ExportedContent {
    private var items: [ExportedItem] = []
    private let certificates: [StoredCertificate]

    init(of store: ItemStore, _ path: String, type: String, _ arguments: Arguments) throws {
        let walk = ItemWalk(of: store, quietly: arguments.has(.quiet))
        certificates = try StoredCertificate.all(in: store, path, walk)
        if ["certs", "all"].contains(type) {
            items += certificates.compactMap(\.certificate).map(ExportedItem.certificate)
        }
        if type == "identities" {
            for one in certificates {
                if let identity = try one.identity(certificates) { items.append(.identity(identity)) }
            }
        }
        if ["privKeys", "allKeys", "all"].contains(type) {
            items += try Self.keys(.private, of: store, walk) { match throws(StoreError) in
                .privateKey(try match.privateKey())
            }
        }
        if ["pubKeys", "allKeys"].contains(type) {
            items += try Self.keys(.public, of: store, walk) { match throws(StoreError) in
                .publicKey(try match.publicKey())
            }
        }
        try walk.finish()
        guard !items.isEmpty else { throw StoreError(.param, "the keychain has nothing of that kind") }
    }

    private static func keys(
        _ keyClass: KeyClass, of store: ItemStore, _ walk: ItemWalk,
        _ read: (ItemMatch<KeyItem>) throws(StoreError) -> ExportedItem
    ) throws -> [ExportedItem] {
        var items: [ExportedItem] = []
        try walk.visit(Query<KeyItem>().where(.keyClass, equals: keyClass).synchronizable(.any)) { match in
            do throws(StoreError) {
                guard let whole = try store.first(Query<KeyItem>().reference(match.reference)) else { return }
                items.append(try read(whole))
            } catch { walk.tell(match.reference, error) }
        }
        return items
    }

    var hasPrivateKeys: Bool { items.contains(where: \.hasPrivateKey) }

    func bytes(_ arguments: Arguments) throws -> SecretBytes {
        let format = arguments.value(of: .exportedFormat)
        let isWrapped = arguments.has(.wrapKeys) || format == "pkcs8" || format == "pkcs12"
        let secret = TypedSecret(
            options: [.filePassphrase], question: "password for the file: ", again: "the same again: ")
        let given = try secret.given(arguments)
        let passphrase = isWrapped ? try given ?? secret.ask() : given
        // On the command line it is meant; elsewhere, something that was to give one failed.
        guard passphrase?.count != 0 || arguments.has(.filePassphrase) else {
            throw StoreError(.passphraseRequired, "the passphrase is empty")
        }
        switch format {
        case "pkcs12" where !arguments.has(.asPEM): return try pkcs12(passphrase)
        case nil, "pemseq": break
        case "x509" where items.allSatisfy(\.isCertificate): break
        case "openssl" where items.allSatisfy(\.isKey): break
        case "pkcs8" where items.allSatisfy(\.isPrivateKey): break
        default: throw Self.unsupported
        }
        if items.count == 1, let item = items.first, format != "pemseq", !arguments.has(.asPEM),
            let der = try item.der(passphrase)
        {
            return der
        }
        return try SecretBytes.joined(try items.flatMap { try $0.pem(passphrase) })
    }

    private static let unsupported = StoreError(.unsupportedFormat, "the items do not have this form")

    private func pkcs12(_ passphrase: SecretBytes?) throws -> SecretBytes {
        var identities: [Identity] = []
        for one in certificates {
            if let identity = try one.identity(certificates) { identities.append(identity) }
        }
        let written = Set(identities.flatMap { [$0.certificate] + $0.chain })
        // Nothing that was asked for is left out in silence.
        let isComplete = items.allSatisfy { item in
            switch item {
            case .certificate(let certificate): written.contains(certificate)
            case .privateKey(let key): identities.contains { $0.key == key }
            case .identity: true
            case .publicKey: false
            }
        }
        guard let passphrase, hasPrivateKeys, isComplete else {
            throw StoreError(.unsupportedFormat, "PKCS#12 takes identities, with the certificates above them")
        }
        return try SecretBytes(copying: PKCS12.encode(identities, passphrase: passphrase))
    }
}

/// An item that an export writes as a whole.
enum ExportedItem {
    case certificate(Certificate)
    case identity(Identity)
    case privateKey(PrivateKey)
    case publicKey(PublicKey)

    var isCertificate: Bool { if case .certificate = self { true } else { false } }

    var isPrivateKey: Bool { if case .privateKey = self { true } else { false } }

    var isKey: Bool { if case .publicKey = self { true } else { isPrivateKey } }

    var hasPrivateKey: Bool { if case .identity = self { true } else { isPrivateKey } }

    func der(_ passphrase: SecretBytes?) throws -> SecretBytes? {
        switch self {
        case .certificate(let certificate): try SecretBytes(copying: certificate.der)
        case .identity: nil
        case .privateKey(let key): try passphrase.map { try key.pkcs8(passphrase: $0) } ?? key.pkcs8()
        case .publicKey(let key): try SecretBytes(copying: key.der)
        }
    }

    func pem(_ passphrase: SecretBytes?) throws -> [SecretBytes] {
        switch self {
        case .certificate(let certificate): [try SecretBytes(utf8: certificate.pem)]
        case .identity(let identity):
            try Self.certificate(identity.certificate).pem(passphrase)
                + Self.privateKey(identity.key).pem(passphrase)
        case .privateKey(let key): [try passphrase.map { try key.pem(passphrase: $0) } ?? key.pem()]
        case .publicKey(let key): [try SecretBytes(utf8: key.pem)]
        }
    }
}
