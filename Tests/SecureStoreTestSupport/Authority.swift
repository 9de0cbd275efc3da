import Foundation
import XCTest

@testable import SecureStoreCertificates

/// An authority of the tests' own, with its key.
struct Authority {
    /// The date at which the tests take place.
    static let today = Date(timeIntervalSince1970: 1_800_000_000)
    static let day = 86_400.0

    let certificate: Certificate
    let key: PrivateKey

    /// A root.
    init(_ name: String = "Root", key: PrivateKey? = nil, validAt date: Date = today) throws {
        self.key = try key ?? .generate(.p256)
        certificate = try .selfSigned(
            subject: DistinguishedName([.commonName: name]), as: .authority(), key: self.key,
            validity: date - 1000 * Self.day...date + 1000 * Self.day)
    }

    init(certificate: Certificate, key: PrivateKey) {
        (self.certificate, self.key) = (certificate, key)
    }

    /// A certificate for servers, clients and mail that this authority issues, changed before it is signed.
    func issue(
        _ host: String = "host.example", for key: PublicKey? = nil,
        _ change: (inout CertificateForm) -> Void = { _ in }
    ) throws -> Certificate {
        let publicKey = try key?.der ?? PrivateKey.generate(.p256).publicKey.der
        var form = CertificateForm(
            subject: try DistinguishedName([.commonName: host]), issuer: certificate.subject,
            validity: Self.today - 10 * Self.day...Self.today + 10 * Self.day, subjectPublicKeyInfo: publicKey
        )
        form.names = [DER.encode(0x82, host.utf8)]
        form.extendedKeyUsage = [.serverAuthentication, .clientAuthentication, .emailProtection]
        form.authorityKeyID = certificate.subjectKeyID
        form.subjectKeyID = Certificate.identifier(ofKey: publicKey)
        change(&form)
        return try form.signed(with: self.key)
    }

    /// An authority below this one.
    func authority(
        _ name: String = "Intermediate", _ change: (inout CertificateForm) -> Void = { _ in }
    ) throws -> Authority {
        let key = try PrivateKey.generate(.p256)
        let certificate = try issue(name, for: key.publicKey) { form in
            (form.constraints, form.names) = (CertificateForm.authority, [])
            form.extendedKeyUsage = []
            change(&form)
        }
        return Authority(certificate: certificate, key: key)
    }

    /// A further certificate for the key of another authority, which this one issues.
    func cross(
        _ other: Authority, _ change: (inout CertificateForm) -> Void = { _ in }
    ) throws -> Certificate {
        try issue(for: other.key.publicKey) { form in
            (form.subject, form.names) = (other.certificate.subject, [])
            form.constraints = CertificateForm.authority
            form.extendedKeyUsage = []
            change(&form)
        }
    }
}

/// Asserts that a validation fails for this reason, and gives the error back.
@discardableResult
func assertFails(
    _ reason: TrustError.Reason, _ text: String = "", file: StaticString = #filePath, line: UInt = #line,
    _ body: () throws -> [Certificate]
) -> TrustError? {
    do { XCTFail("\(text): a chain of \(try body().count)", file: file, line: line) } catch {
        XCTAssertEqual((error as? TrustError)?.reason, reason, "\(text) \(error)", file: file, line: line)
        return error as? TrustError
    }
    return nil
}
