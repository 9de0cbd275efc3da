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
