import Foundation
import KeychainServices
import XCTest

@testable import SecureStoreCertificates

/// A test of trust, with an authority of its own and a certificate that it issued to `host.example`.
class TrustTestCase: XCTestCase {
    private(set) var root = try? Authority()

    /// The root's certificate as an anchor.
    func anchor() throws -> SecCertificate { try reference(XCTUnwrap(root).certificate) }

    func reference(_ certificate: Certificate) throws -> SecCertificate {
        try XCTUnwrap(SecCertificateCreateWithData(nil, certificate.der as NSData))
    }

    /// An evaluation of certificates at the tests' date, with the root as anchor unless it is not to be one.
    func trust(
        _ certificates: CFTypeRef, _ policies: CFTypeRef? = nil, isAnchored: Bool = true
    ) throws -> SecTrust {
        var trust: SecTrust?
        XCTAssertEqual(unsafe SecTrustCreateWithCertificates(certificates, policies, &trust), errSecSuccess)
        let made = try XCTUnwrap(trust)
        let anchors = isAnchored ? [try anchor()] : []
        XCTAssertEqual(SecTrustSetAnchorCertificates(made, anchors as NSArray), errSecSuccess)
        XCTAssertEqual(SecTrustSetVerifyDate(made, Authority.today as NSDate), errSecSuccess)
        return made
    }

    /// The evaluation of a leaf that the root has signed.
    func leaf(
        _ change: (inout CertificateForm) -> Void = { _ in }
    ) throws -> SecCertificate { try reference(XCTUnwrap(root).issue("host.example", change)) }

    func result(_ trust: SecTrust) -> SecTrustResultType {
        var result = SecTrustResultType.otherError
        XCTAssertEqual(unsafe SecTrustGetTrustResult(trust, &result), errSecSuccess)
        return result
    }

    /// The code of the error of an evaluation; zero if the certificate is trusted.
    func code(_ trust: SecTrust) -> OSStatus {
        var error: CFError?
        let isTrusted = unsafe SecTrustEvaluateWithError(trust, &error)
        XCTAssertEqual(isTrusted, error == nil)
        return OSStatus(error?.code ?? 0)
    }
}
