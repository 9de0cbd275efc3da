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

/// The keys and certificates of one state of a keychain that a file is to have.
struct ExportedContent {
    private var content = KeychainContent()
    /// The identities that are there, if the file is to be PKCS#12.
    private var identities: [Identity] = []

    init(of store: ItemStore, _ path: String, type: String, _ arguments: Arguments) throws {
        let walk = ItemWalk(of: store, quietly: arguments.has(.quiet))
        try store.reading { items in
            let withKeys = type == "identities" || arguments.value(of: .exportedFormat) == "pkcs12"
            let stored = try StoredCertificate.all(in: store, path, walk, withKeys: withKeys, items)
            if ["certs", "all"].contains(type) { content.certificates = stored.compactMap(\.certificate) }
            identities = try stored.compactMap { try $0.identity(stored, in: items) }
            if type == "identities" { content.identities = identities }
            if ["privKeys", "allKeys", "all"].contains(type) {
                content.privateKeys = try Self.keys(.private, walk, items) { match throws(StoreError) in
                    try match.privateKey()
                }
            }
            if ["pubKeys", "allKeys"].contains(type) {
                content.publicKeys = try Self.keys(.public, walk, items) { match throws(StoreError) in
                    try match.publicKey()
                }
            }
        }
        try walk.finish()
        guard content.count > 0 else { throw StoreError(.param, "the keychain has nothing of that kind") }
    }

    private static func keys<Key>(
        _ keyClass: KeyClass, _ walk: ItemWalk, _ items: borrowing ReadTransaction,
        _ read: (ItemMatch<KeyItem>) throws(StoreError) -> Key
    ) throws -> [Key] {
        let query = Query<KeyItem>().where(.keyClass, equals: keyClass).synchronizable(.any)
        return try walk.all(query, in: items, returning: .secrets) { match in
            do throws(StoreError) { return try read(match) } catch { walk.tell(match.reference, error) }
            return nil
        }
    }

    var hasPrivateKeys: Bool { !content.identities.isEmpty || !content.privateKeys.isEmpty }

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
        case "x509" where content.certificates.count == content.count: break
        case "openssl" where content.privateKeys.count + content.publicKeys.count == content.count: break
        case "pkcs8" where content.privateKeys.count == content.count: break
        default: throw StoreError(.unsupportedFormat, "the items do not have this form")
        }
        if content.count == 1, format != "pemseq", !arguments.has(.asPEM), let der = try der(passphrase) {
            return der
        }
        return try SecretBytes.joined(pem(passphrase))
    }

    private func pkcs12(_ passphrase: SecretBytes?) throws -> SecretBytes {
        // Nothing that was asked for is left out in silence.
        let isComplete =
            Set(identities.flatMap { [$0.certificate] + $0.chain }).isSuperset(of: content.certificates)
            && content.privateKeys.allSatisfy { key in identities.contains { $0.key == key } }
            && content.publicKeys.isEmpty
        guard let passphrase, hasPrivateKeys, isComplete else {
            throw StoreError(.unsupportedFormat, "PKCS#12 takes identities, with the certificates above them")
        }
        return try SecretBytes(copying: PKCS12.encode(identities, passphrase: passphrase))
    }

    /// The only item; nil for an identity, which is two things.
    private func der(_ passphrase: SecretBytes?) throws -> SecretBytes? {
        if let key = content.privateKeys.first {
            return try passphrase.map { try key.pkcs8(passphrase: $0) } ?? key.pkcs8()
        }
        if let key = content.publicKeys.first { return try SecretBytes(copying: key.der) }
        return try content.certificates.first.map { try SecretBytes(copying: $0.der) }
    }

    private func pem(_ passphrase: SecretBytes?) throws -> [SecretBytes] {
        func pem(_ key: PrivateKey) throws -> SecretBytes {
            try passphrase.map { try key.pem(passphrase: $0) } ?? key.pem()
        }
        return try content.certificates.map { try SecretBytes(utf8: $0.pem) }
            + content.identities.flatMap { [try SecretBytes(utf8: $0.certificate.pem), try pem($0.key)] }
            + content.privateKeys.map(pem) + content.publicKeys.map { try SecretBytes(utf8: $0.pem) }
    }
}
