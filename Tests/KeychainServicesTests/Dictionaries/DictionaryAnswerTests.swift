import Foundation
import XCTest

@testable import KeychainServices
@testable import SecureStore

/// Tests of what dictionaries that come back hold, and in which types.
final class DictionaryAnswerTests: DictionaryTestCase {
    private let item: ItemDictionary = ["class": "genp", "svce": "mail", "acct": "maria"]
    private let attributes: ItemDictionary = ["r_Attributes": true]

    func test_answer_ofAttributes_hasClassAndManagedOnesAlways() throws {
        let store = try store
        for itemClass in ["genp", "inet", "cert", "keys"] {
            let added = try store.add(["class": .string(itemClass)] + attributes)?.dictionary
            let read = try store.attributes(["class": .string(itemClass)])
            for key in ["class", "agrp", "cdat", "mdat", "pdmn", "sync", "sha1"] {
                XCTAssertNotNil(added?[key], "\(itemClass) \(key): add")
                XCTAssertNotNil(read[key], "\(itemClass) \(key): search")
            }
            XCTAssertEqual(read["class"]?.text, itemClass)
        }
    }

    func test_answer_ofSearch_hasTombstoneMultiUserAndAccessControl() throws {
        try store.add(item)
        let read = try store.attributes(item)
        XCTAssertEqual(read["tomb"]?.number, 0)
        XCTAssertEqual(read["musr"]?.bytes, Data())
        XCTAssertEqual(read["accc"]?.control, AccessControl(plain: .whenUnlocked))
    }

    func test_answer_ofAdd_hasNoneOfThese() throws {
        let added = try store.add(item + attributes)?.dictionary
        for key in ["tomb", "musr", "accc"] { XCTAssertNil(added?[key], key) }
    }

    func test_answer_ofAddWithAccessControl_hasIt() throws {
        let control = try AccessControl(accessibility: .afterFirstUnlock)
        let added = try store.add(item + attributes + ["accc": .accessControl(control)])?.dictionary
        XCTAssertEqual(added?["accc"]?.control, control)
        XCTAssertEqual(added?["pdmn"]?.text, "ck")
    }

    func test_answer_withAnyCombination_hasNoPrivateKeys() throws {
        let store = try store
        try store.add(item + ["v_Data": try secretValue("one")])
        let kinds = ["r_Data", "r_Attributes", "r_Ref", "r_PersistentRef"]
        for mask in 1..<16 {
            var query = item
            for (bit, kind) in kinds.enumerated() where mask & (1 << bit) != 0 { query[kind] = true }
            let answer = try store.copyMatching(query)?.dictionary
            for key in ["persistref", "UUID", "certdata"] { XCTAssertNil(answer?[key], "\(key) of \(mask)") }
        }
    }

    func test_answer_ofClientData_comesOnlyWithTheSecret() throws {
        let store = try store
        let notes: ItemDictionary = [
            "binn": data("n"), "bini": data("h"), "bin0": data("0"), "bin3": data("3"),
        ]
        try store.add(["class": "inet", "v_Data": try secretValue("one")] + notes)
        let query: ItemDictionary = ["class": "inet", "r_Attributes": true]
        let (without, with) = (
            try store.copyMatching(query)?.dictionary,
            try store.copyMatching(query + ["r_Data": true])?.dictionary
        )
        for key in notes.values.keys {
            XCTAssertNil(without?[key], key)
            XCTAssertEqual(with?[key]?.bytes, notes[key]?.bytes, key)
        }
    }

    func test_answer_ofTruthValues_isNumbers() throws {
        let store = try store
        try store.add(item + ["invi": true, "nega": false, "sync": true])
        let read = try store.attributes(item + ["sync": true])
        XCTAssertEqual(read["invi"]?.number, 1)
        XCTAssertEqual(read["nega"]?.number, 0)
        XCTAssertEqual(read["sync"]?.number, 1)
    }

    func test_answer_ofKeyConstants_isNumbers() throws {
        let store = try store
        try store.add(["class": "keys", "kcls": "1", "type": "42"])
        let read = try store.attributes(["class": "keys", "kcls": "1"])
        XCTAssertEqual(read["kcls"]?.number, 1)
        XCTAssertEqual(read["type"]?.number, 42)
    }

    func test_answer_ofText_hasTheTypeThatWasStored() throws {
        let store = try store
        try store.add(["class": "genp", "acct": "maria", "svce": data("mail"), "labl": data("label")])
        let read = try store.attributes(["class": "genp"])
        XCTAssertEqual(read["acct"]?.text, "maria")
        XCTAssertEqual(read["svce"]?.bytes, Data("mail".utf8))
        XCTAssertEqual(read["labl"]?.bytes, Data("label".utf8))
    }

    func test_answer_ofAttributesNotGiven_leavesThemOut() throws {
        try store.add(item)
        let read = try store.attributes(item)
        for key in ["labl", "desc", "icmt", "crtr", "type", "invi", "nega", "gena", "vwht", "tkid"] {
            XCTAssertNil(read[key], key)
        }
    }

    func test_answer_ofIdentity_isTheKeyUnderItsCertificate() throws {
        let store = try store
        let pair = try Pair("a")
        try store.add(["v_Ref": pair.keyValue, "labl": "key", "atag": "tag", "pdmn": "ck"])
        clock.advance(by: 10)
        try store.add(["v_Ref": pair.certificateValue, "labl": "certificate", "pdmn": "dku"])
        let (certificate, both) = (
            try store.attributes(["class": "cert"]), try store.attributes(["class": "idnt"])
        )
        for (key, text) in ["class": "idnt", "labl": "certificate", "pdmn": "dku", "atag": "tag"] {
            XCTAssertEqual(both[key]?.text, text, key)
        }
        XCTAssertEqual(both["cdat"]?.date, certificate["cdat"]?.date)
        XCTAssertEqual(both["sha1"]?.bytes, certificate["sha1"]?.bytes)
        XCTAssertEqual(both["accc"]?.control, AccessControl(plain: .alwaysThisDeviceOnly))
        XCTAssertEqual(both["klbl"]?.bytes, both["pkhh"]?.bytes)
    }

    func test_answer_ofIdentityWithConstrainedKey_hasAccessControlOfItsCertificate() throws {
        let pair = try Pair("a")
        let control = ItemDictionary.Value.accessControl(try AccessControl(accessibility: .whenUnlocked))
        try store.add(["v_Ref": pair.certificateValue, "pdmn": "dk"])
        try store.add(["v_Ref": pair.keyValue, "accc": control])
        let both = try store.attributes(["class": "idnt"])
        XCTAssertEqual(both["accc"]?.control, AccessControl(plain: .always))
        XCTAssertEqual(both["pdmn"]?.text, "dk")
    }

    func test_answer_ofIdentityReference_holdsBothHalvesWithTheirBytes() throws {
        let store = try store
        try store.add(["v_Ref": try Pair("a").identity])
        guard
            case .identity(let certificate, let key) = try store.copyMatching([
                "class": "idnt", "r_Ref": true,
            ])
        else { return XCTFail("no identity") }
        XCTAssertEqual(certificate.secret?.text, "certificate a 1")
        XCTAssertEqual(key.secret?.text, "key a")
        XCTAssertEqual(certificate.reference?.itemClass, .certificate)
        XCTAssertEqual(key.reference?.itemClass, .key)
    }

    func test_answer_ofIdentityData_isThatOfItsKey() throws {
        try store.add(["v_Ref": try Pair("a").identity])
        XCTAssertEqual(try store.secretText(["class": "idnt"]), "key a")
    }
}
