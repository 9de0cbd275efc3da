import Foundation
import XCTest

@testable import KeychainServices
@testable import SecureStore

/// The keys that begin with `m`, in searches.
final class DictionaryMatchKeyTests: DictionaryTestCase {
    // MARK: - Hosts

    private func hosts(_ host: ItemDictionary.Value) throws -> [String] {
        try store.labels(["class": "inet", "m_HostOrSubdomainOfHost": host])
    }

    private func addHosts() throws {
        for (number, host) in [
            "example.org", "www.example.org", "notexample.org", "Example.org", "caf\u{e9}.org",
        ]
        .enumerated() {
            try store.add([
                "class": "inet", "srvr": .string(host), "port": .number(Int64(number)), "labl": .string(host),
            ])
        }
        try store.add(["class": "inet", "srvr": data("example.org"), "port": 99, "labl": "bytes"])
    }

    func test_copyMatching_withHost_findsItAndWhatLiesBelow() throws {
        try addHosts()
        XCTAssertEqual(try hosts("example.org"), ["example.org", "www.example.org"])
        XCTAssertEqual(try hosts("www.example.org"), ["www.example.org"])
        XCTAssertEqual(try hosts("EXAMPLE.ORG"), [])
        XCTAssertEqual(try hosts("cafe\u{301}.org"), [], "another normal form is another host")
        XCTAssertEqual(try hosts("org").count, 5)
    }

    func test_copyMatching_withHostAndLimitOne_filtersFirst() throws {
        try addHosts()
        let query: ItemDictionary = ["class": "inet", "m_HostOrSubdomainOfHost": "notexample.org"]
        XCTAssertEqual(try store.attributes(query)["labl"]?.text, "notexample.org")
    }

    func test_copyMatching_withHostOfAnotherClassOrType_throws() throws {
        assertThrows(
            ["genp", "cert", "keys", "idnt"].map {
                DictionaryRow($0, ["class": .string($0), "m_HostOrSubdomainOfHost": "x"], .unimplemented)
            } + [DictionaryRow("no text", ["class": "inet", "m_HostOrSubdomainOfHost": 1])]
        ) { try self.store.copyMatching($0) }
    }

    // MARK: - Lists of items

    private func addThree() throws -> [ItemDictionary.Value] {
        try ["a", "b", "c"].map { name in
            let item: ItemDictionary = ["class": "genp", "acct": .string(name), "labl": .string(name)]
            return try XCTUnwrap(store.add(item + ["r_PersistentRef": true]))
        }
    }

    func test_copyMatching_withItemList_findsThoseInItAlone() throws {
        let references = try addThree()
        let list = ItemDictionary.Value.list([references[2], references[0]])
        XCTAssertEqual(try store.labels(["class": "genp", "m_ItemList": list]), ["a", "c"])
        XCTAssertEqual(try store.labels(["class": "genp", "acct": "b", "m_ItemList": list]), [])
        XCTAssertEqual(try store.labels(["class": "genp", "m_ItemList": .list([])]), [])
        XCTAssertEqual(try store.labels(["class": "inet", "m_ItemList": list]), [])
    }

    func test_copyMatching_withItemListOfReferences_findsThem() throws {
        try store.add(["v_Ref": try Pair("a").keyValue, "labl": "a"])
        try store.add(["v_Ref": try Pair("b").keyValue, "labl": "b"])
        let reference = try XCTUnwrap(store.copyMatching(["class": "keys", "labl": "b", "r_Ref": true]))
        XCTAssertEqual(try store.labels(["class": "keys", "m_ItemList": .list([reference])]), ["b"])
        let foreign = try Pair("a").keyValue
        XCTAssertEqual(try store.labels(["class": "keys", "m_ItemList": .list([foreign])]), [])
    }

    func test_copyMatching_withItemListOfIdentities_findsThem() throws {
        for name in ["a", "b"] { try store.add(["v_Ref": try Pair(name).identity, "labl": .string(name)]) }
        let query: ItemDictionary = ["class": "idnt", "labl": "b"]
        for kind in ["r_Ref", "r_PersistentRef"] {
            let reference = try XCTUnwrap(store.copyMatching(query + ItemDictionary([kind: true])))
            XCTAssertEqual(
                try store.labels(["class": "idnt", "m_ItemList": .list([reference])]), ["b"], kind)
        }
        XCTAssertEqual(try store.labels(["class": "idnt", "m_ItemList": .list([])]), [])
    }

    func test_updateAndDelete_withItemList_takeThoseInItAlone() throws {
        let references = try addThree()
        let list: ItemDictionary = ["class": "genp", "m_ItemList": .list([references[2], references[0]])]
        XCTAssertEqual(try store.update(list, ["icmt": "x"]), 2)
        XCTAssertEqual(try store.labels(["class": "genp", "icmt": "x"]), ["a", "c"])
        XCTAssertEqual(try store.delete(list + ["m_Limit": "m_LimitOne"]), 1)
        XCTAssertEqual(try store.delete(list + ["m_Limit": "m_LimitAll"]), 1)
        assertThrows(.itemNotFound) { try self.store.delete(list) }
        assertThrows(.itemNotFound) { try self.store.delete(["class": "genp", "m_ItemList": .list([])]) }
        XCTAssertEqual(try store.labels(["class": "genp"]), ["b"])
    }

    func test_delete_withItemListOfIdentities_takesBothHalves() throws {
        for name in ["a", "b"] { try store.add(["v_Ref": try Pair(name).identity, "labl": .string(name)]) }
        let query: ItemDictionary = ["class": "idnt", "labl": "b", "r_Ref": true]
        let found = try XCTUnwrap(store.copyMatching(query))
        XCTAssertEqual(try store.delete(["class": "idnt", "m_ItemList": .list([found])]), 2)
        XCTAssertEqual(try store.labels(["class": "keys"]), ["a"])
    }

    func test_copyMatching_withFaultyItemList_throws() throws {
        assertThrows([
            DictionaryRow("no list", ["class": "genp", "m_ItemList": "x"]),
            DictionaryRow("no references", ["class": "genp", "m_ItemList": .list(["x"])]),
            DictionaryRow("short references", ["class": "genp", "m_ItemList": .list([data("genp")])]),
            DictionaryRow("no class", ["m_ItemList": .list([])]),
        ]) { try self.store.copyMatching($0) }
    }

    // MARK: - What is ignored

    func test_copyMatching_withIgnoredMatchKey_findsAsWithout() throws {
        try store.add(["class": "genp", "acct": "Maria", "labl": "a"])
        try store.add(["v_Ref": try Pair("a").certificateValue, "labl": "b"])
        let keys = [
            "m_SubjectContains", "m_SubjectStartsWith", "m_SubjectEndsWith", "m_SubjectWholeString",
            "m_CaseInsensitive", "m_DiacriticInsensitive", "m_WidthInsensitive", "m_SearchList", "m_Unknown",
        ]
        for key in keys {
            for value: ItemDictionary.Value in ["x", true, .unsupported] {
                let match = ItemDictionary([key: value])
                XCTAssertEqual(try store.labels(["class": "genp"] + match), ["a"], key)
                XCTAssertEqual(try store.labels(["class": "cert"] + match), ["b"], key)
            }
        }
        XCTAssertEqual(try store.labels(["class": "genp", "acct": "maria", "m_CaseInsensitive": true]), [])
    }
}
