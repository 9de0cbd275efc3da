internal import SecureStoreCertificates
internal import Foundation

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

    func excuse(_ failure: TrustFailure) -> Bool {
        Self.line(for: failure).map { lines.contains(Substring($0)) } ?? false
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
