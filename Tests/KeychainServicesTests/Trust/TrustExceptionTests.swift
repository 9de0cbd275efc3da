import Foundation
import KeychainServices
import XCTest

@testable import SecureStoreCertificates

/// Tests of what exceptions excuse, and what not.
final class TrustExceptionTests: TrustTestCase {
    func test_setOptions_excusesWhatTheyName() throws {
        let stranger = try reference(Authority("Other").certificate)
        let rows: [(SecTrustOptionFlags, SecCertificate, days: Double, SecTrustResultType)] = [
            (.allowExpired, try leaf(), 11, .proceed), (.allowExpired, try leaf(), -11, .proceed),
            (.allowExpiredRoot, try leaf(), 11, .recoverableTrustFailure),
            (.implicitAnchors, stranger, 0, .proceed),
            (.implicitAnchors, stranger, 2_000, .recoverableTrustFailure),
            ([.implicitAnchors, .allowExpiredRoot], stranger, 2_000, .proceed),
            (.allowExpired, stranger, 0, .recoverableTrustFailure),
            ([.leafIsCA, .fetchIssuerFromNet, .useTrustSettings], try leaf(), 0, .unspecified),
            (.requireRevPerCert, try leaf(), 0, .recoverableTrustFailure),
        ]
        for (place, row) in rows.enumerated() {
            let trust = try trust(row.1)
            SecTrustSetVerifyDate(trust, (Authority.today + row.days * Authority.day) as NSDate)
            XCTAssertEqual(SecTrustSetOptions(trust, row.0), errSecSuccess)
            XCTAssertEqual(code(trust) == 0, [.proceed, .unspecified].contains(row.3), "row \(place)")
            XCTAssertEqual(result(trust), row.3, "row \(place)")
        }
    }

    func test_setOptions_excusesNoFalseSignatureAndNoOtherHost() throws {
        let all = SecTrustOptionFlags([.allowExpired, .allowExpiredRoot, .implicitAnchors])
        let twin = try XCTUnwrap(root).issue().replacing(
            [1], with: [1], signedWith: PrivateKey.generate(.p256))
        for (certificate, expected) in [
            (try reference(twin), errSecCreateChainFailed), (try leaf(), errSecHostNameMismatch),
        ] {
            let trust = try trust(certificate, other)
            SecTrustSetOptions(trust, all)
            XCTAssertEqual(code(trust), expected)
        }
    }

    private let other = SecPolicyCreateSSL(true, "other.example" as CFString)

    func test_exceptions_excuseWhatWasWrong() throws {
        let trust = try trust(leaf(), other, isAnchored: false)
        XCTAssertNotEqual(code(trust), errSecSuccess)
        XCTAssertTrue(SecTrustSetExceptions(trust, SecTrustCopyExceptions(trust)))
        XCTAssertEqual(result(trust), .invalid)
        XCTAssertEqual(code(trust), errSecSuccess)
        XCTAssertEqual(result(trust), .proceed)
    }

    func test_exceptions_doNotExcuseWhatTheyHide() throws {
        let trust = try trust(leaf(), isAnchored: false)
        let exceptions = SecTrustCopyExceptions(trust)
        SecTrustSetVerifyDate(trust, (Authority.today + 11 * Authority.day) as NSDate)
        XCTAssertTrue(SecTrustSetExceptions(trust, exceptions))
        XCTAssertNotEqual(code(trust), errSecSuccess)
        XCTAssertEqual(result(trust), .recoverableTrustFailure)
    }

    func test_exceptions_forOneHost_doNotExcuseAnother() throws {
        let trust = try trust(leaf(), other)
        let exceptions = SecTrustCopyExceptions(trust)
        SecTrustSetPolicies(trust, SecPolicyCreateSSL(true, "third.example" as CFString))
        XCTAssertTrue(SecTrustSetExceptions(trust, exceptions))
        XCTAssertEqual(code(trust), errSecHostNameMismatch)
    }

    func test_exceptions_ofAnotherCertificate_areRefused() throws {
        let exceptions = SecTrustCopyExceptions(try trust(leaf(), other))
        let trust = try trust(leaf(), other)
        XCTAssertFalse(SecTrustSetExceptions(trust, exceptions))
        XCTAssertEqual(code(trust), errSecHostNameMismatch)
    }

    func test_exceptions_ofOtherBytes_areRefusedAndEndEarlierOnes() throws {
        let trust = try trust(leaf(), other)
        let rows: [NSData?] = [
            nil, NSData(), NSData(data: Data([0xff, 0x0a])), NSData(data: Data("trust exceptions 1".utf8)),
        ]
        for data in rows {
            XCTAssertTrue(SecTrustSetExceptions(trust, SecTrustCopyExceptions(trust)))
            XCTAssertFalse(SecTrustSetExceptions(trust, data))
            XCTAssertEqual(code(trust), errSecHostNameMismatch)
        }
    }

    func test_exceptions_ofValidCertificate_changeNothing() throws {
        let trust = try trust(leaf())
        XCTAssertTrue(SecTrustSetExceptions(trust, SecTrustCopyExceptions(trust)))
        XCTAssertEqual(code(trust), errSecSuccess)
        XCTAssertEqual(result(trust), .unspecified)
    }

    func test_exceptions_doNotExcuseFalseSignature() throws {
        let stranger = try Authority().issue { $0.authorityKeyID = self.root?.certificate.subjectKeyID }
        let trust = try trust(reference(stranger))
        XCTAssertTrue(SecTrustSetExceptions(trust, SecTrustCopyExceptions(trust)))
        XCTAssertEqual(code(trust), errSecCreateChainFailed)
        XCTAssertEqual(result(trust), .fatalTrustFailure)
    }

    func test_exceptions_areTheSameForOneTrustOfTheSame() throws {
        let leaf = try leaf()
        let (first, second) = (try trust(leaf, other), try trust(leaf, other))
        XCTAssertTrue(SecTrustSetExceptions(second, SecTrustCopyExceptions(first)))
        XCTAssertEqual(code(second), errSecSuccess)
        XCTAssertEqual(code(first), errSecHostNameMismatch)
    }
}
