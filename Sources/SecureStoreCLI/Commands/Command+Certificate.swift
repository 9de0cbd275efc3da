import SecureStoreCertificates
import SecureStore

// Certificates, with or without their private keys.
extension Command {
    static let addCertificate = Command(
        name: "certificate add", summary: "store the certificates of files in PEM or DER",
        details: """
            All certificates are stored, or none. Private keys in a file are skipped; identity add stores both. If the \
            store has the private key of a certificate, as after key csr, the two are an identity from now on.
            """,
        options: [.label], operands: [GivenFile.operand],
        examples: [
            Example("certificate add web.crt", "labelled with its common name"),
            Example("certificate add authorities.pem", "all of a bundle"),
        ], changes: true
    ) { arguments in
        // Files that were put together have the same one twice.
        var given: Set<Certificate> = []
        let certificates = try GivenFile.all(arguments).flatMap { try $0.certificates() }
            .filter { given.insert($0).inserted }
        let label = try label(arguments, for: certificates.count)
        try StoreAccess(arguments).openOrCreate().transaction { changes in
            for certificate in certificates {
                let name = Terminal.quoted(certificate.summary ?? "")
                try require(
                    !changes.has(certificate), "the certificate \(name) is stored already; nothing was added",
                    status: .duplicateItem)
                try changes.add(certificate, label: label)
            }
        }
        for certificate in certificates { try tell("certificate", label, certificate) }
    }

    static let showCertificate = Command(
        name: "certificate show", summary: "print what a certificate says",
        details: ItemName.description, options: [.json], operands: [ItemName.operand],
        examples: [
            Example("certificate show web.example", "names, validity, key and fingerprints"),
            Example("certificate show 3f:aa:01:c2", "by the beginning of its SHA-256 fingerprint"),
        ]
    ) { arguments in
        let store = try StoreAccess(arguments).openToRead()
        try NamedCertificate.named(arguments.operands[0], in: store) { found, _ in found.facts }
            .print(arguments)
    }

    static let listCertificates = Command(
        name: "certificate list", summary: "show which certificates there are, and when they expire",
        details: Listing.gaps, options: Listing.options,
        examples: [Example("certificate list", "as a table")]
    ) { arguments in
        try NamedCertificate.printList(arguments, ofIdentities: false, "certificates")
    }

    static let exportCertificate = Command(
        name: "certificate export", summary: "print a certificate in PEM or DER",
        details: ItemName.description, options: [.der, .chain, .output], operands: [ItemName.operand],
        examples: [
            Example("certificate export web.example", "in PEM"),
            Example("certificate export web.example --chain -o web.pem", "as TLS servers want it"),
        ]
    ) { arguments in
        try arguments.requireAtMostOne(of: [.der, .chain])
        let store = try StoreAccess(arguments).openToRead()
        let name = arguments.operands[0]
        let (certificate, chain) = try NamedCertificate.named(name, in: store) { found, items in
            (found.certificate, arguments.has(.chain) ? try found.intermediates(in: items) : [])
        }
        guard !arguments.has(.der) else {
            return try ExportedFile.write(try SecretBytes(copying: certificate.der), .bytes, arguments)
        }
        try ExportedFile.write(try certificate.pem(with: chain), .text, arguments)
    }

    /// The label for the only thing that is added; refused when there are several.
    static func label(_ arguments: Arguments, for count: Int) throws(CommandError) -> String? {
        guard let label = arguments.value(of: .label) else { return nil }
        try arguments.require(count == 1, "--label is for one, and here are \(count)")
        return label
    }

    static func tell(_ noun: String, _ label: String?, _ certificate: Certificate) throws(CommandError) {
        let name = Terminal.quoted(label ?? certificate.summary ?? "")
        try Output.print("\(noun) \(name) stored, fingerprint \(certificate.shortFingerprint)")
    }
}
