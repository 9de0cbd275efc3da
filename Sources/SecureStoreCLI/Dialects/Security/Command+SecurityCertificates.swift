import SecureStoreCertificates
import SecureStore

// Certificates that a keychain has, or is to have.
extension Command {
    static let securityFindCertificate = Command(
        name: "find-certificate", summary: "find a certificate",
        details: """
            Prints the attributes of the first certificate that matches, or of all. A name matches anywhere in the common \
            name, in whatever case; where an e-mail address is given too, it alone counts.

            \(Keychains.details)
            """,
        options: [
            .allCertificates, .commonName, .emailAddress, .showEmailAddresses, .certificatePEM, .showHashes,
        ],
        operands: [Keychains.several],
        examples: [
            Example("find-certificate -a -p login.keychain", "all of them as PEM"),
            Example("find-certificate -c host.example -Z", "one, with its hashes"),
        ]
    ) { arguments in
        let email = arguments.text(of: .emailAddress)
        let call =
            email == nil || arguments.has(.allCertificates)
            ? "SecKeychainSearchCopyNext" : "SecCertificateFindByEmail"
        try SecurityFailure.naming(call) {
            let first = try Keychains.search(arguments.operands, arguments) {
                store, path, walk -> StoredCertificate? in
                let all = try store.reading {
                    try StoredCertificate.all(in: store, path, walk, withKeys: false, $0)
                }
                let found = all.filter { one in
                    if let email { return one.has(emailAddress: email) }
                    return arguments.text(of: .commonName).map(one.isNamed) ?? true
                }
                guard arguments.has(.allCertificates) else { return found.first }
                for one in found { try show(one, arguments) }
                return nil
            }
            if let first { return try show(first, arguments) }
            if !arguments.has(.allCertificates) {
                throw SecurityFailure(call: call, status: .itemNotFound)
            }
        }
    }

    private static func show(_ found: StoredCertificate, _ arguments: Arguments) throws {
        if arguments.has(.showHashes) {
            for (name, function) in [("SHA-256", HashFunction.sha256), ("SHA-1", .sha1)] {
                if let hash = found.hash(with: function) { try Output.print("\(name) hash: \(hash)") }
            }
        }
        if arguments.has(.showEmailAddresses) {
            let addresses = found.certificate?.emailAddresses ?? []
            try Output.print("email addresses: \(addresses.joined(separator: ", "))")
        }
        guard arguments.has(.certificatePEM) else {
            return try Output.print(ItemListing.text(found.item.attributes, in: found.path))
        }
        if let certificate = found.certificate { try Output.write(certificate.pem) }
    }

    static let securityAddCertificates = Command(
        name: "add-certificates", summary: "add certificates from files, in PEM or DER",
        details: "What is there already stays, and the exit code then is 1. \(Keychains.details)",
        options: [.intoKeychain], operands: [Operand("FILE", .file, isRepeated: true)],
        examples: [Example("add-certificates -k work ca.pem", "all certificates of a file")], changes: true
    ) { arguments in
        let name = arguments.value(of: .intoKeychain)
        let store = try SecurityFailure.naming("SecKeychainOpen", exitCode: .failure) {
            try StoreAccess(named: name).openOrCreate()
        }
        var isComplete = true
        for file in arguments.operands {
            do { try add(file, to: store, name, arguments) } catch {
                _ = SecurityReport.exitCode(reporting: error, quietly: arguments.has(.quiet))
                isComplete = false
            }
        }
        if !isComplete { throw ExitCode.failure }
    }

    private static func add(
        _ file: String, to store: ItemStore, _ keychain: String?, _ arguments: Arguments
    ) throws {
        let certificates = try CertificateFile.certificates(of: file)
        do {
            try SecurityFailure.naming("SecCertificateAddToKeychain", exitCode: .failure) {
                try store.transaction { changes throws(StoreError) in
                    try changes.add(KeychainContent(certificates: certificates), isExtractable: true)
                }
            }
        } catch let error as SecurityFailure where error.status == .duplicateItem {
            throw CommandError.failure("\(file): already in \(keychain ?? "default keychain")")
        }
    }

    static let securityDeleteCertificate = delete(
        "certificate", summary: "delete a certificate",
        details: "Its private key stays.", example: "delete-certificate -c host.example")
    static let securityDeleteIdentity = delete(
        "identity", summary: "delete a certificate with its private key",
        details: """
            Where there is no private key, or another certificate needs it too, as after a renewal, the certificate is \
            deleted alone.
            """,
        example: "delete-identity -c host.example")

    private static func delete(
        _ what: String, summary: String, details: String, example: String
    ) -> Command {
        Command(
            name: "delete-\(what)", summary: summary,
            details: """
                The certificate is the only one with a text in its common name, or the one with a hash. \(details)

                \(Keychains.details)
                """,
            options: [.commonName, .certificateHash, .deleteTrust], operands: [Keychains.several],
            examples: [Example(example, "the only one of that name")], changes: true
        ) { arguments in
            let (name, hash) = (arguments.text(of: .commonName), arguments.text(of: .certificateHash))
            let wanted = try arguments.require(hash ?? name, "\(arguments.command.name) needs -c or -Z")
            try SecurityFailure.naming("SecKeychainItemDelete") {
                let withKeys = what == "identity"
                let all = try StoredCertificate.all(
                    in: arguments.operands, withKeys: withKeys, arguments)
                guard
                    let found = StoredCertificate.only(hash: hash, name: name, among: all, arguments)
                else {
                    // Apple's tool names itself in most failures, and not in this one.
                    if !arguments.has(.quiet) {
                        Terminal.tell(
                            "Unable to delete certificate matching \"\(Terminal.harmless(wanted))\"")
                    }
                    throw ExitCode.failure
                }
                try found.store.transaction { changes throws(StoreError) in
                    _ = try changes.delete(Query<CertificateItem>().reference(found.reference))
                    guard let key = found.key, let hash = found.certificate?.publicKeyHash else { return }
                    let others = Query<CertificateItem>().where(.publicKeyHash, equals: hash)
                    guard try changes.count(others.synchronizable(.any)) == 0 else { return }
                    _ = try changes.delete(Query<KeyItem>().reference(key.reference))
                }
            }
        }
    }
}
