import Foundation
import XCTest

@testable import KeychainServices
@testable import SecureStore
import SecureStoreCertificates

/// Match keys that look into certificates.
final class DictionaryCertificateTests: DictionaryTestCase {
    /// Reads `mail;first;last` from the bytes of a certificate of these tests.
    private let inspect: CertificateInspector = { secret in
        let parts = secret.text.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3 else { return nil }
        return CertificateFacts(
            emailAddresses: parts[0].split(separator: ",").map(String.init),
            notBefore: TimeInterval(parts[1]).map { Date(timeIntervalSince1970: $0) },
            notAfter: TimeInterval(parts[2]).map { Date(timeIntervalSince1970: $0) })
    }

    /// A store with a certificate for each text, and its key, labelled by number.
    private func makeStore(_ certificates: [String]) throws -> ItemStore {
        let store = try makeStore(groups: nil) { [inspect] in $0.inspectCertificate = inspect }
        for (number, text) in certificates.enumerated() {
            let pair = try Pair("\(number)")
            let item = StoredItem(attributes: pair.certificate.attributes, secret: try secret(text))
            try store.add([
                "v_Ref": .identity(certificate: item, key: pair.key), "labl": .string("\(number)"),
            ])
        }
        return store
    }

    private let people = [";0;9", "maria@example.org;0;9", "a@b.c,Maria@Example.ORG;0;9", "maria;0;9"]

    func test_copyMatching_withEmail_findsCertificatesAndIdentitiesThatHaveIt() throws {
        let store = try makeStore(people)
        for itemClass: ItemDictionary.Value in ["cert", "idnt"] {
            let query: ItemDictionary = ["class": itemClass, "m_EmailAddressIfPresent": "maria@EXAMPLE.org"]
            XCTAssertEqual(try store.labels(query), ["1", "2"])
        }
    }

    func test_copyMatching_withTheSignOfTheKelvin_findsNoK() throws {
        let store = try makeStore(["k@x;0;9", "\u{212a}@x;0;9"])
        XCTAssertEqual(try store.labels(["class": "cert", "m_EmailAddressIfPresent": "K@x"]), ["0"])
        XCTAssertEqual(try store.labels(["class": "cert", "m_EmailAddressIfPresent": "\u{212a}@x"]), ["1"])
    }

    func test_copyMatching_withEmailAndLimitOne_filtersFirstWhateverIsAskedFor() throws {
        let store = try makeStore(people)
        let query: ItemDictionary = ["class": "cert", "m_EmailAddressIfPresent": "a@b.c"]
        XCTAssertEqual(try store.attributes(query)["labl"]?.text, "2")
        XCTAssertNil(try store.attributes(query)["v_Data"])
        XCTAssertNil(try store.copyMatching(query))
    }

    func test_copyMatching_withDate_findsCertificatesValidThen() throws {
        let store = try makeStore([";0;10", ";10;20", ";21;30", ";;", "no dates"])
        let rows: [(TimeInterval, [String])] = [
            (-1, []), (0, ["0"]), (10, ["0", "1"]), (20.5, []), (30, ["2"]),
        ]
        for (seconds, labels) in rows {
            let date = ItemDictionary.Value.date(Date(timeIntervalSince1970: seconds))
            for itemClass: ItemDictionary.Value in ["cert", "idnt"] {
                let query: ItemDictionary = ["class": itemClass, "m_ValidOnDate": date]
                XCTAssertEqual(try store.labels(query), labels, "\(seconds)")
            }
        }
    }

    func test_copyMatching_withDateThatIsNoInstant_findsNoCertificate() throws {
        let store = try makeStore([";0;10"])
        let date = ItemDictionary.Value.date(Date(timeIntervalSinceReferenceDate: .nan))
        XCTAssertEqual(try store.labels(["class": "cert", "m_ValidOnDate": date]), [])
    }

    func test_copyMatching_withNullAsDate_meansNow() throws {
        let now = clock.now.timeIntervalSince1970
        let store = try makeStore([";0;10", ";\(now - 5);\(now + 5)"])
        XCTAssertEqual(try store.labels(["class": "cert", "m_ValidOnDate": .null]), ["1"])
        clock.advance(by: 6)
        XCTAssertEqual(try store.labels(["class": "cert", "m_ValidOnDate": .null]), [])
    }

    func test_copyMatching_withFaultyValue_throwsParam() throws {
        let store = try makeStore(people)
        assertThrows([
            DictionaryRow(
                "e-mail that is not text", ["class": "cert", "m_EmailAddressIfPresent": data("x")]),
            DictionaryRow("date that is text", ["class": "cert", "m_ValidOnDate": "now"]),
            DictionaryRow("date that is text, passwords", ["class": "genp", "m_ValidOnDate": "now"]),
        ]) { try store.copyMatching($0) }
    }

    func test_copyMatching_ofOtherClasses_ignoresEmailAndDate() throws {
        let store = try makeStore(people)
        let match: ItemDictionary = ["m_EmailAddressIfPresent": "x", "m_ValidOnDate": .null]
        XCTAssertEqual(try store.labels(["class": "keys"] + match), ["0", "1", "2", "3"])
    }

    func test_copyMatching_withoutInspector_readsWithSecureStoreCertificates() throws {
        let store = try store
        try store.add(["v_Ref": try Pair("a").certificateValue])
        XCTAssertEqual(try store.labels(["class": "cert", "m_ValidOnDate": .null]), [])
    }

    // MARK: - Issuers

    private func name(_ text: String) throws -> DistinguishedName {
        try DistinguishedName([.commonName: text])
    }

    /// The name in DER, as a list of issuers has it.
    private func issuer(_ text: String) throws -> ItemDictionary.Value { .data(try name(text).der) }

    /// A chain `root` ← `middle` ← `leaf`, and a stranger.
    private func addChain() throws {
        for (name, issuer) in [
            ("root", "root"), ("middle", "root"), ("leaf", "middle"), ("stranger", "else"),
        ] {
            var attributes = try Pair(name).certificate.attributes
            try attributes.set(.subject, data: self.name(name).normalized)
            try attributes.set(.issuer, data: self.name(issuer).normalized)
            let item = StoredItem(attributes: attributes, secret: nil)
            try store.add([
                "v_Ref": .identity(certificate: item, key: try Pair(name).key), "labl": .string(name),
            ])
        }
    }

    private func issued(by names: ItemDictionary.Value, _ itemClass: String = "cert") throws -> [String] {
        try store.labels(["class": .string(itemClass), "m_Issuers": names])
    }

    func test_copyMatching_withIssuers_followsTheChainOfStoredCertificates() throws {
        try addChain()
        for itemClass in ["cert", "idnt"] {
            XCTAssertEqual(try issued(by: .list([issuer("root")]), itemClass), ["root", "middle", "leaf"])
            XCTAssertEqual(try issued(by: .list([issuer("middle"), issuer("x")]), itemClass), ["leaf"])
            XCTAssertEqual(try issued(by: .list([data("x"), issuer("else")]), itemClass), ["stranger"])
            XCTAssertEqual(try issued(by: .list([issuer("leaf")]), itemClass), [])
        }
    }

    func test_copyMatching_withIssuersThatAreNone_ignoresThem() throws {
        try addChain()
        for value: ItemDictionary.Value in try [
            "root", .list([]), .list(["root", 1]), issuer("root"), .list([data("x")]),
        ] {
            XCTAssertEqual(try issued(by: value).count, 4)
        }
        XCTAssertEqual(try issued(by: .list(["x", issuer("middle")])), ["leaf"])
    }

    func test_copyMatching_withIssuersOfOtherClasses_throwsUnimplemented() throws {
        for itemClass in ["genp", "inet", "keys"] {
            assertThrows(.unimplemented, itemClass) {
                try self.issued(by: .list([self.issuer("root")]), itemClass)
            }
        }
        XCTAssertEqual(try issued(by: .list([]), "keys"), [])
    }

    func test_copyMatching_withIssuersAndLimitOne_countsFilteredOnes() throws {
        try addChain()
        let query: ItemDictionary = try ["class": "cert", "m_Issuers": .list([issuer("else")])]
        XCTAssertEqual(try store.attributes(query)["labl"]?.text, "stranger")
    }

    func test_copyMatching_withIssuersInACircle_ends() throws {
        for (name, issuer) in [("a", "b"), ("b", "a")] {
            try store.add([
                "class": "cert", "subj": self.issuer(name), "issr": self.issuer(issuer), "slnr": data(name),
                "labl": .string(name),
            ])
        }
        XCTAssertEqual(try issued(by: .list([issuer("nobody")])), [])
    }
}
