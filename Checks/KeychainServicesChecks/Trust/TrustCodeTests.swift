import Foundation
import KeychainServices
import XCTest

@testable import SecureStoreCertificates

/// The code that each failure of an evaluation has, as Apple's list of policy checks gives it.
final class TrustCodeTests: TrustTestCase {
    func test_error_ofWhatOpensslMakes_hasApplesCode() throws {
        let made = try OpenSSLChain()
        let rows: [(String, [String: String], OSStatus)] = [
            ("a small key", ["key": "rsa:1024"], -67_735), ("SHA-1", ["digest": "sha1"], -67_815),
            ("a critical extension", ["leaf": "1.2.3.4.5 = critical,ASN1:UTF8String:x"], -67_603),
            ("a broken extension", ["leaf": "keyUsage = DER:0102"], -67_618),
            ("a name", ["root": "nameConstraints = critical,permitted;DNS:other.example"], -67_689),
            ("a policy", ["leaf": "policyConstraints = critical,requireExplicitPolicy:0"], -67_835),
            ("an issuer without constraints", ["authority": "subjectKeyIdentifier = hash"], -67_604),
        ]
        for (name, words, expected) in rows {
            let (chain, root) = try made.make(words)
            let trust = try trust(try chain.map(reference) as NSArray, SecPolicyCreateSSL(true, nil))
            SecTrustSetAnchorCertificates(trust, [try reference(root)] as NSArray)
            SecTrustSetVerifyDate(trust, (chain[0].notBefore + 60) as NSDate)
            XCTAssertEqual(code(trust), expected, name)
            XCTAssertEqual(result(trust), .fatalTrustFailure, name)
        }
    }
}
