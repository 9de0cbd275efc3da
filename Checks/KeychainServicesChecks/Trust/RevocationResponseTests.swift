import Foundation
import SecureStore
import XCTest

@testable import KeychainServices
@testable import SecureStoreCertificates

/// Responses of OCSP, which `openssl` signs, in the hands of Apple's calls.
final class RevocationResponseTests: XCTestCase {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "ocsp-\(UUID())")

    override func setUpWithError() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        addTeardownBlock { [folder] in try FileManager.default.removeItem(at: folder) }
    }

    /// A trust in a certificate that has to be known as not revoked, and the response about it.
    private func make(revoked: Bool) throws -> (SecTrust, Data) {
        let (openssl, root) = (try Tool("openssl"), try Authority(validAt: Date()))
        let leaf = try root.certificate.issue(
            CertificateRequest(
                subject: DistinguishedName([.commonName: "host"]), as: .server("host.example"),
                key: .generate(.p256)), key: root.key, validity: Date() - 60...Date() + 86_400
        ).certificate
        let serial = leaf.serialNumber.map { String(format: "%02X", $0) }.joined()
        let state = revoked ? "R\t991231000000Z\t260101000000Z" : "V\t991231000000Z\t"
        let files: [(String, Data)] = [
            ("ca", Data(root.certificate.pem.utf8)), ("leaf", Data(leaf.pem.utf8)),
            ("key", try root.key.pem().withBytes { Data($0) }),
            ("index", Data("\(state)\t\(serial)\tunknown\t/CN=host\n".utf8)),
        ]
        for (name, content) in files { try content.write(to: folder.appending(path: name)) }
        let words = "ocsp -noverify -ndays 1 -index @index -CA @ca -rsigner @ca -rkey @key -issuer @ca "
        try openssl.run(
            (words + "-cert @leaf -respout @response").split(separator: " ").map {
                $0.hasPrefix("@") ? folder.appending(path: String($0.dropFirst())).path : String($0)
            })
        let flags = kSecRevocationUseAnyAvailableMethod | kSecRevocationRequirePositiveResponse
        let policies = [
            SecPolicyCreateSSL(true, "host.example"), try XCTUnwrap(SecPolicyCreateRevocation(flags)),
        ]
        var made: SecTrust?
        unsafe SecTrustCreateWithCertificates(try SecCertificate(leaf), policies as NSArray, &made)
        let trust = try XCTUnwrap(made)
        SecTrustSetAnchorCertificates(trust, [try SecCertificate(root.certificate)] as NSArray)
        return (trust, try Data(contentsOf: folder.appending(path: "response")))
    }

    private func code(_ trust: SecTrust) -> Int {
        var error: CFError?
        return unsafe SecTrustEvaluateWithError(trust, &error) ? 0 : error.map { CFErrorGetCode($0) } ?? -1
    }

    func test_evaluation_withAGoodResponse_succeeds() throws {
        let (trust, response) = try make(revoked: false)
        XCTAssertEqual(code(trust), Int(errSecIncompleteCertRevocationCheck))
        XCTAssertEqual(SecTrustSetOCSPResponse(trust, [response] as NSArray), errSecSuccess)
        XCTAssertEqual(code(trust), 0)
        XCTAssertEqual(SecTrustSetOCSPResponse(trust, nil), errSecSuccess)
        XCTAssertEqual(code(trust), Int(errSecIncompleteCertRevocationCheck))
    }

    func test_evaluation_withAResponseThatSaysRevoked_fails() throws {
        let (trust, response) = try make(revoked: true)
        XCTAssertEqual(SecTrustSetOCSPResponse(trust, response as NSData), errSecSuccess)
        XCTAssertEqual(code(trust), Int(errSecCertificateRevoked))
        XCTAssertEqual(SecTrustSetPolicies(trust, SecPolicyCreateSSL(true, "host.example")), errSecSuccess)
        XCTAssertEqual(code(trust), Int(errSecCertificateRevoked))
    }

    func test_setResponse_withWhatIsNone_neverVouches() throws {
        let (trust, response) = try make(revoked: false)
        XCTAssertEqual(SecTrustSetOCSPResponse(trust, (response + [0]) as NSData), errSecSuccess)
        XCTAssertEqual(code(trust), Int(errSecIncompleteCertRevocationCheck))
        XCTAssertEqual(SecTrustSetOCSPResponse(trust, "text" as NSString), errSecParam)
    }
}
