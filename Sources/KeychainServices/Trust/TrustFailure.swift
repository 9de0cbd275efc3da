internal import SecureStoreCertificates
internal import Foundation
private import SecureStoreCodes

/// One thing that is wrong with a chain, and for whom: two are equal if they would be excused alike.
struct TrustFailure: Sendable {
    let reason: TrustError.Reason
    let certificate: Certificate?
    /// The host or the e-mail address that was looked for, for a failure to find it.
    let name: String?
    /// The policy that was checked; nil if none was.
    private let kind: SecPolicy.Kind?
    private let text: String

    init(_ error: TrustError, _ policy: SecPolicy) {
        (reason, certificate, text) = (error.reason, error.certificate, error.text)
        let isOfName: Set<TrustError.Reason> = [.hostMismatch, .emailMismatch, .invalidName]
        name = isOfName.contains(error.reason) ? policy.name : nil
        kind = policy.kind
    }

    private init(reason: TrustError.Reason, text: String) {
        (self.reason, self.text, certificate, name, kind) = (reason, text, nil, nil, nil)
    }

    static let unreadable = TrustFailure(
        reason: .malformed, text: "the certificate has no bytes, or they cannot be read")

    /// That it is not known whether a certificate was revoked, where that has to be known.
    static let revocationNotKnown = TrustFailure(
        reason: .revocationNotKnown, text: "whether a certificate was revoked is not asked here")

    var isRecoverable: Bool { Self.recoverable.contains(reason) }

    private static let recoverable: Set<TrustError.Reason> = [
        .expired, .notYetValid, .hostMismatch, .emailMismatch, .unknownIssuer, .selfSignedNotTrusted,
        .noAnchors, .wrongPurpose, .revocationNotKnown,
    ]

    // MARK: - As an error

    var code: OSStatus {
        switch reason {
        // Only a name of mail is not a host's.
        case .invalidName where kind == .smime: errSecSMIMEEmailAddressesNotFound
        case .notACertificateAuthority where certificate?.hasBasicConstraints == false:
            errSecNoBasicConstraints
        case .wrongPurpose where isOfExtendedUse: errSecInvalidExtendedKeyUsage
        case .malformed where certificate != nil: errSecUnknownCertExtension
        default: Self.codes[reason]?.code ?? errSecNotTrusted
        }
    }

    /// Of several failures, the one whose code an error has: 0 comes first.
    private var rank: Int { (Self.codes[reason]?.rank ?? .other).rawValue }

    /// True if it is the extended key usage that does not allow the purpose.
    private var isOfExtendedUse: Bool {
        let usages = certificate?.extendedKeyUsage
        if kind == .codeSigning { return usages?.contains(.codeSigning) != true }
        guard let kind, let needed = Self.uses[kind] else { return false }
        return usages.map { !$0.contains(needed) && !$0.contains(.any) } ?? false
    }

    private static let uses: [SecPolicy.Kind: ExtendedKeyUsage] = [
        .tlsServer: .serverAuthentication, .tlsClient: .clientAuthentication, .smime: .emailProtection,
    ]

    /// In this order Apple's systems choose what to say first.
    private enum Rank: Int { case keySize, digest, compliance, pinning, trust, usage, name, date, other }

    /// Codes and order are those of Apple's list of policy checks.
    private static let codes: [TrustError.Reason: (code: OSStatus, rank: Rank)] = [
        .weakKey: (errSecUnsupportedKeySize, .keySize),
        .weakDigest: (errSecInvalidDigestAlgorithm, .digest),
        .notACertificateAuthority: (errSecNoBasicConstraintsCA, .compliance),
        .pathTooLong: (errSecPathLengthConstraintExceeded, .compliance),
        .nameNotPermitted: (errSecInvalidName, .compliance),
        .policyNotFound: (errSecInvalidPolicyIdentifiers, .compliance),
        .unknownCriticalExtension: (errSecUnknownCriticalExtensionFlag, .compliance),
        .malformed: (errSecInvalidCertificateRef, .compliance),
        // Apple's list has it there.
        .revocationNotKnown: (errSecIncompleteCertRevocationCheck, .pinning),
        .unknownIssuer: (errSecCreateChainFailed, .trust),
        .badSignature: (errSecCreateChainFailed, .trust),
        .selfSignedNotTrusted: (errSecNotTrusted, .trust),
        .wrongPurpose: (errSecInvalidKeyUsageForPolicy, .usage),
        .invalidName: (errSecHostNameMismatch, .name),
        .hostMismatch: (errSecHostNameMismatch, .name),
        .emailMismatch: (errSecSMIMEEmailAddressesNotFound, .name),
        // One check for both ends, with one code.
        .expired: (errSecCertificateExpired, .date),
        .notYetValid: (errSecCertificateExpired, .date),
        // Says why there is no chain, which another failure says with its code.
        .noAnchors: (errSecNotTrusted, .other),
    ]

    /// The failures as callers of Apple's functions know them: whose certificate the first one is and what
    /// its code means, and in the error under it everything that was found.
    static func error(for failures: [TrustFailure]) -> CFError? {
        let ranked = failures.enumerated().min { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
        guard let first = ranked?.element else { return nil }
        let subject = first.certificate.map { "“\($0.subject)”: " } ?? ""
        let all = failures.map { "\($0.reason.rawValue): \($0.text)" }.joined(separator: "; ")
        func error(_ text: String, _ more: [String: Any] = [:]) -> NSError {
            NSError(
                domain: NSOSStatusErrorDomain, code: Int(first.code),
                userInfo: more.merging([NSLocalizedDescriptionKey: text]) { $1 })
        }
        return error(subject + CodeMessages.message(of: first.code), [NSUnderlyingErrorKey: error(all)])
    }
}

extension TrustError.Reason {
    /// Only these calls can ask for it.
    fileprivate static let revocationNotKnown = Self(rawValue: "revocation not known")
}

// MARK: - Hashable

extension TrustFailure: Hashable {
    static func == (first: Self, second: Self) -> Bool {
        first.reason == second.reason && first.certificate == second.certificate && first.name == second.name
    }

    func hash(into hasher: inout Hasher) { hasher.combine(reason) }
}

/// Failures that a program excuses for one certificate.
///
/// Each has a reason, a certificate of the chain, and the name that was looked for.
struct TrustExceptions: Sendable {
    private let lines: Set<Substring>

    /// Reads what ``data(for:excusing:)`` made; nil for other data, also that of another certificate.
    init?(_ data: Data, for leaf: Certificate) {
        guard let header = Self.header(of: leaf), let text = String(data: data, encoding: .utf8) else {
            return nil
        }
        let lines = text.split(separator: "\n")
        guard let first = lines.first, first == header else { return nil }
        self.lines = Set(lines.dropFirst())
    }

    func excuse(_ failures: [TrustFailure]) -> Bool {
        failures.allSatisfy { failure in
            Self.line(for: failure).map { lines.contains(Substring($0)) } ?? false
        }
    }

    /// The exceptions for a certificate in a form that can be kept: lines of text.
    static func data(for leaf: Certificate, excusing failures: [TrustFailure]) -> Data? {
        guard let header = header(of: leaf) else { return nil }
        let lines = failures.filter(\.isRecoverable).compactMap { line(for: $0) }
        return Data(([header] + lines).joined(separator: "\n").utf8)
    }

    private static func header(of leaf: Certificate) -> String? {
        leaf.fingerprint(.sha256).map { "trust exceptions 1 \($0.base64EncodedString())" }
    }

    /// Nothing in a line but the reason has spaces, and nothing a line's end.
    private static func line(for failure: TrustFailure) -> String? {
        var certificate = Data()
        if let failing = failure.certificate {
            guard let fingerprint = failing.fingerprint(.sha256) else { return nil }
            certificate = fingerprint
        }
        let name = failure.name.map { "name:" + Data($0.utf8).base64EncodedString() } ?? "any"
        return "\(certificate.base64EncodedString()) \(name) \(failure.reason.rawValue)"
    }
}
