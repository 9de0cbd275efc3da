import Foundation

@testable import SecureStoreCertificates

/// A response of OCSP, put together byte by byte, so that each part can be wrong.
struct MadeResponse {
    /// The serial number that is answered about.
    var serialNumber: Data
    /// The issuer whose name and key are hashed.
    var issuer: Certificate
    /// The one whose key signs, and who is named for it.
    var signer: Authority
    var isKeyHashed = true
    var status: [UInt8] = [0x80, 0]
    var thisUpdate = Authority.today - 60
    var nextUpdate: Date? = Authority.today + Authority.day
    var ofAnswer: [UInt8] = []
    var ofResponse: [UInt8] = []
    var certificates: [Certificate] = []

    init(about certificate: Certificate, by issuer: Authority) {
        (serialNumber, self.issuer, signer) = (certificate.serialNumber, issuer.certificate, issuer)
    }

    /// A critical extension that nobody knows, as lists of extensions have it.
    static let unknown = DER.encode(
        DER.sequence,
        DER.encode(DER.sequence, [6, 3, 0x2a, 3, 4] + [1, 1, 0xff] + DER.encode(DER.octetString, [5, 0])))

    /// That the certificate was revoked on a date.
    static func revoked(_ date: Date) -> [UInt8] { DER.encode(0xa1, time(date)) }

    private static func time(_ date: Date) -> [UInt8] {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        let numbers = [parts.month, parts.day, parts.hour, parts.minute, parts.second]
        let text = numbers.map { String(format: "%02d", $0 ?? 0) }.joined()
        return DER.encode(0x18, "\(parts.year ?? 0)\(text)Z".utf8)
    }

    func response() throws -> OCSPResponse {
        let sha1: [UInt8] = DER.encode(DER.sequence, [6, 5, 0x2b, 0x0e, 3, 2, 0x1a, 5, 0])
        let name = try HashFunction.sha1.hash(Array(issuer.subject.der))
        let id = DER.encode(
            DER.sequence,
            sha1 + DER.encode(DER.octetString, name) + DER.encode(DER.octetString, issuer.publicKeyHash)
                + DER.encode(DER.integer, serialNumber))
        let next = nextUpdate.map { DER.encode(0xa0, Self.time($0)) } ?? []
        let more = ofAnswer.isEmpty ? [] : DER.encode(0xa1, ofAnswer)
        let answer = DER.encode(DER.sequence, id + status + Self.time(thisUpdate) + next + more)
        let responder =
            isKeyHashed
            ? DER.encode(0xa2, DER.encode(DER.octetString, signer.certificate.publicKeyHash))
            : DER.encode(0xa1, signer.certificate.subject.der)
        let further = ofResponse.isEmpty ? [] : DER.encode(0xa1, ofResponse)
        let content = DER.encode(
            DER.sequence,
            responder + Self.time(thisUpdate) + DER.encode(DER.sequence, answer) + further)
        // Over SHA-256, by RSA with an algorithm's number and no parameters, or by ECDSA.
        let isRSA = signer.key.kind.algorithm == .rsa
        let number: [UInt8] =
            isRSA
            ? [6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 11, 5, 0]
            : [6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2]
        let algorithm = DER.encode(DER.sequence, number)
        let signature = try signer.key.sign(content, isRSA ? .rsaPKCS1(.sha256) : .ecdsaSHA256)
        let along = DER.encode(0xa0, DER.encode(DER.sequence, certificates.flatMap { Array($0.der) }))
        let basic = DER.encode(
            DER.sequence,
            content + algorithm + DER.encode(0x03, [0] + signature) + (certificates.isEmpty ? [] : along))
        let type: [UInt8] = [6, 9, 0x2b, 6, 1, 5, 5, 7, 0x30, 1, 1]
        let bytes = DER.encode(
            0xa0, DER.encode(DER.sequence, type + DER.encode(DER.octetString, basic)))
        return try OCSPResponse(der: DER.encode(DER.sequence, [0x0a, 1, 0] + bytes))
    }
}
