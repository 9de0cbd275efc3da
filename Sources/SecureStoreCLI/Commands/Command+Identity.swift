import SecureStoreCertificates
import FoundationEssentials
import SecureStore

// Certificates together with their private keys.
extension Command {
    static let generateIdentity = Command(
        name: "identity generate", summary: "make a private key and a certificate that it signs itself",
        details: """
            Others trust such a certificate only if they are told to: it is for tests and for programs that know each \
            other. Apple's systems, and programs that check with this package, refuse a server's certificate that is \
            valid for more than 825 days. For a certificate of an authority, see key generate and key csr.
            """,
        options: [.keyKind, .subject, .dnsName, .days, .nonExtractable], operands: [Operand("LABEL")],
        examples: [
            Example("identity generate web.example --dns web.example --dns localhost", "for a TLS server")
        ], changes: true
    ) { arguments in
        let label = arguments.operands[0]
        let days = try arguments.number(of: .days, in: 1...36_500) ?? 365
        let subject = try subject(arguments) ?? DistinguishedName([.commonName: label])
        let (key, now) = (try PrivateKey.generate(KeyKind(arguments)), Date())
        let certificate = try Certificate.selfSigned(
            subject: subject, as: .server(arguments.values(of: .dnsName)), key: key,
            validity: now...now + Double(days) * 86_400)
        try StoreAccess(arguments).openOrCreate()
            .add(
                try Identity(certificate: certificate, key: key), label: label,
                isExtractable: !arguments.has(.nonExtractable))
        try tell("identity", label, certificate)
    }

    static let addIdentity = Command(
        name: "identity add", summary: "store private keys with their certificates, of PKCS#12 or PEM",
        details: """
            In PEM, key and certificate may be in different files. The certificates that lead up from an identity's are \
            stored too, and any other is named. A key with several certificates is an identity with each of them. All \
            is stored, or nothing.
            """,
        options: [.label, .nonExtractable] + NewPassphrase.sources, operands: [GivenFile.operand],
        examples: [
            Example("identity add web.p12", "asks for the passphrase of the file"),
            Example("identity add web.crt web.key --label web", "of two files in PEM"),
        ], changes: true
    ) { arguments in
        let files = try GivenFile.allContents(arguments)
        let certificates = files.flatMap(\.certificates)
        var identities = files.flatMap(\.identities)
        for key in files.flatMap(\.privateKeys) {
            let hash = try key.publicKey.applicationLabel
            let own = certificates.filter { $0.publicKeyHash == hash }
            try require(
                !own.isEmpty, "a private key has no certificate here", hint: "key add stores it without one")
            identities += try own.map { try Identity(certificate: $0, key: key, chain: certificates) }
        }
        var given: Set<Certificate> = []
        identities = identities.filter { given.insert($0.certificate).inserted }
        try require(
            !identities.isEmpty, "there is no private key with its certificate",
            hint: "certificate add stores certificates without keys", status: .unknownFormat)
        let label = try label(arguments, for: identities.count)
        let added = try StoreAccess(arguments).openOrCreate().transaction { changes in
            // A renewal script has the one before beside it.
            let new = try identities.filter { identity in
                try !changes.has(identity.certificate) || !changes.contains(identity.key.item())
            }
            let all = new.isEmpty ? identities : new
            for identity in all {
                try changes.add(identity, label: label, isExtractable: !arguments.has(.nonExtractable))
            }
            return all
        }
        for identity in added {
            try tell("identity", label ?? identity.label, identity.certificate)
        }
        let stored = Set(identities.flatMap { [$0.certificate] + $0.chain })
        for certificate in certificates where !stored.contains(certificate) {
            Terminal.tell(
                "not stored: certificate \(Terminal.quoted(certificate.summary ?? "")); certificate add stores it"
            )
        }
    }

    static let showIdentity = Command(
        name: "identity show", summary: "print what is known of an identity",
        details: ItemName.description, options: [.json], operands: [ItemName.operand],
        examples: [Example("identity show web.example", "certificate and key")]
    ) { arguments in
        let store = try StoreAccess(arguments).openToRead()
        let name = arguments.operands[0]
        let found = try NamedCertificate.named(name, in: store, needsKey: true) { found, _ in found }
        var facts = found.facts
        facts.add("extractable", "extractable", .bool(found.key?.item.isExtractable ?? true))
        facts.add("key reference", "keyReference", found.key?.reference.text)
        try facts.print(arguments)
    }

    static let listIdentities = Command(
        name: "identity list", summary: "show which certificates have their private key here",
        details: Listing.gaps, options: Listing.options,
        examples: [Example("identity list", "as a table")]
    ) { arguments in
        try NamedCertificate.printList(arguments, ofIdentities: true, "identities")
    }

    static let exportIdentity = Command(
        name: "identity export", summary: "write an identity and its chain as PKCS#12",
        details: """
            \(ItemName.description)

            The file is encrypted under a passphrase of its own, which is asked for twice.
            """,
        options: [.output] + NewPassphrase.sources, operands: [ItemName.operand],
        examples: [Example("identity export web.example -o web.p12", "asks for a new passphrase")]
    ) { arguments in
        try ExportedFile.check(.bytes, arguments)
        let identity = try storedIdentity(arguments)
        let file = try identity.pkcs12(passphrase: NewPassphrase.read(arguments))
        try ExportedFile.write(try SecretBytes(copying: file), .bytes, arguments)
    }

    static let requestForIdentity = Command(
        name: "identity csr", summary: "print a request that an authority renew a certificate",
        details: """
            \(ItemName.description)

            The request has the certificate's key, subject, purposes and alternative names. certificate add stores what \
            the authority answers.
            """,
        options: [.output], operands: [ItemName.operand],
        examples: [Example("identity csr web.example -o web.csr", "in PEM")]
    ) { arguments in
        let identity = try storedIdentity(arguments)
        var contents = CertificateContents()
        contents.extendedKeyUsage = identity.certificate.contents.extendedKeyUsage ?? []
        contents.furtherExtensions = identity.certificate.writtenNames
        let request = try CertificateRequest(
            subject: identity.certificate.subject, as: contents, key: identity.key)
        try ExportedFile.write(try SecretBytes(utf8: request.pem), .text, arguments)
    }

    private static func storedIdentity(_ arguments: Arguments) throws -> Identity {
        let (name, store) = (arguments.operands[0], try StoreAccess(arguments).openToRead())
        return try NamedCertificate.named(name, in: store, needsKey: true) { found, items in
            try found.identity(in: items)
        }
    }
}
