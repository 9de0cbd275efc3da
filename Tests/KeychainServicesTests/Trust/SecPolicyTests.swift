import Foundation
import KeychainServices
import SecureStore
import XCTest

/// Tests of what policies are made of, and what they say about themselves.
final class SecPolicyTests: XCTestCase {
    private func properties(_ policy: SecPolicy?) -> [String: AnyHashable]? {
        policy.flatMap { SecPolicyCopyProperties($0) } as? [String: AnyHashable]
    }

    func test_copyProperties_ofBasic_isTheIdentifier() {
        XCTAssertEqual(
            properties(SecPolicyCreateBasicX509()),
            [kSecPolicyOid as String: "1.2.840.113635.100.1.2"])
    }

    func test_copyProperties_ofServer_namesTheHost() {
        XCTAssertEqual(
            properties(SecPolicyCreateSSL(true, "host.example" as CFString)),
            [
                kSecPolicyOid as String: kSecPolicyAppleSSL as String,
                kSecPolicyName as String: "host.example",
            ])
    }

    func test_copyProperties_ofClient_saysSo() {
        XCTAssertEqual(
            properties(SecPolicyCreateSSL(false, nil)),
            [kSecPolicyOid as String: kSecPolicyAppleSSL as String, kSecPolicyClient as String: true])
    }

    func test_createWithProperties_ofWhatCopyPropertiesGave_isEqual() throws {
        let rows = [
            SecPolicyCreateBasicX509(), SecPolicyCreateSSL(true, nil), SecPolicyCreateSSL(false, nil),
            SecPolicyCreateSSL(true, "host.example" as CFString),
        ]
        for policy in rows {
            let properties = try XCTUnwrap(SecPolicyCopyProperties(policy))
            let identifier = try XCTUnwrap(properties[kSecPolicyOid] as? NSString)
            XCTAssertEqual(SecPolicyCreateWithProperties(identifier, properties), policy)
        }
    }

    func test_createWithProperties_ofEachIdentifier_makesThatPolicy() {
        let rows = [
            kSecPolicyAppleX509Basic, kSecPolicyAppleSSL, kSecPolicyAppleSMIME, kSecPolicyAppleCodeSigning,
        ]
        for identifier in rows {
            XCTAssertEqual(
                properties(SecPolicyCreateWithProperties(identifier, nil)),
                [kSecPolicyOid as String: identifier as String])
        }
    }

    func test_createWithProperties_ofRevocation_hasItsFlags() throws {
        let flags = kSecRevocationOCSPMethod | kSecRevocationRequirePositiveResponse
        let given = [kSecPolicyRevocationFlags: flags] as NSDictionary
        let policy = try XCTUnwrap(SecPolicyCreateWithProperties(kSecPolicyAppleRevocation, given))
        XCTAssertEqual(policy, SecPolicyCreateRevocation(flags))
        XCTAssertEqual(SecPolicyCopyProperties(policy)?[kSecPolicyRevocationFlags] as? CFOptionFlags, flags)
        let text = [kSecPolicyRevocationFlags: "ocsp"] as NSDictionary
        XCTAssertNil(SecPolicyCreateWithProperties(kSecPolicyAppleRevocation, text))
        XCTAssertNil(SecPolicyCreateWithProperties(kSecPolicyAppleRevocation, nil))
        XCTAssertNil(SecPolicyCreateWithProperties(kSecPolicyAppleX509Basic, given))
    }

    func test_createWithProperties_ofReceipts_isOneThatNothingSatisfies() throws {
        let policy = try XCTUnwrap(SecPolicyCreateWithProperties(kSecPolicyMacAppStoreReceipt, nil))
        XCTAssertNotEqual(policy, SecPolicyCreateBasicX509())
        var trust: SecTrust?
        let certificate = SecCertificateCreateWithData(nil, SampleCertificate.der as NSData)
        XCTAssertEqual(
            unsafe SecTrustCreateWithCertificates(try XCTUnwrap(certificate), policy, &trust), errSecSuccess)
        let made = try XCTUnwrap(trust)
        SecTrustSetAnchorCertificates(made, [try XCTUnwrap(certificate)])
        var error: CFError?
        XCTAssertFalse(unsafe SecTrustEvaluateWithError(made, &error))
        XCTAssertEqual(error?.code, Int(errSecPolicyNotFound))
    }

    func test_createWithProperties_ofMail_looksForTheAddress() {
        let policy = SecPolicyCreateWithProperties(
            kSecPolicyAppleSMIME, [kSecPolicyName: "maria@host.example"] as CFDictionary)
        XCTAssertEqual(properties(policy)?[kSecPolicyName as String], "maria@host.example")
    }

    func test_createWithProperties_ofWhatIsNotChecked_isNilAndReported() {
        let rows: [(CFTypeRef, CFDictionary?, OSStatus)] = [
            ("1.2.3.4" as NSString, nil, errSecUnimplemented),
            (7 as NSNumber, nil, errSecUnimplemented),
            (kSecPolicyAppleSSL, [kSecPolicyName: 7] as NSDictionary, errSecParam),
            (kSecPolicyAppleSSL, [kSecPolicyClient: "yes"] as NSDictionary, errSecParam),
            (kSecPolicyAppleSSL, ["SecPolicyTeamIdentifier": "team"] as NSDictionary, errSecParam),
        ]
        let heard = Locked<OSStatus>(0)
        KeychainStore.reportErrors { error in heard.update { $0 = error.status.rawValue } }
        defer { KeychainStore.reportErrors(to: nil) }
        for (identifier, properties, status) in rows {
            XCTAssertNil(SecPolicyCreateWithProperties(identifier, properties))
            XCTAssertEqual(heard.value, status, "\(properties ?? [:])")
        }
    }

    func test_policies_areEqualByPurposeAndName() {
        let policy = SecPolicyCreateSSL(true, "host.example" as CFString)
        XCTAssertTrue(CFEqual(policy, SecPolicyCreateSSL(true, "host.example" as CFString)))
        XCTAssertFalse(CFEqual(policy, SecPolicyCreateSSL(false, "host.example" as CFString)))
        XCTAssertFalse(CFEqual(policy, SecPolicyCreateSSL(true, "other.example" as CFString)))
        XCTAssertEqual(CFGetTypeID(policy), SecPolicyGetTypeID())
    }
}
