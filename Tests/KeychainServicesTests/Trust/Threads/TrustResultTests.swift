import Foundation
import KeychainServices
import SecureStore
import XCTest

@testable import SecureStoreCertificates

/// Tests of what is left of an evaluation: its chain, its key, its result.
final class TrustResultTests: TrustTestCase {
    func test_copyResult_hasDateAndValue() throws {
        let result = try XCTUnwrap(SecTrustCopyResult(trust(leaf())) as? [String: Any])
        XCTAssertEqual(result[kSecTrustEvaluationDate as String] as? Date, Authority.today)
        XCTAssertEqual(
            result[kSecTrustResultValue as String] as? UInt32, SecTrustResultType.unspecified.rawValue)
    }

    private func details(_ trust: SecTrust) -> [[String: Bool]]? {
        SecTrustCopyResult(trust)?[kSecTrustResultDetails] as? [[String: Bool]]
    }

    func test_copyResult_namesApplesChecksThatFailed() throws {
        let leaf = try leaf { form in
            form.validity = Authority.today - 20 * Authority.day...Authority.today + 900 * Authority.day
            form.extendedKeyUsage = []
        }
        let host = SecPolicyCreateSSL(true, "other.example" as CFString)
        let all = ["SSLHostname": false, "ServerAuthEKU": false, "ValidityPeriodMaximums": false]
        XCTAssertEqual(details(try trust(leaf, host)), [all, [:]])
        XCTAssertEqual(details(try trust(leaf)), [[:], [:]])
        let stranger = try Authority("Other").authority()
        let certificates = [try reference(stranger.issue()), try reference(stranger.certificate)]
        XCTAssertEqual(details(try trust(certificates as NSArray)), [[:], ["MissingIntermediate": false]])
    }

    func test_copyProperties_haveATitleEachAndOneError() throws {
        let host = SecPolicyCreateSSL(true, "other.example" as CFString)
        let properties = SecTrustCopyProperties(try trust(leaf(), host)) as? [[String: String]]
        let titles = properties?.map { $0[kSecPropertyTypeTitle as String] }
        XCTAssertEqual(titles, ["host.example", "Root"])
        XCTAssertEqual(properties?[0][kSecPropertyTypeError as String]?.contains("host"), true)
        XCTAssertNil(properties?[1][kSecPropertyTypeError as String])
        let trusted = SecTrustCopyProperties(try trust(leaf())) as? [[String: String]]
        XCTAssertEqual(trusted?.map(\.count), [1, 1])
    }

    // MARK: - The chain

    func test_chain_withoutEvaluation_isEvaluated() throws {
        let (leaf, anchor) = (try leaf(), try anchor())
        let trust = try trust(leaf)
        XCTAssertEqual(SecTrustGetCertificateCount(trust), 2)
        XCTAssertTrue(SecTrustGetCertificateAtIndex(trust, 0) === leaf)
        XCTAssertEqual(SecTrustGetCertificateAtIndex(trust, 1), anchor)
        XCTAssertEqual(result(trust), .unspecified)
    }

    func test_chain_beyondItsEnds_isNil() throws {
        let trust = try trust(leaf())
        for index in [-1, 2, .max, .min] { XCTAssertNil(SecTrustGetCertificateAtIndex(trust, index)) }
    }

    func test_chain_thatLeadsNowhere_goesAsFarAsItCan() throws {
        let middle = try Authority("Other").authority()
        let certificates = [try reference(middle.issue()), try reference(middle.certificate)]
        let trust = try trust(certificates as NSArray)
        XCTAssertEqual(SecTrustCopyCertificateChain(trust) as? [SecCertificate], certificates)
    }

    // MARK: - The key

    func test_copyKey_ofEachKind_isThatOfTheCertificate() throws {
        for kind in [KeyKind.rsa(2_048), .p256, .p384, .p521, .ed25519] {
            let certificate = try XCTUnwrap(root).issue(for: PrivateKey.sample(kind).publicKey)
            let trust = try trust(reference(certificate))
            let copied = try XCTUnwrap(SecTrustCopyKey(trust))
            let attributes = SecKeyCopyAttributes(copied) as? [String: Any]
            XCTAssertEqual(
                attributes?[kSecAttrApplicationLabel as String] as? Data, certificate.publicKeyHash)
            XCTAssertEqual(SecTrustCopyPublicKey(trust), copied)
        }
    }

    // MARK: - A certificate without bytes

    func test_certificateWithoutBytes_isNotTrustedAndHasNothing() throws {
        KeychainStore.use(try ItemStore.inMemory())
        defer { KeychainStore.useDefault() }
        let item: [CFString: Any] = [
            kSecClass: kSecClassCertificate, kSecAttrIssuer: Data([1]), kSecAttrSerialNumber: Data([2]),
            kSecAttrCertificateType: 3, kSecReturnRef: true,
        ]
        var found: CFTypeRef?
        XCTAssertEqual(unsafe SecItemAdd(item as CFDictionary, &found), errSecSuccess)
        let trust = try trust(XCTUnwrap(found))
        XCTAssertEqual(code(trust), errSecInvalidCertificateRef)
        XCTAssertEqual(result(trust), .fatalTrustFailure)
        XCTAssertNil(SecTrustCopyExceptions(trust))
        XCTAssertNil(SecTrustCopyKey(trust))
    }

    // MARK: - Threads

    func test_manyThreads_changeAndEvaluateOne() throws {
        let trust = try trust(leaf())
        DispatchQueue.concurrentPerform(iterations: 64) { place in
            if place % 4 == 0 { SecTrustSetVerifyDate(trust, Authority.today as NSDate) }
            XCTAssertTrue(SecTrustEvaluateWithError(trust, nil))
            XCTAssertEqual(SecTrustGetCertificateCount(trust), 2)
        }
    }
}
