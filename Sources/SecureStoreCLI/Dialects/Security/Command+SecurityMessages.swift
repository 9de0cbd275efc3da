import SecureStoreCertificates
import FoundationEssentials
import SecureStore

extension Command {
    static let securityCMS = Command(
        name: "cms", summary: "sign a message with an identity, or read a signed one",
        details: """
            With -S signs what it reads, as a message in DER with the certificate, those above it and the time. The \
            identity is the one with an e-mail address, else the only one with a text in its common name.

            With -D writes the content of a message, if the keys in the certificates of its signers signed it. Who \
            they are is another question: a signer whom the system does not trust for the usage is told on standard \
            error, and with -h in the headers.

            Messages are not encrypted or decrypted.
            """,
        options: [
            .signMessage, .decodeMessage, .signerName, .signerKeyID, .messageHash, .detachContent,
            .signingTime, .mailProfile, .encryptionKey, .contentFile, .headerLevel, .withoutContent,
            .searchedKeychain, .inputFile, .outputFile, .certificateUsage, .databasePassword, .singleBytes,
            .createMessage, .envelope, .certificatesOnly, .recipients,
        ],
        examples: [
            Example("cms -S -N maria@mail.example -i profile.plist -o signed", "signs a file"),
            Example("cms -D -i app.mobileprovision", "what was signed"),
        ]
    ) { arguments in
        for mode in [Option.createMessage, .envelope, .certificatesOnly] where arguments.has(mode) {
            throw arguments.usage(
                "cms signs and reads signed messages, and does nothing else: \(mode.spelling) is not supported"
            )
        }
        try arguments.requireAtMostOne(of: [.signMessage, .decodeMessage])
        try arguments.require(
            arguments.has(.signMessage) || arguments.has(.decodeMessage), "cms needs -S or -D")
        guard arguments.has(.inputFile) || !Terminal.isInput else {
            throw arguments.usage("cms reads a file, -i, or standard input, and no terminal")
        }
        let input = try arguments.value(of: .inputFile).map(readMessage) ?? SecretInput.standardInput()
        let names = arguments.value(of: .searchedKeychain).map { [$0] } ?? []
        try SecurityFailure.naming("SecKeychainSearchCopyNext", exitCode: .failure) {
            if arguments.has(.signMessage) {
                let all = try StoredCertificate.all(in: names, withKeys: true, arguments)
                try write(try sign(input, all, arguments), arguments)
            } else {
                try decode(input, among: names, arguments)
            }
        }
    }

    private static func readMessage(_ file: String) throws -> SecretBytes {
        let shown = Terminal.harmless(file)
        return try SecretInput.file(file) { "unable to open \"\(shown)\" for reading: \($0)" }
    }

    private static func write(_ bytes: SecretBytes, _ arguments: Arguments) throws {
        guard let file = arguments.value(of: .outputFile) else { return try Output.writeShown(bytes) }
        let shown = Terminal.harmless(file)
        try OutputFile.write(bytes, to: file, isSecret: false) {
            "unable to open \"\(shown)\" for writing: \($0)"
        }
    }

    /// The end, after the line that says why.
    private static func problem(_ what: String, _ reason: String, _ arguments: Arguments) -> CommandError {
        SecurityReport.tell(reason, arguments.has(.quiet))
        return .failure("problem \(what)")
    }

    private static func sign(
        _ content: SecretBytes, _ all: [StoredCertificate], _ arguments: Arguments
    ) throws -> SecretBytes {
        let signer = try signer(all, arguments)
        let identity = try signer.store.reading { try signer.identity(all, in: $0) }
        guard let identity else { throw problem("signing", "the identity is gone", arguments) }
        let hashes = ["SHA1": HashFunction.sha1, "SHA384": .sha384, "SHA512": .sha512]
        let hash = arguments.value(of: .messageHash).flatMap { hashes[$0] } ?? .sha256
        do {
            let message = try content.withBytes { view throws(StoreError) in
                try identity.signedMessage(view, hash: hash, isDetached: arguments.has(.detachContent))
            }
            return try SecretBytes(copying: message.der)
        } catch { throw problem("signing", error.reason, arguments) }
    }

    private static func signer(
        _ all: [StoredCertificate], _ arguments: Arguments
    ) throws -> StoredCertificate {
        let identities = all.filter { $0.key != nil }
        if let digits = arguments.value(of: .signerKeyID) {
            let found = identities.first { one in
                one.certificate?.subjectKeyID.map { Hexadecimal.text(of: $0) } == digits.lowercased()
            }
            if let found { return found }
            throw problem(
                "signing", "could not find signing identity for subject key ID: \"\(digits)\"", arguments)
        }
        guard let name = arguments.text(of: .signerName) else {
            throw problem("signing", "no signing identity was specified", arguments)
        }
        // After a renewal there are two, of which the old one may have ended.
        let ofAddress = identities.filter { $0.has(emailAddress: name) }
            .max { ($0.certificate?.notAfter ?? .distantPast) < ($1.certificate?.notAfter ?? .distantPast) }
        let found =
            ofAddress
            ?? StoredCertificate.only(hash: nil, name: name, among: identities, arguments)
        if let found { return found }
        throw problem("signing", "could not find signing identity for name: \"\(name)\"", arguments)
    }

    private static func decode(_ input: SecretBytes, among names: [String], _ arguments: Arguments) throws {
        let (message, signers): (SignedMessage, [SignedMessage.Signer])
        let detached = try arguments.value(of: .contentFile).map { file in
            try readMessage(file).withBytes { Data($0) }
        }
        var others: [Certificate] = []
        do {
            message = try input.withBytes { view throws(StoreError) in try SignedMessage(der: view) }
            var found = try message.check(over: detached)
            // Most messages come with all that is needed, and there may be no keychain, or a locked one.
            if !names.isEmpty || found.contains(where: { $0.state == .signerNotFound }) {
                let stored = try StoredCertificate.all(in: names, withKeys: false, arguments)
                others = stored.compactMap(\.certificate)
                found = try message.check(over: detached, certificates: others)
            }
            signers = found
        } catch let error as StoreError { throw problem("decoding", error.reason, arguments) }
        let chains = message.certificates + others
        let states = signers.map { state(of: $0, chains, arguments) }
        var output: [SecretBytes] = []
        if let level = try arguments.number(of: .headerLevel, in: 0...Int(Int32.max)) {
            output.append(try SecretBytes(utf8: headers(level, signers, states)))
        }
        let isSigned = !signers.isEmpty && signers.allSatisfy { [.good, .weakHash].contains($0.state) }
        if isSigned, !arguments.has(.withoutContent), let content = detached ?? message.content {
            output.append(try SecretBytes(copying: content))
        }
        try write(try SecretBytes.joined(output), arguments)
        guard isSigned else {
            throw problem(
                "decoding", signers.isEmpty ? "nobody signed the message" : states.joined(separator: ", "),
                arguments)
        }
        guard !arguments.has(.quiet), states.contains(notTrusted) else { return }
        Terminal.tell("warning: a signer is not trusted here; -h 0 shows who")
    }

    private static let notTrusted = "SigningCertNotTrusted"

    private static func state(
        of signer: SignedMessage.Signer, _ chains: [Certificate], _ arguments: Arguments
    ) -> String {
        switch signer.state {
        case .digestMismatch: return "DigestMismatch"
        case .bad: return "BadSignature"
        case .signerNotFound: return "SigningCertNotFound"
        case .unsupported: return "SignatureAlgorithmUnsupported"
        case .weakHash: return notTrusted
        case .good: break
        }
        let policies: [String: TrustPolicy] = [
            "0": .tlsClient, "1": .tls(isClient: false, host: nil), "4": .smime(), "5": .smime(),
            "6": .codeSigning,
        ]
        let policy = policies[arguments.value(of: .certificateUsage) ?? "4"] ?? .basic
        let chain = try? signer.certificate?.validate(for: policy, intermediates: chains, at: Date())
        return chain == nil ? notTrusted : "GoodSignature"
    }

    private static func headers(
        _ level: Int, _ signers: [SignedMessage.Signer], _ states: [String]
    ) -> String {
        let rows = zip(signers, states).enumerated().map { index, row in
            let commonName = row.0.certificate?.commonName.map(Terminal.harmless)
            // Behind a quotation mark, a name could go on with another signer's status.
            let name = commonName?.cut(at: "\"", keepingEmpty: true).joined(separator: "?") ?? "<NULL>"
            return "\n\t\tsigner\(index).id=\"\(name)\"; signer\(index).status=\(row.1); "
        }
        return "SMIME: \tlevel=\(level).2; type=signedData; nsigners=\(signers.count); \(rows.joined())\n"
            + "\tlevel=\(level).1; type=data; \n"
    }
}
