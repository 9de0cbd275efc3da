import SecureStoreCertificates
import SecureStore

extension Command {
    static let securityImport = Command(
        name: "import", summary: "add the keys and certificates of a file",
        details: """
            PKCS#12, PKCS#7, PEM and DER are read, encrypted or not, and OpenSSH's own form without a passphrase: \
            the content tells which it is, so -t and -f say nothing. All is added, or nothing. What is there \
            already stays; if that is all, the import fails.

            A passphrase that is needed and not given is asked for at the terminal. Extended attributes, -a, do not \
            exist here.
            """,
        options: [
            .intoKeychain, .importedType, .importedFormat, .isWrapped, .isNotExtractable, .filePassphrase,
            .stdin, .descriptor, .anyProgram, .trustedProgram,
        ],
        operands: [Operand("FILE", .file)],
        examples: [
            Example("import signing.p12 -k build.keychain --fd 3", "the passphrase comes from descriptor 3"),
            Example("import ca.pem", "all certificates of a file"),
        ], changes: true
    ) { arguments in
        let file = arguments.operands[0]
        let shown = Terminal.harmless(file)
        let bytes = try SecretInput.file(file) { "Error reading infile \(shown): \($0)" }
        try SecurityFailure.naming("SecKeychainItemImport", exitCode: .failure) {
            let content = try content(of: bytes, arguments, named: shown)
            let store = try StoreAccess(named: arguments.value(of: .intoKeychain)).openOrCreate()
            try store.transaction { changes throws(StoreError) in
                try changes.add(content, isExtractable: !arguments.has(.isNotExtractable))
            }
            let counts = [
                (content.identities.count, "identity", "identities"),
                (content.privateKeys.count + content.publicKeys.count, "key", "keys"),
                (content.certificates.count, "certificate", "certificates"),
            ]
            for (count, one, several) in counts where count > 0 {
                try Output.print("\(count) \(count == 1 ? one : several) imported.")
            }
        }
    }

    private static func content(
        of bytes: SecretBytes, _ arguments: Arguments, named file: String
    ) throws -> KeychainContent {
        if let format = arguments.value(of: .importedFormat),
            ["bsafe", "netscape", "openssh1", "raw"].contains(format)
        {
            throw StoreError(.unsupportedFormat, "this form is not read")
        }
        let read = try read(bytes, arguments, named: file)
        let content = KeychainContent(
            identities: read.identities, privateKeys: read.privateKeys, publicKeys: read.publicKeys,
            certificates: read.certificates)
        guard content.count > 0 else {
            throw StoreError(.unknownFormat, "\(file) has no key and no certificate")
        }
        return content
    }

    private static func read(
        _ bytes: SecretBytes, _ arguments: Arguments, named file: String
    ) throws -> KeyFile {
        let secret = TypedSecret(options: [.filePassphrase], question: "password for \(file): ")
        do {
            if let passphrase = try secret.given(arguments) {
                return try KeyFile(bytes, passphrase: passphrase)
            }
            // PKCS#12 is tried with an empty one, all else says that it needs one.
            do throws(StoreError) { return try KeyFile(bytes) } catch {
                guard [.passphraseRequired, .authFailed].contains(error.status) else { throw error }
            }
            let read = try Prompt.untilItFits(secret.question) { try KeyFile(bytes, passphrase: $0) }
            guard let read else { throw TypedSecret.noTerminal }
            return read
        } catch let error as StoreError where error.status == .authFailed {
            throw StoreError(.pkcs12VerifyFailure, error.reason)
        }
    }
}

/// Keys and certificates on the way into a keychain or out of it.
struct KeychainContent {
    var identities: [Identity] = []
    var privateKeys: [PrivateKey] = []
    var publicKeys: [PublicKey] = []
    var certificates: [Certificate] = []

    var count: Int { identities.count + privateKeys.count + publicKeys.count + certificates.count }
}

extension Transaction {
    /// Adds all of it but what is there already; throws `StoreStatus.duplicateItem` if that is all of it.
    func add(_ content: KeychainContent, isExtractable: Bool) throws(StoreError) {
        var isNew = false
        func addIfNew(_ add: () throws(StoreError) -> Void) throws(StoreError) {
            if try unless(.duplicateItem, add) != nil { isNew = true }
        }
        for identity in content.identities {
            try addIfNew { () throws(StoreError) in try add(identity, isExtractable: isExtractable) }
        }
        for key in content.privateKeys {
            try addIfNew { () throws(StoreError) in
                try add(key, label: "Imported Private Key", isExtractable: isExtractable)
            }
        }
        for key in content.publicKeys {
            try addIfNew { () throws(StoreError) in try add(key, label: "Imported Public Key") }
        }
        for certificate in content.certificates {
            try addIfNew { () throws(StoreError) in try add(certificate) }
        }
        guard isNew else { throw StoreError(.duplicateItem, "all of it is stored already") }
    }
}
