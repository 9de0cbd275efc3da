import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCertificates
@testable import KeychainServices

/// Searches for what satisfies a policy.
final class PolicyConditionTests: TrustedRootTestCase {
    private let host = SecPolicyCreateSSL(true, "host.example" as CFString)
    private let basic = SecPolicyCreateBasicX509()

    /// A leaf of an authority that is nowhere.
    private func stranger(_ change: (inout CertificateForm) -> Void = { _ in }) throws -> Certificate {
        try Authority("Unknown").issue("host.example", change)
    }

    // MARK: - What the key takes

    func test_search_byWhatIsNoPolicy_isRefusedInEachClass() {
        let values: [Any] = ["x", 1, true, NSNull(), Data(), [host], ["a": 1], Authority.today, NSObject()]
        for itemClass in [kSecClassCertificate, kSecClassIdentity, kSecClassKey, kSecClassGenericPassword] {
            for value in values {
                XCTAssertEqual(
                    status([kSecClass: itemClass, kSecMatchPolicy: value]), errSecParam, "\(value)")
            }
        }
    }

    func test_search_byPolicyForWhatHasNone_isUnimplemented() {
        for itemClass in [kSecClassGenericPassword, kSecClassInternetPassword, kSecClassKey] {
            XCTAssertEqual(status([kSecClass: itemClass, kSecMatchPolicy: basic]), errSecUnimplemented)
        }
    }

    func test_changeByPolicy_isRefused() {
        let query: [CFString: Any] = [kSecClass: kSecClassCertificate, kSecMatchPolicy: basic]
        XCTAssertEqual(SecItemDelete(query as CFDictionary), errSecParam)
        XCTAssertEqual(
            SecItemUpdate(query as CFDictionary, [kSecAttrLabel: "x"] as CFDictionary), errSecParam)
        XCTAssertEqual(SecItemAdd(query as CFDictionary, nil), errSecParam)
    }

    // MARK: - The certificate alone

    func test_search_forHost_findsItsCertificateWhoeverIssuedIt() throws {
        let found = try store(stranger())
        XCTAssertEqual(certificates([kSecMatchPolicy: host]), [found])
        XCTAssertEqual(certificates([kSecMatchPolicy: SecPolicyCreateSSL(true, nil)]), [found])
    }

    func test_search_forHost_asksNothingThatDependsOnTheIssuer() throws {
        let now = Authority.today
        let found = try store(
            stranger { form in
                form.validity = now - 900 * Authority.day...now + 900 * Authority.day
                form.extendedKeyUsage = []
            })
        XCTAssertEqual(certificates([kSecMatchPolicy: host]), [found])
    }

    func test_search_byPolicyThatIsNotChecked_findsNone() throws {
        try store(XCTUnwrap(root).issue())
        let policy = SecPolicyCreateWithProperties("1.2.840.113635.100.1.19" as NSString, nil)
        XCTAssertEqual(certificates([kSecMatchPolicy: try XCTUnwrap(policy)]), [])
    }

    func test_search_forAnotherHost_findsNone() throws {
        try store(stranger())
        for name in ["other.example", "example", "not a host", ""] {
            let policy = SecPolicyCreateSSL(true, name as CFString)
            XCTAssertEqual(certificates([kSecMatchPolicy: policy]), [], name)
        }
    }

    func test_search_forHost_outsideItsDays_findsNone() throws {
        let found = try store(stranger())
        for (days, expected) in [(-11.0, []), (-9, [found]), (9, [found]), (11, [])] {
            // Each condition alone would do; the date of the one is also that of the other.
            let query: [CFString: Any] = [
                kSecMatchPolicy: host, kSecMatchValidOnDate: Authority.today + days * Authority.day,
            ]
            XCTAssertEqual(certificates(query), expected, "\(days)")
        }
    }

    func test_search_forHost_withoutDate_isForNow() throws {
        let now = Date()
        try store(stranger { $0.validity = now - 20...now - 10 })
        let valid = try store(stranger { $0.validity = now - 20...now + 1_000 })
        try store(stranger { $0.validity = now + 1_000...now + 2_000 })
        let query: [CFString: Any] = [kSecClass: kSecClassCertificate, kSecMatchPolicy: host]
        XCTAssertEqual(found(query), [valid])
        XCTAssertEqual(found(query.merging([kSecMatchValidOnDate: NSNull()]) { $1 }), [valid])
    }

    func test_search_forPurpose_findsWhatIsForIt() throws {
        let mail = try store(stranger { $0.extendedKeyUsage = [.emailProtection] })
        let server = try store(stranger { $0.extendedKeyUsage = [.serverAuthentication] })
        let client = try store(stranger { $0.extendedKeyUsage = [.clientAuthentication] })
        let signer = try store(stranger { $0.extendedKeyUsage = [.codeSigning] })
        let rows: [(SecPolicy?, SecCertificate)] = [
            (SecPolicyCreateWithProperties(kSecPolicyAppleSMIME, nil), mail), (host, server),
            (SecPolicyCreateSSL(false, nil), client),
            (SecPolicyCreateWithProperties(kSecPolicyAppleCodeSigning, nil), signer),
        ]
        for (policy, expected) in rows {
            XCTAssertEqual(certificates([kSecMatchPolicy: try XCTUnwrap(policy)]), [expected])
        }
    }

    func test_search_forServer_withKeyUsageOfNone_findsNone() throws {
        try store(stranger { $0.keyUsage = .dataEncipherment })
        XCTAssertEqual(certificates([kSecMatchPolicy: host]), [])
    }

    func test_search_forMailAddress_findsWhatHasIt() throws {
        let maria = try store(stranger { $0.add(emailAddresses: ["maria@host.example"]) })
        try store(stranger { $0.add(emailAddresses: ["eve@host.example"]) })
        let policy = SecPolicyCreateWithProperties(
            kSecPolicyAppleSMIME, [kSecPolicyName: "maria@host.example"] as NSDictionary)
        XCTAssertEqual(certificates([kSecMatchPolicy: try XCTUnwrap(policy)]), [maria])
    }

    func test_search_forHost_passesOverBytesThatAreNoCertificate() throws {
        let free: [CFString: Any] = [kSecClass: kSecClassCertificate, kSecValueData: Data([1, 2])]
        XCTAssertEqual(SecItemAdd(free as CFDictionary, nil), errSecSuccess)
        XCTAssertEqual(
            status([kSecClass: kSecClassCertificate, kSecMatchPolicy: host]), errSecItemNotFound)
    }

    // MARK: - The chain

    func test_search_byBasicPolicy_findsWhatLeadsToATrustedRoot() throws {
        try store(stranger())
        let trusted = store(try leaf())
        XCTAssertEqual(certificates([kSecMatchPolicy: basic]), [trusted])
        let revocation = SecPolicyCreateRevocation(kSecRevocationUseAnyAvailableMethod)
        XCTAssertEqual(certificates([kSecMatchPolicy: try XCTUnwrap(revocation)]), [trusted])
    }

    func test_search_byPolicyThatNeedsAnAnswer_findsNone() throws {
        store(try leaf())
        let flags = kSecRevocationUseAnyAvailableMethod | kSecRevocationRequirePositiveResponse
        let policy = try XCTUnwrap(SecPolicyCreateRevocation(flags))
        XCTAssertEqual(certificates([kSecMatchPolicy: policy]), [])
    }

    func test_search_byBasicPolicy_takesIntermediatesFromTheStore() throws {
        let middle = try XCTUnwrap(root).authority()
        let low = try middle.authority("Low")
        let leaf = try store(low.issue())
        XCTAssertEqual(certificates([kSecMatchPolicy: basic]), [])
        let found = [leaf, try store(low.certificate), try store(middle.certificate)]
        XCTAssertEqual(certificates([kSecMatchPolicy: basic]), found)
    }

    func test_search_byBasicPolicy_takesNoRootFromTheStore() throws {
        let other = try Authority("Other")
        try store(other.certificate)
        try store(other.issue())
        XCTAssertEqual(certificates([kSecMatchPolicy: basic]), [])
    }

    func test_search_byBasicPolicy_withSeveralIssuersOfTheName_findsTheValidOne() throws {
        let root = try XCTUnwrap(root)
        let middle = try root.authority()
        try store(Authority("Intermediate").certificate)
        try store(root.cross(middle) { $0.validity = Authority.today - 9...Authority.today - 8 })
        let leaf = try store(middle.issue())
        XCTAssertEqual(certificates([kSecMatchPolicy: basic]), [])
        try store(middle.certificate)
        XCTAssertTrue(certificates([kSecMatchPolicy: basic]).contains(leaf))
    }
}
