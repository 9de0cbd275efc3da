import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCertificates
@testable import KeychainServices

/// Searches for what is trusted, and what else is asked of it.
final class TrustedOnlyTests: TrustedRootTestCase {
    private let trusted: [CFString: Any] = [kSecClass: kSecClassCertificate, kSecMatchTrustedOnly: true]
    private let host = SecPolicyCreateSSL(true, "host.example" as CFString)

    /// A leaf that is valid now, of the root or of an authority that nobody trusts.
    private func current(_ issuer: Authority? = nil) throws -> Certificate {
        let now = Date()
        return try XCTUnwrap(issuer ?? root).issue { $0.validity = now - 1_000...now + 1_000 }
    }

    // MARK: - What the key takes

    func test_search_byTrustThatIsNoTruthValue_isRefused() {
        for value: Any in [1, "true", NSNull(), Data(), host, [true]] {
            for itemClass in [kSecClassCertificate, kSecClassIdentity, kSecClassKey] {
                XCTAssertEqual(status([kSecClass: itemClass, kSecMatchTrustedOnly: value]), errSecParam)
            }
        }
    }

    func test_search_forOtherClasses_ignoresTrust() {
        let item: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecValueData: Data("x".utf8)]
        XCTAssertEqual(SecItemAdd(item as CFDictionary, nil), errSecSuccess)
        XCTAssertEqual(
            status([kSecClass: kSecClassGenericPassword, kSecMatchTrustedOnly: true]), errSecSuccess)
        XCTAssertEqual(status([kSecClass: kSecClassKey, kSecMatchTrustedOnly: true]), errSecItemNotFound)
    }

    func test_search_withoutTrust_findsEverything() throws {
        try store(current(Authority("Unknown")))
        XCTAssertEqual(status(trusted.merging([kSecMatchTrustedOnly: false]) { $1 }), errSecSuccess)
    }

    // MARK: - Certificates

    func test_search_forTrusted_findsWhatLeadsToARoot() throws {
        try store(current(Authority("Unknown")))
        let certificate = try store(current())
        XCTAssertEqual(found(trusted), [certificate])
    }

    func test_search_forTrusted_takesIntermediatesFromTheStore() throws {
        let middle = try XCTUnwrap(root).authority { $0.validity = Date() - 9_000...Date() + 9_000 }
        let certificate = try store(current(middle))
        XCTAssertEqual(status(trusted), errSecItemNotFound)
        XCTAssertEqual(found(trusted), [])
        let authority = try store(middle.certificate)
        XCTAssertEqual(found(trusted), [certificate, authority])
    }

    func test_search_forTrusted_whileAllAreReplaced_findsThoseBefore() throws {
        let meanwhile = Meanwhile()
        var options = StoreOptions()
        options.interceptor = meanwhile
        let memory = try ItemStore.inMemory(options: options)
        KeychainStore.use(memory)
        let middle = try XCTUnwrap(root).authority { $0.validity = Date() - 9_000...Date() + 9_000 }
        let all = [try store(current(middle)), try store(middle.certificate)]
        meanwhile.run { try memory.deleteAll(of: CertificateItem.self) }
        XCTAssertEqual(found(trusted), all)
        XCTAssertTrue(meanwhile.isDone)
        XCTAssertEqual(found(trusted), [])
    }

    func test_search_forTrusted_isForNowWhateverTheDate() throws {
        let later = try store(XCTUnwrap(root).issue())
        XCTAssertEqual(certificates([:]), [later])
        XCTAssertEqual(certificates([kSecMatchTrustedOnly: true]), [])
    }

    func test_search_forTrusted_withPolicy_findsWhatSatisfiesBoth() throws {
        let now = Date()
        func issue(_ name: String, by issuer: Authority?) throws -> SecCertificate {
            try store(XCTUnwrap(issuer).issue(name) { $0.validity = now - 1_000...now + 1_000 })
        }
        let certificate = try issue("host.example", by: root)
        _ = try issue("other.example", by: root)
        _ = try issue("host.example", by: Authority("Unknown"))
        XCTAssertEqual(found(trusted.merging([kSecMatchPolicy: host]) { $1 }), [certificate])
    }

    func test_search_ofStoreWithItsOwnReader_asksForTrustAllTheSame() throws {
        var options = StoreOptions()
        options.inspectCertificate = Certificate.inspector
        KeychainStore.use(try ItemStore.inMemory(options: options))
        try store(current(Authority("Unknown")))
        XCTAssertEqual(found(trusted), [])
    }

    // MARK: - Limits and lists

    func test_search_forTrusted_countsTheLimitAfterwards() throws {
        let unknown = try Authority("Unknown")
        var expected: [SecCertificate] = []
        for _ in 0..<3 {
            try store(current(unknown))
            expected.append(try store(current()))
        }
        for (limit, count) in [(2, 2), (3, 3), (9, 3)] {
            var result: CFTypeRef?
            let query = trusted.merging([kSecMatchLimit: limit, kSecReturnRef: true]) { $1 }
            XCTAssertEqual(unsafe SecItemCopyMatching(query as CFDictionary, &result), errSecSuccess)
            XCTAssertEqual(result as? [SecCertificate], Array(expected.prefix(count)))
        }
        XCTAssertEqual(status(trusted.merging([kSecMatchLimit: 0]) { $1 }), errSecItemNotFound)
    }

    func test_search_forTrusted_withLimitOne_findsTheOldestThatIs() throws {
        try store(current(Authority("Unknown")))
        let certificate = try store(current())
        try store(current())
        var result: CFTypeRef?
        let query = trusted.merging([kSecReturnRef: true]) { $1 }
        XCTAssertEqual(unsafe SecItemCopyMatching(query as CFDictionary, &result), errSecSuccess)
        XCTAssertEqual(result as? SecCertificate, certificate)
    }

    func test_search_forTrusted_amongAList_findsWhatIsInBoth() throws {
        let untrusted = try store(current(Authority("Unknown")))
        try store(current())
        let certificate = try store(current())
        let all = found([kSecClass: kSecClassCertificate])
        let list = all.filter { $0 == untrusted || $0 == certificate }
        XCTAssertEqual(found(trusted.merging([kSecMatchItemList: list]) { $1 }), [certificate])
        XCTAssertEqual(found(trusted.merging([kSecMatchItemList: [NSObject]()]) { $1 }), [])
    }

    func test_search_forTrusted_withAttributesAlone_returnsThem() throws {
        let certificate = try current()
        try store(certificate)
        var result: CFTypeRef?
        let query = trusted.merging([kSecReturnAttributes: true]) { $1 }
        XCTAssertEqual(unsafe SecItemCopyMatching(query as CFDictionary, &result), errSecSuccess)
        let attributes = try XCTUnwrap(result as? NSDictionary)
        XCTAssertEqual(attributes[kSecAttrSerialNumber] as? Data, Data(certificate.serialNumber))
        XCTAssertNil(attributes[kSecValueData])
    }

    // MARK: - Identities

    func test_search_forTrustedIdentity_findsIt() throws {
        var identities: [SecIdentity] = []
        for issuer in [try Authority("Unknown"), try XCTUnwrap(root)] {
            let key = try PrivateKey.generate(.p256)
            let certificate = try issuer.issue(for: key.publicKey) {
                $0.validity = Date() - 1_000...Date() + 1_000
            }
            identities.append(store(SecIdentity(try reference(certificate), try SecKey(key))))
        }
        let query: [CFString: Any] = [kSecClass: kSecClassIdentity]
        XCTAssertEqual(found(query.merging([kSecMatchTrustedOnly: true]) { $1 }), [identities[1]])
        XCTAssertEqual(found(query.merging([kSecMatchPolicy: host]) { $1 }), identities)
        let other = SecPolicyCreateSSL(true, "other.example" as CFString)
        XCTAssertEqual(
            status(query.merging([kSecMatchPolicy: other]) { $1 }), errSecItemNotFound)
        let one = query.merging([kSecMatchTrustedOnly: true, kSecReturnPersistentRef: true]) { $1 }
        XCTAssertEqual(status(one), errSecSuccess)
    }
}
