import Foundation
import KeychainServices
import XCTest

@testable import SecureStoreCertificates

/// The code that each failure of an evaluation has, as Apple's list of policy checks gives it.
final class TrustCodeTests: TrustTestCase {
    private struct Row {
        let name: String
        let code: OSStatus
        let result: SecTrustResultType
        let line: UInt
        let make: () throws -> SecTrust

        init(_ name: String, line: UInt = #line, _ make: @escaping () throws -> SecTrust) {
            self.init(name, errSecSuccess, .unspecified, line: line, make)
        }

        init(
            _ name: String, _ code: OSStatus, _ result: SecTrustResultType = .recoverableTrustFailure,
            line: UInt = #line, _ make: @escaping () throws -> SecTrust
        ) { (self.name, self.code, self.result, self.line, self.make) = (name, code, result, line, make) }
    }

    private func check(_ rows: [Row]) throws {
        for row in rows {
            let trust = try row.make()
            XCTAssertEqual(code(trust), row.code, row.name, line: row.line)
            XCTAssertEqual(result(trust), row.result, row.name, line: row.line)
        }
    }

    private func dated(_ certificate: SecCertificate, _ days: Double, _ host: String) throws -> SecTrust {
        let trust = try trust(certificate, SecPolicyCreateSSL(true, host as CFString))
        SecTrustSetVerifyDate(trust, (Authority.today + days * Authority.day) as NSDate)
        return trust
    }

    /// A leaf below an authority of the root's, which is changed first.
    private func below(_ change: (inout CertificateForm) -> Void) throws -> SecTrust {
        let middle = try XCTUnwrap(root).authority("Middle", change)
        return try trust([reference(middle.issue()), reference(middle.certificate)] as NSArray)
    }

    private func policy(_ identifier: CFString, _ name: String? = nil) -> SecPolicy? {
        SecPolicyCreateWithProperties(identifier, name.map { [kSecPolicyName: $0] as NSDictionary })
    }

    func test_error_ofTheLeaf_hasApplesCode() throws {
        let host = "host.example"
        try check([
            Row("expired", -67_818) { try self.dated(self.leaf(), 11, host) },
            // Apple's check of dates has one code for both ends.
            Row("not yet valid", -67_818) { try self.dated(self.leaf(), -11, host) },
            Row("another host", -67_602) { try self.dated(self.leaf(), 0, "other.example") },
            Row("no name at all", -67_602) {
                try self.dated(self.leaf { $0.names = [] }, 0, host)
            },
            Row("another address", -67_623) {
                try self.trust(self.leaf(), self.policy(kSecPolicyAppleSMIME, "eve@host.example"))
            },
            Row("another extended use", -67_609) {
                try self.trust(
                    self.leaf { $0.extendedKeyUsage = [.clientAuthentication] }, SecPolicyCreateSSL(true, nil)
                )
            },
            Row("no use for programs", -67_609) {
                try self.trust(self.leaf(), self.policy(kSecPolicyAppleCodeSigning))
            },
            Row("another use", -67_608) {
                try self.trust(
                    self.leaf { $0.keyUsage = .certificateSigning }, SecPolicyCreateSSL(true, nil))
            },
        ])
    }

    func test_error_ofServer_hasApplesCode() throws {
        let host = "host.example"
        let long = Authority.today - 400 * Authority.day...Authority.today + 500 * Authority.day
        try check([
            Row("no extended use", -67_609) {
                try self.dated(self.leaf { $0.extendedKeyUsage = [] }, 0, host)
            },
            Row("no extended use of a client") {
                try self.trust(self.leaf { $0.extendedKeyUsage = [] }, SecPolicyCreateSSL(false, nil))
            },
            Row("any extended use of a client") {
                try self.trust(self.leaf { $0.extendedKeyUsage = [.any] }, SecPolicyCreateSSL(false, nil))
            },
            Row("valid for too long", -67_901) { try self.dated(self.leaf { $0.validity = long }, 0, host) },
            Row("too long before trust", -67_901) {
                try self.dated(self.reference(Authority("Other").issue { $0.validity = long }), 0, host)
            },
            Row("valid for long, for any purpose") { try self.trust(self.leaf { $0.validity = long }) },
        ])
    }

    func test_error_ofTheChain_hasApplesCode() throws {
        let other = try Authority("Other")
        try check([
            Row("an unknown root", -67_843) { try self.trust(self.reference(other.certificate)) },
            Row("a missing issuer", -25_318) { try self.trust(self.reference(other.issue())) },
            Row("no anchors", -25_318) { try self.trust(self.leaf(), isAnchored: false) },
            Row("an issuer that is none", -67_605, .fatalTrustFailure) {
                try self.below { $0.constraints = [] }
            },
            Row("a false signature", -25_318, .fatalTrustFailure) {
                let twin = try Authority("Root")
                return try self.trust(self.reference(twin.issue { $0.authorityKeyID = nil }))
            },
            Row("too many authorities", -67_611, .fatalTrustFailure) {
                let first = try XCTUnwrap(self.root).authority("First") { $0.constraints += [2, 1, 0] }
                let second = try first.authority("Second")
                let chain = [try second.issue(), second.certificate, first.certificate]
                return try self.trust(try chain.map(self.reference) as NSArray)
            },
        ])
    }

    func test_error_ofRevocationPolicy_isOneOnlyIfAnAnswerIsRequired() throws {
        let required = kSecRevocationOCSPMethod | kSecRevocationRequirePositiveResponse
        let rows = [(kSecRevocationUseAnyAvailableMethod, errSecSuccess), (required, -67_635)]
        for (flags, expected) in rows {
            let policy = try XCTUnwrap(SecPolicyCreateRevocation(flags))
            let trust = try trust(leaf(), [SecPolicyCreateSSL(true, "host.example"), policy] as NSArray)
            XCTAssertEqual(code(trust), expected)
            XCTAssertEqual(SecTrustSetNetworkFetchAllowed(trust, true), errSecSuccess)
            XCTAssertEqual(code(trust), expected)
        }
        XCTAssertNil(SecPolicyCreateRevocation(kSecRevocationRequirePositiveResponse))
    }

    func test_error_ofPolicyThatIsNotChecked_isFatal() throws {
        // Of receipts, and one that Apple's headers keep to themselves.
        for number in [19, 71] {
            let identifier = "1.2.840.113635.100.1.\(number)" as NSString
            let policy = try XCTUnwrap(SecPolicyCreateWithProperties(identifier, nil))
            XCTAssertEqual(SecPolicyCopyProperties(policy)?[kSecPolicyOid] as? NSString, identifier)
            for policies in [[policy], [SecPolicyCreateBasicX509(), policy]] {
                let trust = try trust(leaf(), policies as NSArray)
                XCTAssertEqual(code(trust), errSecPolicyNotFound)
                XCTAssertEqual(result(trust), .fatalTrustFailure)
                XCTAssertFalse(
                    SecTrustSetExceptions(trust, SecTrustCopyExceptions(trust)) && code(trust) == 0)
            }
        }
    }

    func test_certificate_withTheLongestSerialNumber_isReadAndTrusted() throws {
        for count in [1, 20, 40] {
            let number = [0x7f] + [UInt8](repeating: 0xff, count: count - 1)
            let leaf = try leaf { $0.serialNumber = number }
            XCTAssertEqual(SecCertificateCopySerialNumberData(leaf, nil) as Data?, Data(number))
            XCTAssertEqual(code(try trust(leaf)), errSecSuccess)
        }
    }

    func test_certificate_withAnExtensionThatCannotBeRead_isMadeAndNotTrusted() throws {
        for (identifier, isCritical) in [("2.5.29.37", true), ("2.5.29.17", false)] {
            let leaf = try leaf {
                ($0.extendedKeyUsage, $0.names) = ([], [])
                $0.further = [
                    CertificateExtension(identifier: identifier, isCritical: isCritical, value: [0x30, 5, 1])
                ]
            }
            let trust = try trust(leaf)
            XCTAssertEqual(code(trust), errSecUnknownCertExtension, identifier)
            XCTAssertEqual(result(trust), .fatalTrustFailure, identifier)
        }
    }

    func test_error_namesTheCertificateByItsSummary() throws {
        let late = try dated(leaf(), 11, "host.example")
        let middle = try below { $0.constraints = [] }
        for (trust, name, place) in [(late, "host.example", 0), (middle, "Middle", 1)] {
            var thrown: CFError?
            XCTAssertFalse(unsafe SecTrustEvaluateWithError(trust, &thrown))
            let error = try XCTUnwrap(thrown)
            XCTAssertTrue(error.localizedDescription.hasPrefix("“\(name)” certificate"))
            let below = try XCTUnwrap(error.userInfo[NSUnderlyingErrorKey] as? NSError)
            XCTAssertEqual(below.code, error.code)
            XCTAssertTrue(below.localizedDescription.hasPrefix("Certificate \(place) “\(name)” has errors: "))
        }
    }

    func test_error_ofSeveralFailures_isTheOneThatApplePutsFirst() throws {
        let stranger = try reference(Authority("Other").issue())
        try check([
            Row("name before date", -67_602) { try self.dated(self.leaf(), 11, "other.example") },
            Row("trust before name", -25_318) { try self.dated(stranger, 0, "other.example") },
            Row("trust before date", -25_318) { try self.dated(stranger, 11, "host.example") },
            Row("use before name", -67_609) {
                let client = try self.leaf { $0.extendedKeyUsage = [.clientAuthentication] }
                return try self.dated(client, 0, "other.example")
            },
        ])
    }
}
