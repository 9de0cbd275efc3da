import SecureStoreCertificates
import SecureStore

// Certificates with their private keys, and pairs of keys.
extension Command {
    static let securityFindIdentity = Command(
        name: "find-identity", summary: "find identities, certificates with a private key that signs",
        details: """
            Prints the identities that are for a purpose, each with what is wrong with it now, and then those that are \
            valid. A chain may go through all certificates of the keychains and ends in an authority that the system \
            trusts. eap stands for a TLS client, ichat for mail, and ipsec for any purpose.

            \(Keychains.details)
            """,
        options: [.identityPolicy, .policyName, .validOnly], operands: [Keychains.several],
        examples: [
            Example("find-identity -v -p codesigning", "what signs programs"),
            Example("find-identity -p ssl-server -s host.example", "what a server can use"),
        ]
    ) { arguments in
        let name = arguments.text(of: .policyName)
        let all = try SecurityFailure.naming("SecIdentitySearchCopyNext") {
            try StoredCertificate.all(in: arguments.operands, withKeys: true, arguments)
        }
        // A key that does not say so may sign.
        let identities = all.filter { one in one.key.map { $0.item.canSign ?? true } ?? false }
        if let name { try Output.print("Looking for identities matching \"\(Terminal.harmless(name))\"") }
        let words = arguments.values(of: .identityPolicy)
        let policies = SecurityPolicy.all.filter { words.contains($0.word) }
        for policy in words.isEmpty ? [.basic] : policies {
            let rows = identities.map { ($0, $0.failures(for: policy.policy(name), all)) }
            try list(rows, policy, arguments)
        }
        for (word, title) in systemIdentities where words.contains(word) {
            try Output.print("\n  System \(title) identity")
        }
    }

    private static func list(
        _ rows: [(identity: StoredCertificate, failures: [TrustError])], _ policy: SecurityPolicy,
        _ arguments: Arguments
    ) throws {
        let valid = rows.filter(\.failures.isEmpty)
        if !arguments.has(.validOnly) {
            let matching = rows.filter { row in
                !row.failures.contains {
                    $0.reason == .wrongPurpose && $0.certificate == row.identity.certificate
                }
            }
            try Output.print("\nPolicy: \(policy.title)\n  Matching identities")
            try show(matching)
            try Output.print("     \(matching.count) identities found\n\n  Valid identities only")
        }
        try show(valid)
        try Output.print("     \(valid.count) valid identities found")
    }

    private static func show(_ rows: [(identity: StoredCertificate, failures: [TrustError])]) throws {
        for (index, row) in rows.enumerated() {
            let number = String(index + 1)
            let padding = String(repeating: " ", count: max(0, 3 - number.count))
            let hash = row.identity.hash(with: .sha1) ?? "!----- unable to get SHA-1 digest -----!"
            let mark = row.failures.first.map { " (\($0.reason.appleName))" } ?? ""
            try Output.print("\(padding)\(number)) \(hash) \"\(row.identity.name)\"\(mark)")
        }
    }

    /// Identities of the machine, which macOS has and we do not.
    static let systemIdentities = [
        ("sys-default", "default"), ("sys-kerberos-kdc", "Kerberos KDC"),
    ]

    static let securityCreateKeypair = Command(
        name: "create-keypair", summary: "make a private key and its public half in a keychain",
        details: """
            RSA takes 1024 to 8192 bits, 2048 if not given; ec, which macOS does not have here, 256, 384 or 521. Keys \
            that are weaker, and those of dsa, dh and fee, are not made.
            """,
        options: [.keyAlgorithm, .keySize, .intoKeychain, .keyName, .anyProgram, .trustedProgram],
        operands: [Keychains.one],
        examples: [Example("create-keypair -a ec -s 256 -n signing", "in the default keychain")],
        changes: true
    ) { arguments in
        try arguments.require(
            arguments.operand(0) == nil || !arguments.has(.intoKeychain), "the keychain is named twice")
        try SecurityFailure.naming("SecKeyCreatePair", exitCode: .failure) {
            let key = try PrivateKey.generate(try keyKind(arguments))
            let name = arguments.operand(0) ?? arguments.value(of: .intoKeychain)
            let (store, label) = (
                try StoreAccess(named: name).openOrCreate(), arguments.text(of: .keyName) ?? "<key>"
            )
            try store.transaction { changes throws(StoreError) in
                try changes.add(key, label: label)
                try changes.add(key.publicKey, label: label)
            }
        }
    }

    private static func keyKind(_ arguments: Arguments) throws -> KeyKind {
        let algorithm = arguments.value(of: .keyAlgorithm) ?? "rsa"
        let bits = try arguments.number(of: .keySize, in: 0...16_384)
        switch (algorithm, bits) {
        case ("rsa", _): return .rsa(bits ?? 2_048)
        case ("ec", 256), ("ec", nil): return .p256
        case ("ec", 384): return .p384
        case ("ec", 521): return .p521
        case ("ec", _): throw StoreError(.keySizeNotAllowed, "curves have 256, 384 or 521 bits")
        default: throw StoreError(.unimplemented, "keys of \(algorithm) are not made")
        }
    }
}
