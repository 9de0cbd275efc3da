import Foundation
import XCTest

@testable import KeychainServices
@testable import SecureStore

/// Tests of what makes two items the same one, and what absent attributes are.
final class DictionaryUniquenessTests: DictionaryTestCase {
    private struct IdentityRow {
        let itemClass: String
        let key: String
        let value: ItemDictionary.Value
        let line: UInt

        init(_ itemClass: String, _ key: String, _ value: ItemDictionary.Value, line: UInt = #line) {
            (self.itemClass, self.key, self.value, self.line) = (itemClass, key, value, line)
        }
    }

    func test_add_differingInPartOfIdentity_isAnotherItem() throws {
        let date = ItemDictionary.Value.date(clock.now)
        let rows = [
            IdentityRow("genp", "acct", "x"), IdentityRow("genp", "svce", "x"),
            IdentityRow("inet", "acct", "x"),
            IdentityRow("inet", "sdmn", "x"), IdentityRow("inet", "srvr", "x"),
            IdentityRow("inet", "ptcl", "http"),
            IdentityRow("inet", "atyp", "form"), IdentityRow("inet", "port", 1),
            IdentityRow("inet", "path", "/"),
            IdentityRow("cert", "ctyp", 3), IdentityRow("cert", "issr", data("x")),
            IdentityRow("cert", "slnr", data("x")), IdentityRow("keys", "kcls", 1),
            IdentityRow("keys", "klbl", data("x")), IdentityRow("keys", "atag", "x"),
            IdentityRow("keys", "crtr", 1),
            IdentityRow("keys", "type", 42), IdentityRow("keys", "bsiz", 256),
            IdentityRow("keys", "esiz", 256),
            IdentityRow("keys", "sdat", date), IdentityRow("keys", "edat", date),
        ]
        try assertAddsAnother(rows)
        let tail: [(String, ItemDictionary.Value)] = [
            ("agrp", "other"), ("sync", true), ("vwht", "x"), ("tkid", "x"), ("ggrp", "x"),
        ]
        try assertAddsAnother(
            ["genp", "inet", "cert", "keys"].flatMap { itemClass in
                tail.map { IdentityRow(itemClass, $0, $1) }
            })
    }

    private func assertAddsAnother(_ rows: [IdentityRow]) throws {
        for row in rows {
            let store = try makeStore(groups: nil)
            let base: ItemDictionary = ["class": .string(row.itemClass)]
            try store.add(base)
            let other = base + ItemDictionary([row.key: row.value])
            XCTAssertNoThrow(try store.add(other), "\(row.itemClass) \(row.key)", line: row.line)
            assertThrows(.duplicateItem, "\(row.itemClass) \(row.key) again", line: row.line) {
                try store.add(other)
            }
        }
    }

    func test_add_differingInAnythingElse_throwsDuplicateItem() throws {
        let kinds: [AttributeKind: ItemDictionary.Value] = [
            .blob: "x", .data: data("x"), .number: 1, .string: "x", .accessibility: "ck",
        ]
        let others: Set<AttributeName> = [
            .accessGroup, .synchronizable, .syncViewHint, .tokenID, .sharingGroup, .digest,
        ]
        for itemClass in ItemClass.stored {
            let store = try makeStore(groups: nil)
            try store.add(["class": .string(itemClass.code)])
            for name in ClassTable.names(in: itemClass) where !others.contains(name) {
                let row = ClassTable.row(name)
                guard let value = kinds[row.kind], !row.identity.contains(itemClass) else { continue }
                let item: ItemDictionary = ["class": .string(itemClass.code)]
                assertThrows(.duplicateItem, "\(itemClass) \(row.code)") {
                    try store.add(item + ItemDictionary([row.code: value]))
                }
            }
        }
    }

    func test_add_withNameInAnotherNormalForm_isAnotherItem() throws {
        let store = try store
        for account in ["caf\u{e9}", "cafe\u{301}"] {
            let secret = try secretValue("\(account.utf8.count)")
            try store.add(["class": "genp", "acct": .string(account), "v_Data": secret])
        }
        XCTAssertEqual(try store.secretText(["class": "genp", "acct": "caf\u{e9}"]), "5")
        XCTAssertEqual(try store.secretText(["class": "genp", "acct": "cafe\u{301}"]), "6")
    }

    func test_add_withEqualIdentityInAnotherForm_throwsDuplicateItem() throws {
        let store = try store
        try store.add(["class": "inet", "acct": "maria", "port": 443])
        assertThrows(.duplicateItem) {
            try store.add(["class": "inet", "acct": data("maria"), "port": "443", "srvr": ""])
        }
    }

    func test_add_withAttributesAbsent_returnsDefaults() throws {
        let store = try store
        let zero = Date(timeIntervalSinceReferenceDate: 0)
        let none: [String: AttributeValue] = [
            "sync": .number(0), "tomb": .number(0), "agrp": .string("default"),
        ]
        let empty = AttributeValue.string("")
        let defaults: [String: [String: AttributeValue]] = [
            "genp": ["acct": empty, "svce": empty, "pdmn": .string("ak")],
            "inet": [
                "acct": empty, "sdmn": empty, "srvr": empty, "atyp": empty, "path": empty, "ptcl": .number(0),
                "port": .number(0), "pdmn": .string("ak"),
            ],
            "cert": [
                "ctyp": .number(0), "issr": .data(Data()), "slnr": .data(Data()), "pdmn": .string("dk"),
            ],
            "keys": [
                "atag": empty, "klbl": .data(Data()), "kcls": .number(0), "type": .number(0),
                "crtr": .number(0),
                "bsiz": .number(0), "esiz": .number(0), "sdat": .date(zero), "edat": .date(zero),
                "pdmn": .string("ak"),
            ],
        ]
        for (itemClass, values) in defaults {
            try store.add(["class": .string(itemClass)])
            let answer = try store.attributes(["class": .string(itemClass)])
            let managed = ["class", "cdat", "mdat", "sha1", "musr", "accc"]
            XCTAssertEqual(
                Set(answer.values.keys).subtracting(managed), Set(values.keys).union(none.keys), itemClass)
            for (key, value) in values.merging(none, uniquingKeysWith: { $1 }) {
                XCTAssertEqual(
                    answer[key]?.text.map { .string($0) } ?? plain(answer[key]), value, "\(itemClass) \(key)")
            }
        }
    }

    private func plain(_ value: ItemDictionary.Value?) -> AttributeValue? {
        value?.number.map { .number($0) } ?? value?.bytes.map { .data($0) } ?? value?.date.map { .date($0) }
    }

    func test_copyMatching_withDefaultNamed_findsItemWithoutIt() throws {
        let store = try store
        for itemClass in ItemClass.stored { try store.add(["class": .string(itemClass.code)]) }
        let rows: [ItemDictionary] = [
            ["class": "genp", "acct": ""], ["class": "genp", "acct": "", "svce": ""],
            ["class": "inet", "port": 0],
            ["class": "cert", "issr": .data(Data())], ["class": "keys", "atag": ""],
            ["class": "keys", "kcls": "0"],
            ["class": "keys", "sdat": .date(Date(timeIntervalSinceReferenceDate: 0))],
            ["class": "genp", "tomb": 0],
            ["class": "genp", "musr": .data(Data())], ["class": "genp", "sync": 0],
        ]
        for row in rows { XCTAssertEqual(try store.all(row).count, 1, "\(row.values)") }
    }

    func test_copyMatching_withAttributeItemsLack_findsNothing() throws {
        let store = try store
        for itemClass in ItemClass.stored { try store.add(["class": .string(itemClass.code)]) }
        let rows: [ItemDictionary] = [
            ["class": "genp", "labl": ""], ["class": "genp", "gena": ""], ["class": "inet", "icmt": ""],
            ["class": "genp", "invi": 0], ["class": "genp", "crtr": 0], ["class": "genp", "type": 0],
            ["class": "cert", "subj": .data(Data())], ["class": "keys", "priv": 0],
            ["class": "keys", "perm": 0],
        ]
        for row in rows { XCTAssertEqual(try store.all(row).count, 0, "\(row.values)") }
    }

    func test_add_ofCodeThatSpellsANumber_isOneItemByEveryWay() throws {
        let item = try InternetPassword(server: "s", protocol: InternetProtocol(rawValue: "12"))
        let store = try ItemStore.inMemory()
        try store.add(item)
        for code in [ItemDictionary.Value.string("12"), .number(12)] {
            assertThrows(.duplicateItem) { try store.add(["class": "inet", "srvr": "s", "ptcl": code]) }
        }
        XCTAssertEqual(try store.first(Query(identityOf: item))?.item.protocol?.rawValue, "12")
    }
}
