public import FoundationEssentials
public import SecureStore

/// A message with signatures over it, in the form that CMS and PKCS#7 have for them.
///
/// Reading it checks no signature: ``verifiedContent(for:detached:certificates:anchors:at:)`` does.
public struct SignedMessage: Sendable {
    /// The encoded message.
    public let der: Data
    /// The content, not checked in any way; nil if it is kept apart from the message.
    public let content: Data?
    /// The certificates that the message brings along: the signers' and those above them.
    public let certificates: [Certificate]

    /// The most bytes that a message, or a content that is kept apart, may have.
    public static let maximumByteCount = 16 << 20

    /// Reads a signed message in DER, or in the looser encoding that DER is a part of.
    ///
    /// Throws `StoreStatus.decode` for anything else, also for further bytes behind it, and
    /// `StoreStatus.dataTooLarge` for more than ``maximumByteCount`` bytes or a thousand certificates.
    public init(der bytes: some Collection<UInt8>) throws(StoreError) {
        try Self.requireSize(bytes.count)
        der = Data(bytes)
        let contents = try SignedData.read(der)
        content = contents.content
        // One that is not in DER can be nobody's signer, nor above one.
        certificates = contents.certificates.compactMap { try? Certificate(der: $0) }
    }

    /// The content, after every signature and signer was found valid for a purpose at a date.
    ///
    /// A content that is kept apart is to be given as `detached`. Certificates that the message leaves out
    /// are looked for among `certificates`. Throws the first thing found wrong, with the reason
    /// `badSignature` for a content that is not what was signed and for a message without any signature.
    public func verifiedContent(
        for policy: TrustPolicy, detached: Data? = nil, certificates others: [Certificate] = [],
        anchors: TrustAnchors = .system, at date: Date
    ) throws(TrustError) -> Data {
        let signers: [Signer]
        do throws(StoreError) { signers = try check(over: detached, certificates: others) } catch {
            throw TrustError(.other, error.reason)
        }
        guard let content = content ?? detached, !signers.isEmpty else {
            throw TrustError(.badSignature, "nobody signed the message")
        }
        for signer in signers {
            guard let certificate = signer.certificate else {
                throw TrustError(.unknownIssuer, "the certificate of a signer is missing")
            }
            switch signer.state {
            case .good: break
            case .weakHash:
                throw TrustError(.weakDigest, "the signature is over SHA-1", certificate: certificate)
            case .unsupported:
                throw TrustError(
                    .other, "the message is signed in a way that is not checked", certificate: certificate)
            default:
                throw TrustError(
                    .badSignature, "the signature is not one over this content", certificate: certificate)
            }
            _ = try certificate.validate(
                for: policy, intermediates: certificates + others, anchors: anchors, at: date)
        }
        return content
    }

    // MARK: - Signature by signature

    /// A signer, as a message claims, and whether its key signed.
    package struct Signer: Sendable {
        /// The signer's certificate; nil if it is nowhere.
        package let certificate: Certificate?
        package let state: SignatureState
    }

    /// Checks the signatures alone; nobody has vouched for the certificates.
    ///
    /// Throws `StoreStatus.param` unless there is a content, here or in the message, and not in both.
    package func check(
        over detached: Data? = nil, certificates others: [Certificate] = []
    ) throws(StoreError) -> [Signer] {
        guard let signed = content ?? detached, content == nil || detached == nil else {
            throw StoreError(
                .param, content == nil ? "the message comes without its content" : "there are two contents")
        }
        try Self.requireSize(signed.count)
        let findings = try SignedData.check(der, over: signed, certificates: others.map(\.handle))
        return findings.map { finding in
            let certificate = finding.certificate.flatMap { try? Certificate(der: $0) }
            return Signer(
                certificate: certificate, state: certificate == nil ? .signerNotFound : finding.state)
        }
    }

    // MARK: - Certificates alone

    /// The certificates of a message; throws `StoreStatus.decode` unless each of them can be read.
    static func everyCertificate(
        of bytes: some Collection<UInt8>
    ) throws(StoreError) -> [Certificate] {
        try requireSize(bytes.count)
        return try SignedData.read(Data(bytes)).certificates.map { der throws(StoreError) in
            try Certificate(der: der)
        }
    }

    /// Certificates without a content and without a signer, as files named `.p7b` have them.
    package init(certificates: [Certificate]) throws(StoreError) {
        var seen: Set<Certificate> = []
        let each = certificates.filter { seen.insert($0).inserted }
        try self.init(der: try SignedData.bundle(each.map(\.handle)))
    }

    /// The message as a PEM text.
    package var pem: String { PEM.encode(der, label: "PKCS7") }

    static func requireSize(_ count: Int) throws(StoreError) {
        try InputLimits.check(count, "a message", upTo: maximumByteCount)
    }
}
