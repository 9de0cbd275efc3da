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

    /// That a policy is not checked here.
    static let policyNotKnown = TrustFailure(
        reason: .policyNotKnown, text: "the policy is not checked here, so nothing satisfies it")

    var isRecoverable: Bool { Self.recoverable.contains(reason) }

    private static let recoverable: Set<TrustError.Reason> = [
        .expired, .notYetValid, .hostMismatch, .emailMismatch, .unknownIssuer, .selfSignedNotTrusted,
        .noAnchors, .wrongPurpose, .validityTooLong, .revocationNotKnown,
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

    /// The name of Apple's check that failed.
    var check: String {
        let isOfBasic = kind == .basic
        return switch reason {
        case .weakKey where isOfBasic: "WeakKeySize"
        case .weakDigest where isOfBasic: "WeakSignature"
        case .invalidName where kind == .smime: "Email"
        case .notACertificateAuthority where certificate?.hasBasicConstraints == false: "BasicConstraints"
        case .wrongPurpose where isOfExtendedUse:
            kind == .tlsServer && certificate?.extendedKeyUsage == nil ? "ServerAuthEKU" : "ExtendedKeyUsage"
        default: Self.codes[reason]?.check ?? "BasicCertificateProcessing"
        }
    }

    /// Of several failures, the one whose code an error has: 0 comes first.
    private var rank: Int { (Self.codes[reason]?.rank ?? .other).rawValue }

    /// True if it is the extended key usage that does not allow the purpose.
    private var isOfExtendedUse: Bool {
        let usages = certificate?.extendedKeyUsage
        if kind == .codeSigning { return usages?.contains(.codeSigning) != true }
        if kind == .tlsServer, usages == nil {
            let keys: KeyUsage = [.digitalSignature, .keyEncipherment, .keyAgreement]
            return certificate?.keyUsage?.isDisjoint(with: keys) != true
        }
        guard let kind, let needed = Self.uses[kind] else { return false }
        return usages.map { !$0.contains(needed) && !$0.contains(.any) } ?? false
    }

    private static let uses: [SecPolicy.Kind: ExtendedKeyUsage] = [
        .tlsServer: .serverAuthentication, .tlsClient: .clientAuthentication, .smime: .emailProtection,
    ]

    /// In this order Apple's systems choose what to say first.
    private enum Rank: Int { case keySize, digest, compliance, pinning, trust, usage, name, date, other }

    /// Codes, order and names are those of Apple's list of policy checks.
    private static let codes: [TrustError.Reason: (code: OSStatus, rank: Rank, check: String)] = [
        .weakKey: (errSecUnsupportedKeySize, .keySize, "KeySize"),
        .weakDigest: (errSecInvalidDigestAlgorithm, .digest, "SignatureHashAlgorithms"),
        .notACertificateAuthority: (errSecNoBasicConstraintsCA, .compliance, "BasicConstraintsCA"),
        .pathTooLong: (errSecPathLengthConstraintExceeded, .compliance, "BasicConstraintsPathLen"),
        .nameNotPermitted: (errSecInvalidName, .compliance, "NameConstraints"),
        .policyNotFound: (errSecInvalidPolicyIdentifiers, .compliance, "PolicyConstraints"),
        .noSubject: (errSecInvalidSubjectName, .compliance, "NonEmptySubject"),
        .unknownCriticalExtension: (errSecUnknownCriticalExtensionFlag, .compliance, "CriticalExtensions"),
        .malformed: (errSecInvalidCertificateRef, .compliance, "UnparseableExtension"),
        .validityTooLong: (errSecCertificateValidityPeriodTooLong, .compliance, "ValidityPeriodMaximums"),
        .policyNotKnown: (errSecPolicyNotFound, .compliance, "BasicCertificateProcessing"),
        // Apple's list has it there.
        .revoked: (errSecCertificateRevoked, .pinning, "Revocation"),
        .revocationNotKnown: (errSecIncompleteCertRevocationCheck, .pinning, "RevocationResponseRequired"),
        .unknownIssuer: (errSecCreateChainFailed, .trust, "MissingIntermediate"),
        .badSignature: (errSecCreateChainFailed, .trust, "MissingIntermediate"),
        .selfSignedNotTrusted: (errSecNotTrusted, .trust, "AnchorTrusted"),
        .wrongPurpose: (errSecInvalidKeyUsageForPolicy, .usage, "KeyUsage"),
        .invalidName: (errSecHostNameMismatch, .name, "SSLHostname"),
        .hostMismatch: (errSecHostNameMismatch, .name, "SSLHostname"),
        .emailMismatch: (errSecSMIMEEmailAddressesNotFound, .name, "Email"),
        // One check for both ends, with one code.
        .expired: (errSecCertificateExpired, .date, "TemporalValidity"),
        .notYetValid: (errSecCertificateExpired, .date, "TemporalValidity"),
        // Says why there is no chain, which another failure says with its code.
        .noAnchors: (errSecNotTrusted, .other, "AnchorTrusted"),
    ]

    /// The failures as callers of Apple's functions know them: whose certificate the first one is and what
    /// its code means, and in the error under it everything that was found, with the places in the chain.
    static func error(for failures: [TrustFailure], in chain: [SecCertificate]) -> CFError? {
        let ranked = failures.enumerated().min { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
        guard let first = ranked?.element else { return nil }
        let name = (first.certificate ?? (try? chain.first?.certificate))?.summary
        let ders = chain.map { SecCertificateCopyData($0) as Data }
        let all = failures.map { failure in
            let place = failure.certificate.flatMap { ders.firstIndex(of: $0.der) } ?? 0
            let name = Self.line(failure.certificate?.summary ?? name ?? "")
            return "Certificate \(place) “\(name)” has errors: \(failure.reason.rawValue): \(failure.text)"
        }.joined(separator: "; ")
        func error(_ text: String, _ more: [String: Any] = [:]) -> NSError {
            NSError(
                domain: NSOSStatusErrorDomain, code: Int(first.code),
                userInfo: more.merging([NSLocalizedDescriptionKey: text]) { $1 })
        }
        let whose = name.map { "“\(line($0))” certificate: " } ?? ""
        return error(whose + CodeMessages.message(of: first.code), [NSUnderlyingErrorKey: error(all)])
    }

    /// A name that somebody chose, without what would move the cursor or the text around it.
    private static func line(_ name: String) -> String {
        let moving: Set<Unicode.GeneralCategory> = [.control, .lineSeparator, .paragraphSeparator]
        let scalars = name.unicodeScalars.map { scalar in
            let properties = scalar.properties
            return properties.isBidiControl || moving.contains(properties.generalCategory)
                ? "\u{fffd}" : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }
}

extension SecPolicy {
    /// The failure of every chain, because nothing is checked.
    var failure: TrustFailure? {
        if case .unknown = kind { .policyNotKnown } else { nil }
    }

    /// True if nothing is valid of which nobody says that it was not revoked.
    var requiresRevocationAnswer: Bool {
        guard case .revocation(let flags) = kind else { return false }
        return flags & kSecRevocationRequirePositiveResponse != 0
    }
}

extension TrustError.Reason {
    /// Only these calls can ask for it.
    fileprivate static let policyNotKnown = Self(rawValue: "policy not known")
}

// MARK: - Equatable

extension TrustFailure: Equatable {
    static func == (first: Self, second: Self) -> Bool {
        first.reason == second.reason && first.certificate == second.certificate && first.name == second.name
    }
}
