#if !canImport(Darwin)

internal import CertificateKit
internal import Foundation
private import KeychainCodes

/// One thing that is wrong with a chain, and for whom: two are equal if they would be excused alike.
struct TrustFailure: Sendable {
    let reason: TrustError.Reason
    /// The certificate that it concerns; nil if it concerns none.
    let certificate: Certificate?
    /// The host or the e-mail address that was looked for, for a failure to find it.
    let name: String?
    private let isOfMail: Bool
    private let text: String

    init(_ error: TrustError, _ policy: SecPolicy) {
        (reason, certificate, text) = (error.reason, error.certificate, error.text)
        let isOfName: Set<TrustError.Reason> = [.hostMismatch, .emailMismatch, .invalidName]
        name = isOfName.contains(error.reason) ? policy.name : nil
        isOfMail = policy.kind == .smime
    }

    private init(reason: TrustError.Reason, text: String) {
        (self.reason, self.text, certificate, name, isOfMail) = (reason, text, nil, nil, false)
    }

    /// A certificate that cannot be read.
    static let unreadable = TrustFailure(
        reason: .malformed, text: "the certificate has no bytes, or they cannot be read")

    /// Whether an exception may excuse it.
    var isRecoverable: Bool { Self.recoverable.contains(reason) }

    private static let recoverable: Set<TrustError.Reason> = [
        .expired, .notYetValid, .hostMismatch, .emailMismatch, .unknownIssuer, .selfSignedNotTrusted,
        .noAnchors, .wrongPurpose,
    ]

    // MARK: - As an error

    /// Apple's code.
    var code: OSStatus {
        // Only a name of mail is not a host's.
        if reason == .invalidName, isOfMail { return errSecSMIMEEmailAddressesNotFound }
        return Self.codes[reason] ?? errSecNotTrusted
    }

    private static let codes: [TrustError.Reason: OSStatus] = [
        .expired: errSecCertificateExpired,
        .notYetValid: errSecCertificateNotValidYet,
        .invalidName: errSecHostNameMismatch,
        .hostMismatch: errSecHostNameMismatch,
        .emailMismatch: errSecSMIMEEmailAddressesNotFound,
        .unknownIssuer: errSecCreateChainFailed,
        .badSignature: errSecCreateChainFailed,
        .selfSignedNotTrusted: errSecNotTrusted,
        .noAnchors: errSecNotTrusted,
        .wrongPurpose: errSecInvalidExtendedKeyUsage,
        .notACertificateAuthority: errSecNoBasicConstraintsCA,
        .weakKeyOrDigest: errSecUnsupportedKeySize,
        .pathTooLong: errSecPathLengthConstraintExceeded,
        .nameNotPermitted: errSecCertificateNameNotAllowed,
        .unknownCriticalExtension: errSecUnknownCriticalExtensionFlag,
        .malformed: errSecInvalidCertificateRef,
    ]

    /// The error as callers of Apple's functions know it: whose certificate it is and what the code means, and
    /// under it what was found.
    var error: CFError {
        let message = CodeMessages.message(of: code)
        let subject = certificate.map { "“\($0.subject)”: " } ?? ""
        let underlying = NSError(
            domain: NSOSStatusErrorDomain, code: Int(code),
            userInfo: [NSLocalizedDescriptionKey: "\(reason.rawValue): \(text)"])
        return NSError(
            domain: NSOSStatusErrorDomain, code: Int(code),
            userInfo: [NSLocalizedDescriptionKey: subject + message, NSUnderlyingErrorKey: underlying])
    }
}

// MARK: - Hashable

extension TrustFailure: Hashable {
    static func == (first: Self, second: Self) -> Bool {
        first.reason == second.reason && first.certificate == second.certificate && first.name == second.name
    }

    func hash(into hasher: inout Hasher) { hasher.combine(reason) }
}

#endif
