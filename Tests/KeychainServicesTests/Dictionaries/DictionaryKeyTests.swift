import Foundation
import XCTest

@testable import KeychainServices
@testable import SecureStore

/// Keys and certificates by reference and by data.
final class DictionaryKeyTests: DictionaryTestCase {
    // MARK: - By reference

    func test_add_byReference_storesAttributesAndBytes() throws {
        let pair = try Pair("a")
        for (itemClass, item) in [("cert", pair.certificate), ("keys", pair.key)] {
            try store.add(["v_Ref": .item(item)])
            let stored = try store.attributes(["class": .string(itemClass)])
            for entry in item.attributes.entries {
                let value = stored[ClassTable.row(entry.name).code]
                XCTAssertTrue(
                    value?.number == entry.value.number && value?.bytes == entry.value.data, "\(entry.name)")
            }
            XCTAssertEqual(try store.secretText(["class": .string(itemClass)]), item.secret?.text)
        }
    }

    func test_add_byReference_letsCallersKeysWin() throws {
        let own: ItemDictionary = [
            "labl": "mine", "atag": "tag", "klbl": data("label"), "v_Data": try secretValue("own"),
        ]
        try store.add(["v_Ref": try Pair("a").keyValue] + own)
        let stored = try store.attributes(["class": "keys"])
        XCTAssertEqual(stored["labl"]?.text, "mine")
        XCTAssertEqual(stored["atag"]?.text, "tag")
        XCTAssertEqual(stored["klbl"]?.bytes, Data("label".utf8))
        XCTAssertEqual(try store.secretText(["class": "keys"]), "own")
    }

    func test_add_byReferenceFromAnotherStore_leavesBehindWhatThatStoreDecided() throws {
        let other = try makeStore(groups: ["other"])
        try other.add(["v_Ref": try Pair("a").keyValue, "labl": "a", "sync": true])
        let reference = try XCTUnwrap(other.copyMatching(["class": "keys", "sync": true, "r_Ref": true]))
        clock.advance(by: 10)
        try store.add(["v_Ref": reference])
        let stored = try store.attributes(["class": "keys"])
        XCTAssertEqual(stored["agrp"]?.text, "default")
        XCTAssertEqual(stored["cdat"]?.date, clock.now)
        XCTAssertEqual(try store.secretText(["class": "keys"]), "key a")
    }

    func test_copyMatching_byReference_leavesCapabilitiesAndPermanenceOut() throws {
        let key = try Pair("a").key
        let other: ItemDictionary = [
            "perm": 0, "sign": 0, "encr": 1, "decr": 0, "toid": data("x"), "labl": "a",
        ]
        try store.add(["v_Ref": .item(key)] + other)
        XCTAssertEqual(try store.labels(["v_Ref": .item(key)]), ["a"])
        try store.update(["class": "keys"], ["extr": 0])
        XCTAssertEqual(try store.labels(["v_Ref": .item(key)]), [], "what follows from the key counts")
    }

    func test_copyMatching_byReference_ignoresItsBytes() throws {
        let pair = try Pair("a")
        try store.add(["v_Ref": pair.certificateValue, "labl": "a"])
        let same = StoredItem(attributes: pair.certificate.attributes, secret: try secret("other bytes"))
        XCTAssertEqual(try store.labels(["v_Ref": .item(same)]), ["a"])
    }

    func test_copyMatching_byReferenceOfStoredItem_findsItAfterARename() throws {
        for name in ["a", "b"] { try store.add(["v_Ref": try Pair(name).keyValue, "labl": .string(name)]) }
        let reference = try XCTUnwrap(store.copyMatching(["class": "keys", "labl": "b", "r_Ref": true]))
        try store.update(["v_Ref": reference], ["labl": "new", "atag": "tag", "pdmn": "ck"])
        XCTAssertEqual(try store.labels(["v_Ref": reference]), ["new"])
        XCTAssertEqual(try store.delete(["v_Ref": reference]), 1)
        XCTAssertEqual(try store.labels(["class": "keys"]), ["a"])
    }

    func test_delete_byReferenceWithoutIdentity_leavesOthersAlone() throws {
        try store.add(["v_Ref": try Pair("a").certificateValue])
        let bare = StoredItem(attributes: ItemAttributes(.certificate), secret: nil)
        assertThrows(.itemNotFound, "certificate") { try self.store.delete(["v_Ref": .item(bare)]) }
        let key = StoredItem(attributes: ItemAttributes(.key), secret: nil)
        assertThrows(.param, "key") { try self.store.delete(["v_Ref": .item(key)]) }
    }

    // MARK: - By data

    func test_add_ofKeyByData_computesNothing() throws {
        try store.add(["class": "keys", "v_Data": try secretValue("bytes")])
        let stored = try store.attributes(["class": "keys"])
        for (key, number) in ["kcls": 0, "bsiz": 0, "esiz": 0, "type": 0, "crtr": 0] as [String: Int64] {
            XCTAssertEqual(stored[key]?.number, number, key)
        }
        XCTAssertEqual(stored["klbl"]?.bytes, Data())
        XCTAssertNil(stored["priv"])
        XCTAssertNil(stored["perm"])
    }

    func test_add_ofKeyByData_makesNoIdentity() throws {
        let pair = try Pair("a")
        let hash = try XCTUnwrap(pair.key.attributes[.applicationLabel]?.data)
        try store.add(["v_Ref": pair.certificateValue])
        try store.add(["class": "keys", "kcls": "1", "klbl": .data(hash), "v_Data": try secretValue("bytes")])
        assertThrows(.itemNotFound) { try self.store.copyMatching(["class": "idnt"]) }
    }

    func test_add_ofCertificatesByDataAlone_areDuplicates() throws {
        try store.add(["class": "cert", "v_Data": try secretValue("one")])
        assertThrows(.duplicateItem) {
            try self.store.add(["class": "cert", "v_Data": try secretValue("two")])
        }
        XCTAssertEqual(try store.attributes(["class": "cert"])["ctyp"]?.number, 0)
    }

    func test_add_ofSymmetricKey_keepsItByTag() throws {
        for tag in ["a", "b"] {
            try store.add([
                "class": "keys", "kcls": "2", "atag": data(tag), "v_Data": try secretValue("key \(tag)"),
            ])
        }
        XCTAssertEqual(try store.secretText(["class": "keys", "kcls": 2, "atag": "b"]), "key b")
    }

    func test_copyMatching_ofReferenceToData_answersTheBytes() throws {
        try store.add(["class": "keys", "v_Data": try secretValue("no key at all")])
        let item = try store.copyMatching(["class": "keys", "r_Ref": true])?.item
        XCTAssertEqual(item?.secret?.text, "no key at all")
    }
}
