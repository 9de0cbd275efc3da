import FoundationEssentials
import SecureStoreCertificates
import SecureStore

// Private and public keys, with or without certificates.
extension Command {
    static let generateKey = Command(
        name: "key generate", summary: "make a private key and store it",
        details: "The key never leaves the store unless it is exported, or handed to a program by exec.",
        options: [.keyKind, .nonExtractable], operands: [Operand("LABEL")],
        examples: [
            Example("key generate web.example", "for a certificate, see key csr"),
            Example("key generate signing -t ed25519 --non-extractable", "a key that only signs"),
        ], changes: true
    ) { arguments in
        let (label, key) = (arguments.operands[0], try PrivateKey.generate(KeyKind(arguments)))
        try StoreAccess(arguments).openOrCreate()
            .add(key, label: label, isExtractable: !arguments.has(.nonExtractable))
        try tell(label, key.publicKey)
    }

    static let addKey = Command(
        name: "key add", summary: "store the keys of files in PEM, DER or PKCS#12",
        details: """
            Reads PKCS#8, PKCS#1, SEC 1 and PKCS#12, encrypted or not, OpenSSH's own form without a passphrase, and \
            public keys. All keys are stored, or none. Certificates in a file are skipped; identity add stores both.

            A key that ssh-keygen encrypted loses its passphrase on a copy in memory, never in its own file: copy it to \
            /dev/shm, take the passphrase off the copy with ssh-keygen -p -N '' -f COPY, add the copy, and delete it.
            """,
        options: [.label, .nonExtractable] + NewPassphrase.sources, operands: [GivenFile.operand],
        examples: [Example("key add web.key --label web.example", "asks for the passphrase if it has one")],
        changes: true
    ) { arguments in
        let files = try GivenFile.allContents(arguments)
        // Files that were put together have the same one twice.
        var given = (private: Set<Data>(), public: Set<Data>())
        let privateKeys = files.flatMap { $0.identities.map(\.key) + $0.privateKeys }
            .filter { given.private.insert($0.publicKey.externalRepresentation).inserted }
        let publicKeys = files.flatMap(\.publicKeys)
            .filter { given.public.insert($0.externalRepresentation).inserted }
        try require(
            !privateKeys.isEmpty || !publicKeys.isEmpty, "there is no key to store", status: .unknownFormat)
        let label = try label(arguments, for: privateKeys.count + publicKeys.count)
        try StoreAccess(arguments).openOrCreate().transaction { changes in
            for key in privateKeys {
                try requireNew(try key.item(), in: changes)
                try changes.add(key, label: label, isExtractable: !arguments.has(.nonExtractable))
            }
            for key in publicKeys {
                try requireNew(try key.item(), in: changes)
                try changes.add(key, label: label)
            }
        }
        for key in privateKeys.map(\.publicKey) + publicKeys { try tell(label, key) }
    }

    static let showKey = Command(
        name: "key show", summary: "print what is known of a key, without its bytes",
        details: ItemName.description, options: [.json], operands: [ItemName.keyOperand],
        examples: [Example("key show web.example", "kind, uses and hash")]
    ) { arguments in
        let store = try StoreAccess(arguments).openToRead()
        try NamedKey.named(arguments.operands[0], in: store) { found, _ in found.facts }.print(arguments)
    }

    static let listKeys = Command(
        name: "key list", summary: "show which keys there are", details: Listing.gaps,
        options: Listing.options,
        examples: [Example("key list", "as a table")]
    ) { arguments in
        var listing = try Listing(arguments, ["LABEL", "CLASS", "TYPE", "HASH"])
        let store = try StoreAccess(arguments).openToRead()
        let walk = ItemWalk(of: store)
        let keys = try store.reading { items in try NamedKey.all(walk, in: items) }
        for key in keys {
            listing.add([key.item.label ?? "", key.keyClass, key.kind, key.shortHash], json: key.facts.json)
        }
        try walk.finish(listing, ifEmpty: "no keys")
    }

    static let exportKey = Command(
        name: "key export", summary: "write a key in PEM: a private one encrypted, a public one as it is",
        details: """
            \(ItemName.description)

            A private key is encrypted under a passphrase, which is asked for twice, and never goes to a terminal. With \
            --unencrypted it also does not go into a file that others may read. A key that is not extractable stays.
            """,
        options: [.publicHalf, .unencrypted, .output] + NewPassphrase.sources,
        operands: [ItemName.keyOperand],
        examples: [
            Example("key export web.example -o web.key", "asks for a new passphrase"),
            Example("key export web.example --public", "the public half"),
        ]
    ) { arguments in
        try arguments.requireAtMostOne(of: [.publicHalf, .unencrypted, .stdin, .descriptor])
        let content: ExportedFile.Content =
            arguments.has(.publicHalf) ? .text : arguments.has(.unencrypted) ? .secret : .bytes
        try ExportedFile.check(content, arguments)
        let store = try StoreAccess(arguments).openToRead()
        let name = arguments.operands[0]
        if content == .text {
            let key = try NamedKey.named(name, in: store) { found, items in try found.publicKey(in: items) }
            return try ExportedFile.write(try SecretBytes(utf8: key.pem), content, arguments)
        }
        let key = try NamedKey.named(name, in: store) { found, items in try found.privateKey(in: items) }
        let passphrase = content == .bytes ? try NewPassphrase.read(arguments) : nil
        let pem = try passphrase.map { try key.pem(passphrase: $0) } ?? key.pem()
        try ExportedFile.write(pem, content, arguments)
    }

    static let requestForKey = Command(
        name: "key csr", summary: "print a request that an authority certify a stored key",
        details: """
            \(ItemName.description)

            Once the authority has answered, certificate add stores the certificate, and it is an identity with the key.
            """,
        options: [.subject, .dnsName, .output], operands: [ItemName.keyOperand],
        examples: [
            Example("key csr web.example --subject CN=web.example,O=Example --dns web.example", "in PEM")
        ]
    ) { arguments in
        let subject = try arguments.require(
            subject(arguments), "key csr needs a --subject, such as CN=host.example")
        let store = try StoreAccess(arguments).openToRead()
        let key = try NamedKey.named(arguments.operands[0], in: store) { found, items in
            try found.privateKey(in: items)
        }
        let request = try CertificateRequest(
            subject: subject, as: .server(arguments.values(of: .dnsName)), key: key)
        try ExportedFile.write(try SecretBytes(utf8: request.pem), .text, arguments)
    }

    static func subject(_ arguments: Arguments) throws -> DistinguishedName? {
        try arguments.value(of: .subject).map { text in
            do throws(StoreError) { return try DistinguishedName(rfc4514: text) } catch {
                throw arguments.usage("--subject: \(error.reason)")
            }
        }
    }

    private static func requireNew(_ key: KeyItem, in changes: borrowing Transaction) throws {
        let hash = Hexadecimal.text(of: key.applicationLabel.prefix(8))
        try require(
            !changes.contains(key), "the key with the hash \(hash) is stored already; nothing was added",
            status: .duplicateItem)
    }

    private static func tell(_ label: String?, _ key: PublicKey) throws {
        let hash = Hexadecimal.text(of: try key.applicationLabel.prefix(8))
        try Output.print("key \(Terminal.quoted(label ?? "")) stored, hash \(hash)")
    }
}
