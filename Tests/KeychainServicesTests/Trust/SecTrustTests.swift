import Foundation
import KeychainServices
import XCTest

@testable import SecureStoreCertificates

/// Tests of what an evaluation is made of and told.
final class SecTrustTests: TrustTestCase {
    private func status(_ certificates: CFTypeRef, _ policies: CFTypeRef? = nil) -> OSStatus {
        var trust: SecTrust?
        let status = unsafe SecTrustCreateWithCertificates(certificates, policies, &trust)
        XCTAssertEqual(status == errSecSuccess, trust != nil)
        return status
    }

    // MARK: - Making one

    func test_create_withOneOrAnArray_succeeds() throws {
        let (leaf, policy) = (try leaf(), SecPolicyCreateBasicX509())
        XCTAssertEqual(status(leaf), errSecSuccess)
        XCTAssertEqual(status([leaf, try anchor()] as NSArray, policy), errSecSuccess)
        XCTAssertEqual(status(leaf, [policy, policy] as NSArray), errSecSuccess)
        XCTAssertEqual(status(leaf, [] as NSArray), errSecSuccess)
    }

    func test_create_withSomethingElse_answersParam() throws {
        let leaf = try leaf()
        XCTAssertEqual(status([] as NSArray), errSecParam)
        XCTAssertEqual(status(NSData()), errSecParam)
        XCTAssertEqual(status([leaf, NSData()] as NSArray), errSecParam)
        XCTAssertEqual(status(leaf, NSNull()), errSecParam)
        XCTAssertEqual(status(leaf, [leaf] as NSArray), errSecParam)
    }

    func test_create_thatFails_leavesNoEarlierOne() throws {
        var trust: SecTrust? = try self.trust(leaf())
        XCTAssertEqual(unsafe SecTrustCreateWithCertificates(NSData(), nil, &trust), errSecParam)
        XCTAssertNil(trust)
    }

    func test_typeID_isThatOfTrust() throws {
        XCTAssertEqual(CFGetTypeID(try trust(leaf())), SecTrustGetTypeID())
    }

    // MARK: - Policies

    private func policies(_ trust: SecTrust) -> [SecPolicy]? {
        var policies: CFArray?
        XCTAssertEqual(unsafe SecTrustCopyPolicies(trust, &policies), errSecSuccess)
        return policies as? [SecPolicy]
    }

    func test_copyPolicies_withoutAny_isTheBasicOne() throws {
        XCTAssertEqual(policies(try trust(leaf())), [SecPolicyCreateBasicX509()])
    }

    func test_setPolicies_replacesThem() throws {
        let trust = try trust(leaf())
        let policy = SecPolicyCreateSSL(true, "other.example" as CFString)
        XCTAssertEqual(SecTrustSetPolicies(trust, policy), errSecSuccess)
        XCTAssertEqual(policies(trust), [policy])
        XCTAssertEqual(code(trust), errSecHostNameMismatch)
    }

    func test_setPolicies_ofSomethingElse_answersParamAndChangesNothing() throws {
        let trust = try trust(leaf())
        XCTAssertEqual(SecTrustSetPolicies(trust, NSData()), errSecParam)
        XCTAssertEqual(policies(trust), [SecPolicyCreateBasicX509()])
    }

    // MARK: - Anchors

    private func anchors(_ trust: SecTrust) -> [SecCertificate]? {
        var anchors: CFArray?
        XCTAssertEqual(unsafe SecTrustCopyCustomAnchorCertificates(trust, &anchors), errSecSuccess)
        return anchors as? [SecCertificate]
    }

    func test_copyCustomAnchors_isWhatWasSet() throws {
        let trust = try trust(leaf())
        XCTAssertEqual(anchors(trust), [try anchor()])
        XCTAssertEqual(SecTrustSetAnchorCertificates(trust, nil), errSecSuccess)
        XCTAssertNil(anchors(trust))
    }

    func test_setAnchors_toNil_trustsTheSystemAlone() throws {
        let trust = try trust(leaf())
        XCTAssertEqual(code(trust), errSecSuccess)
        SecTrustSetAnchorCertificates(trust, nil)
        XCTAssertFalse(SecTrustEvaluateWithError(trust, nil))
    }

    func test_setAnchors_ofSomethingElse_answersParamAndKeepsThem() throws {
        let trust = try trust(leaf())
        XCTAssertEqual(SecTrustSetAnchorCertificates(trust, [NSData()]), errSecParam)
        XCTAssertEqual(code(trust), errSecSuccess)
    }

    func test_setAnchorsOnly_toFalse_keepsTheAnchors() throws {
        let trust = try trust(leaf())
        XCTAssertEqual(SecTrustSetAnchorCertificatesOnly(trust, false), errSecSuccess)
        XCTAssertEqual(code(trust), errSecSuccess)
    }

    func test_setAnchorsOnly_withoutAnchors_trustsNothing() throws {
        let trust = try trust(leaf())
        SecTrustSetAnchorCertificates(trust, nil)
        SecTrustSetAnchorCertificatesOnly(trust, true)
        XCTAssertEqual(code(trust), errSecCreateChainFailed)
    }

    // MARK: - Date

    func test_verifyTime_isTheDateThatWasSet() throws {
        XCTAssertEqual(
            SecTrustGetVerifyTime(try trust(leaf())), Authority.today.timeIntervalSinceReferenceDate)
    }

    func test_verifyTime_withoutDate_isNow() throws {
        var trust: SecTrust?
        unsafe SecTrustCreateWithCertificates(try leaf(), nil, &trust)
        let before = Date().timeIntervalSinceReferenceDate
        XCTAssertGreaterThanOrEqual(SecTrustGetVerifyTime(try XCTUnwrap(trust)), before)
    }
}
