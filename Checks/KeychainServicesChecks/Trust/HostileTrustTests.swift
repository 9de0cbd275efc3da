import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCertificates
@testable import KeychainServices

/// Searches for trust that nobody writes, in a store with what nobody stores.
final class HostileTrustTests: TrustedRootTestCase {
    private static let host = SecPolicyCreateSSL(true, "host.example" as CFString)
    private static let basic = SecPolicyCreateBasicX509()

    /// One trusted certificate, and several that nothing can be said about.
    override func setUpWithError() throws {
        try super.setUpWithError()
        let now = Date()
        let root = try XCTUnwrap(root)
        try store(root.issue { $0.validity = now - 1_000...now + 1_000 })
        try store(Authority("Unknown").issue { $0.validity = now - 1_000...now + 1_000 })
        // Two that say they issued each other, one without names, bytes that are none, and no bytes.
        let key = try PrivateKey.generate(.p256)
        for names in [("A", "B"), ("B", "A"), ("", "")] {
            try store(
                root.issue(for: key.publicKey) { form in
                    form.subject = (try? DistinguishedName([.commonName: names.0])) ?? form.subject
                    form.issuer = (try? DistinguishedName([.commonName: names.1])) ?? form.issuer
                    form.constraints = CertificateForm.authority
                })
        }
        let free: [CFString: Any] = [kSecClass: kSecClassCertificate, kSecValueData: Data([0x30, 0x80])]
        XCTAssertEqual(SecItemAdd(free as CFDictionary, nil), errSecSuccess)
        let bare: [CFString: Any] = [
            kSecClass: kSecClassCertificate, kSecAttrSerialNumber: Data([1]), kSecAttrIssuer: Data([2]),
        ]
        XCTAssertEqual(SecItemAdd(bare as CFDictionary, nil), errSecSuccess)
    }

    private typealias Row = (status: OSStatus, query: [CFString: Any])
    private static let none = errSecItemNotFound

    private func check(_ rows: [Row], line: UInt = #line) {
        for (number, row) in rows.enumerated() {
            for itemClass in [kSecClassCertificate, kSecClassIdentity] {
                let query = row.query.merging([kSecClass: itemClass]) { $1 } as CFDictionary
                var result: CFTypeRef?
                let status = unsafe SecItemCopyMatching(query, &result)
                // The store has no identity.
                let isFound = itemClass == kSecClassCertificate || row.status != errSecSuccess
                XCTAssertEqual(
                    status, isFound ? row.status : errSecItemNotFound, "row \(number)", line: line)
            }
        }
    }

    func test_search_onDatesFarAway_findsNone() {
        let dates: [Date] = [
            .distantPast, .distantFuture, Date(timeIntervalSince1970: 1e11),
            Date(timeIntervalSince1970: -1e11), Date(timeIntervalSince1970: 1e15),
            Date(timeIntervalSince1970: -1e15), Date(timeIntervalSince1970: 9.2e18),
            Date(timeIntervalSince1970: 1e300), Date(timeIntervalSince1970: -1e300),
            Date(timeIntervalSinceReferenceDate: .nan), Date(timeIntervalSinceReferenceDate: .infinity),
            Date(timeIntervalSinceReferenceDate: -.infinity),
        ]
        check(
            dates.flatMap { date in
                [Self.host, Self.basic].map {
                    (Self.none, [kSecMatchPolicy: $0, kSecMatchValidOnDate: date])
                }
            })
    }

    func test_search_withWrongDate_isRefused() {
        for date: Any in ["x", 1, true, [Date()], Data()] {
            check([(errSecParam, [kSecMatchPolicy: Self.host, kSecMatchValidOnDate: date])])
        }
    }

    func test_search_withoutValue_isRefusedOrIgnored() {
        let missing = Optional<SecPolicy>.none as Any
        check([
            (errSecParam, [kSecMatchPolicy: missing]), (errSecParam, [kSecMatchPolicy: NSNull()]),
            (errSecParam, [kSecMatchTrustedOnly: NSNull()]),
            (errSecParam, [kSecMatchTrustedOnly: Optional<Bool>.none as Any]),
            (errSecSuccess, [kSecMatchPolicy: Self.host, kSecMatchValidOnDate: NSNull()]),
            (errSecSuccess, [kSecMatchPolicy: Optional(Self.host) as Any]),
            (errSecSuccess, [kSecMatchTrustedOnly: kCFBooleanTrue as Any]),
            (errSecSuccess, [kSecMatchTrustedOnly: NSNumber(value: true)]),
            (errSecParam, [kSecMatchTrustedOnly: NSNumber(value: 1)]),
        ])
    }

    func test_search_forNamesThatAreNone_findsNone() {
        let names = [
            "", ".", "..", "*", "*.example", ".example", "host.example\u{0}", "host.example\u{0}.evil",
            "h\u{f6}st.example", " host.example", "host..example", "127.1", "::1", "999.1.1.1",
            String(repeating: "a", count: 64) + ".example", String(repeating: "a.", count: 100_000),
        ]
        for name in names {
            let server = SecPolicyCreateSSL(true, name as CFString)
            let mail = SecPolicyCreateWithProperties(
                kSecPolicyAppleSMIME, [kSecPolicyName: name] as NSDictionary)
            for policy in [server, mail].compactMap({ $0 }) {
                check([(Self.none, [kSecMatchPolicy: policy])])
            }
        }
    }

    func test_search_withPolicyOfNoProperties_findsByItsKind() throws {
        for (identifier, status) in [
            (kSecPolicyAppleX509Basic, errSecSuccess), (kSecPolicyAppleSSL, errSecSuccess),
            (kSecPolicyAppleSMIME, errSecSuccess), (kSecPolicyAppleCodeSigning, Self.none),
        ] {
            for properties in [nil, NSDictionary()] {
                let policy = try XCTUnwrap(SecPolicyCreateWithProperties(identifier, properties))
                check([(status, [kSecMatchPolicy: policy])])
            }
        }
    }

    func test_search_withListsAndLimits_findsWhatAllAllow() throws {
        let list = found([kSecClass: kSecClassCertificate])
        let trusted: [CFString: Any] = [kSecMatchTrustedOnly: true]
        let rows: [(OSStatus, [CFString: Any])] = [
            (Self.none, [kSecMatchItemList: [NSObject]()]), (Self.none, [kSecMatchItemList: [list[1]]]),
            (errSecSuccess, [kSecMatchItemList: [list[0]]]), (errSecSuccess, [kSecMatchItemList: list]),
            (errSecParam, [kSecMatchItemList: [Self.host]]), (errSecParam, [kSecMatchItemList: Self.host]),
            (Self.none, [kSecMatchLimit: 0]), (errSecParam, [kSecMatchLimit: -1]),
            (errSecParam, [kSecMatchLimit: Self.host]), (errSecSuccess, [kSecMatchLimit: Int.max]),
            (errSecSuccess, [kSecMatchPolicy: Self.basic, kSecMatchLimit: kSecMatchLimitAll]),
            (Self.none, [kSecMatchEmailAddressIfPresent: "nobody@host.example"]),
            (errSecSuccess, [kSecMatchIssuers: [Data([1])]]), (errSecParam, [kSecAttrLabel: Self.host]),
            (errSecParam, [kSecReturnRef: Self.host]), (errSecParam, [kSecValueRef: Self.host]),
            (errSecParam, [kSecAttrAccessControl: Self.host]), (Self.none, [kSecAttrLabel: "no such"]),
        ]
        check(rows.map { ($0.0, trusted.merging($0.1) { $1 }) })
    }

    func test_search_amongAuthoritiesThatAllIssueEachOther_ends() throws {
        let now = Date()
        let all = try (0..<5).map { try Authority("Ring \($0)", validAt: now) }
        for authority in all {
            for other in all {
                try store(authority.cross(other) { $0.validity = now - 1_000...now + 1_000 })
            }
        }
        let stored = found([kSecClass: kSecClassCertificate])
        XCTAssertEqual(
            found([kSecClass: kSecClassCertificate, kSecMatchTrustedOnly: true]), [stored[0]])
    }

    func test_search_byReference_appliesTrustToIt() throws {
        let list = found([kSecClass: kSecClassCertificate])
        let rows: [Row] = try list.map { one in
            var result: CFTypeRef?
            let query: [CFString: Any] = [kSecValueRef: one, kSecReturnPersistentRef: true]
            XCTAssertEqual(unsafe SecItemCopyMatching(query as CFDictionary, &result), errSecSuccess)
            return (
                one === list[0] ? errSecSuccess : Self.none,
                [kSecValuePersistentRef: try XCTUnwrap(result), kSecMatchTrustedOnly: true]
            )
        }
        for row in rows { XCTAssertEqual(status(row.query), row.status) }
        XCTAssertEqual(rows.count, 7)
    }
}
