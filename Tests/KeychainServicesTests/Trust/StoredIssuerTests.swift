import Foundation
import KeychainServices
import SecureStore
import XCTest

@testable import SecureStoreCertificates

/// Issuers that are in the keychain and were not given.
final class StoredIssuerTests: TrustedRootTestCase {
    func test_evaluate_withIssuersInTheKeychain_findsTheChain() throws {
        let upper = try XCTUnwrap(root).authority("Upper")
        let lower = try upper.authority("Lower")
        let leaf = try reference(lower.issue())
        XCTAssertEqual(code(try trust(leaf)), errSecCreateChainFailed)
        let all = [leaf, try store(lower.certificate), try store(upper.certificate), try anchor()]
        let trust = try trust(leaf)
        XCTAssertEqual(code(trust), errSecSuccess)
        XCTAssertEqual(SecTrustCopyCertificateChain(trust) as? [SecCertificate], all)
        // One of them is given, and the other is in the keychain.
        XCTAssertEqual(SecItemDelete([kSecValueRef: all[1]] as CFDictionary), errSecSuccess)
        XCTAssertEqual(code(try self.trust([leaf, all[1]] as NSArray)), errSecSuccess)
    }

    func test_evaluate_withRootInTheKeychain_trustsNothingForIt() throws {
        let other = try Authority("Other")
        let leaf = try reference(other.issue())
        try store(other.certificate)
        XCTAssertEqual(code(try trust(leaf)), errSecNotTrusted)
        XCTAssertEqual(code(try trust(reference(other.certificate))), errSecNotTrusted)
    }

    func test_copyAnchorCertificates_areThoseOfTheSystem() throws {
        var anchors: CFArray?
        XCTAssertEqual(unsafe SecTrustCopyAnchorCertificates(&anchors), errSecSuccess)
        XCTAssertEqual(anchors as? [SecCertificate], [try anchor()])
    }
}
