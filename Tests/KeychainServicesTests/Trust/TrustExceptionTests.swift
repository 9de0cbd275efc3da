import Foundation
import KeychainServices
import XCTest

@testable import SecureStoreCertificates

/// Tests of what exceptions excuse, and what not.
final class TrustExceptionTests: TrustTestCase {
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
