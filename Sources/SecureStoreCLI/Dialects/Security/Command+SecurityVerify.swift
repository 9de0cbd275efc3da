import SecureStoreCertificates
import FoundationEssentials
import SecureStore

extension Command {
    static let securityVerifyCert = Command(
        name: "verify-cert", summary: "check the chain from a certificate to an authority",
        details: """
            Checks the certificate that is named first, with the others and those of the keychains between it and an \
            authority: one of -r, else one that the system trusts. Nothing is fetched from a network, as with -L, and \
            nobody is asked for revocation: -R require, which needs an answer, always fails. Without a certificate, a single one of -r is checked against itself. IPSec stands \
            for any purpose, and eap for a TLS client.

            Without -k the search list counts.
            """,
        options: [
            .checkedCertificate, .rootCertificate, .certificatePolicy, .asClient, .checkDate, .fromKeychains,
            .nameToFind, .withoutKeychains, .localOnly, .leafAuthority, .mailAddress, .hostName,
            .revocation, .asText,
        ],
        examples: [
            Example("verify-cert -c server.pem -p ssl -s host.example", "as a browser does"),
            Example("verify-cert -c leaf.pem -r root.pem", "against an authority of one's own"),
        ]
    ) { arguments in
        let leaves = try arguments.values(of: .checkedCertificate).flatMap(CertificateFile.certificates)
        let roots = try arguments.values(of: .rootCertificate).flatMap(CertificateFile.certificates)
        guard let leaf = leaves.first ?? roots.first, !leaves.isEmpty || roots.count == 1 else {
            throw arguments.usage(
                roots.isEmpty ? "no certificate is named" : "several roots, and no certificate to check")
        }
        let (policy, date) = (try trustPolicy(arguments), try checkDate(arguments))
        if arguments.has(.asText) {
            var facts = Facts()
            facts.add(leaf)
            try Output.print(facts.text)
        }
        let anchors: TrustAnchors = roots.isEmpty ? .system : .only(roots)
        var failure = check(leaf, for: policy, Array(leaves.dropFirst()), anchors, at: date)
        // Only where another certificate may help: a keychain may be locked.
        if let failed = failure, failed.mayPassWithOthers(than: leaf), !arguments.has(.withoutKeychains) {
            let stored = try SecurityFailure.naming("SecKeychainOpen", exitCode: .failure) {
                try StoredCertificate.all(
                    in: arguments.values(of: .fromKeychains), withKeys: false, arguments)
            }
            let others = leaves.dropFirst() + stored.compactMap(\.certificate).filter { $0 != leaf }
            failure = check(leaf, for: policy, Array(others), anchors, at: date)
        }
        if let failure {
            throw refusal(failure.reason.appleName, arguments)
        }
        let revocation = arguments.values(of: .revocation)
        if revocation.contains("require") {
            throw refusal("CSSMERR_APPLETP_INCOMPLETE_REVOCATION_CHECK", arguments)
        }
        // Without this, somebody who asks for it would take it for checked.
        if revocation.contains(where: { $0 != "offline" }) {
            Terminal.tell("warning: whether a certificate was revoked is not checked")
        }
        if arguments.has(.quiet) { return }
        try Output.print("...certificate verification successful.")
    }

    /// The end, after the line that says why.
    private static func refusal(_ name: String, _ arguments: Arguments) -> ExitCode {
        if !arguments.has(.quiet) { Terminal.tell("Cert Verify Result: \(name)") }
        return .failure
    }

    private static func check(
        _ leaf: Certificate, for policy: TrustPolicy, _ others: [Certificate], _ anchors: TrustAnchors,
        at date: Date
    ) -> TrustError? {
        do throws(TrustError) {
            _ = try leaf.validate(for: policy, intermediates: others, anchors: anchors, at: date)
            return nil
        } catch { return error }
    }

    private static func trustPolicy(_ arguments: Arguments) throws(CommandError) -> TrustPolicy {
        try arguments.requireNone(of: [.hostName, .mailAddress], beside: .nameToFind)
        let name = arguments.value(of: .nameToFind)
        let policy = arguments.value(of: .certificatePolicy)
        // Without this, somebody who names a host would take it for checked.
        let checks: [(option: Option, what: String, policies: [String])] = [
            (.hostName, "a host", ["ssl"]), (.mailAddress, "an e-mail address", ["smime"]),
            (.nameToFind, "a name", ["ssl", "smime"]),
        ]
        for check in checks where arguments.has(check.option) && !check.policies.contains(policy ?? "") {
            let policies = check.policies.map { "-p \($0)" }.joined(separator: " or ")
            throw arguments.usage("\(check.what) is only checked with \(policies)")
        }
        switch policy {
        case "ssl":
            return .tls(isClient: arguments.has(.asClient), host: name ?? arguments.value(of: .hostName))
        case "smime": return .smime(email: name ?? arguments.value(of: .mailAddress))
        case "codeSign": return .codeSigning
        case "eap": return .tlsClient
        default: return .basic
        }
    }

    private static func checkDate(_ arguments: Arguments) throws -> Date {
        guard let text = arguments.value(of: .checkDate) else { return Date() }
        let (day, time) = (text.prefix(10), text.dropFirst(11))
        guard text.utf8.count == 10 || text.utf8.dropFirst(10).first == UInt8(ascii: "-"),
            let date = try? Date("\(day)T\(time.isEmpty ? "00:00:00" : time)Z", strategy: .iso8601)
        else { throw arguments.usage("--date takes YYYY-MM-DD or YYYY-MM-DD-hh:mm:ss") }
        return date
    }
}

/// A file of certificates that a command line names.
enum CertificateFile {
    static func certificates(of path: String) throws -> [Certificate] {
        let shown = Terminal.harmless(path)
        let bytes = try SecretInput.file(path) { "***Error reading file \(shown): \($0)" }
        return try SecurityFailure.naming("SecCertificateCreateFromData", exitCode: .failure) {
            let found = try bytes.certificates()
            guard !found.isEmpty else { throw StoreError(.unknownFormat, "\(shown) has no certificate") }
            return found
        }
    }
}
