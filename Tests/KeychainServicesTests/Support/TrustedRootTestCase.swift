import Foundation
import KeychainServices
import SecureStore
import XCTest

@testable import SecureStoreCertificates

/// A test of searches for what is trusted: the system trusts the test's root alone, and the store is in
/// memory.
class TrustedRootTestCase: TrustTestCase {
    private static let names = ["SSL_CERT_DIR", "SSL_CERT_FILE"]
    private var before: [String: String] = [:]

    override func setUpWithError() throws {
        try super.setUpWithError()
        KeychainStore.use(try ItemStore.inMemory())
        before = ProcessInfo.processInfo.environment
        let file = FileManager.default.temporaryDirectory.appending(path: "root-\(UUID()).pem")
        try Data(XCTUnwrap(root).certificate.pem.utf8).write(to: file)
        addTeardownBlock { try FileManager.default.removeItem(at: file) }
        set(["SSL_CERT_FILE": file.path])
    }

    override func tearDownWithError() throws {
        KeychainStore.useDefault()
        set(before)
        try super.tearDownWithError()
    }

    private func set(_ values: [String: String]) {
        for name in Self.names {
            if let value = values[name] { unsafe setenv(name, value, 1) } else { unsafe unsetenv(name) }
        }
    }

    /// Stores a certificate, a key or an identity.
    @discardableResult
    func store<Reference: NSObject>(_ reference: Reference, line: UInt = #line) -> Reference {
        let status = SecItemAdd([kSecValueRef: reference] as CFDictionary, nil)
        XCTAssertEqual(status, errSecSuccess, line: line)
        return reference
    }

    @discardableResult
    func store(_ certificate: Certificate, line: UInt = #line) throws -> SecCertificate {
        store(try reference(certificate), line: line)
    }

    /// Finds references of a class, oldest first, and no error.
    func found(_ query: [CFString: Any], line: UInt = #line) -> [NSObject] {
        var result: CFTypeRef?
        let all: [CFString: Any] = [kSecReturnRef: true, kSecMatchLimit: kSecMatchLimitAll]
        let status = unsafe SecItemCopyMatching(query.merging(all) { $1 } as CFDictionary, &result)
        XCTAssertEqual(status, result == nil ? errSecItemNotFound : errSecSuccess, line: line)
        return result as? [NSObject] ?? []
    }

    /// The certificates that match at the tests' date.
    func certificates(_ query: [CFString: Any], line: UInt = #line) -> [NSObject] {
        let all: [CFString: Any] = [
            kSecClass: kSecClassCertificate, kSecMatchValidOnDate: Authority.today,
        ]
        return found(all.merging(query) { $1 }, line: line)
    }

    func status(_ query: [CFString: Any]) -> OSStatus {
        SecItemCopyMatching(query as CFDictionary, nil)
    }
}
