public import FoundationEssentials

/// A certificate that its issuer has revoked.
public struct RevokedCertificate: Hashable, Sendable {
    /// The serial number, in the form of ``Certificate/serialNumber``.
    public let serialNumber: Data
    /// The date from which the certificate no longer counts.
    public let date: Date
    /// The reason, as far as the issuer states one.
    public let reason: RevocationReason

    /// The certificate with this serial number.
    public init(serialNumber: Data, at date: Date, for reason: RevocationReason = .unspecified) {
        (self.serialNumber, self.date, self.reason) = (serialNumber, date, reason)
    }

    /// This certificate.
    public init(_ certificate: Certificate, at date: Date, for reason: RevocationReason = .unspecified) {
        self.init(serialNumber: certificate.serialNumber, at: date, for: reason)
    }
}
