import SecureStoreCertificates
import Foundation
import XCTest

@testable import KeychainServices
@testable import SecureStore

/// The texts of errors that dictionaries lead to: what was wrong, and what to give instead.
final class DictionaryReasonTests: DictionaryTestCase {
    private func check(_ rows: [Provoked]) {
        for row in rows { row.check(withoutValues: ["maria", "s3cret"]) }
    }

    private func add(
        _ name: String, _ status: StoreStatus, _ words: [String], _ item: ItemDictionary, line: UInt = #line
    ) -> Provoked {
        Provoked(name, status, words, line: line) { try self.store.add(item) }
    }

    func test_add_ofWhatIsNoItem_saysWhatToGive() throws {
        let item: ItemDictionary = ["class": "genp", "acct": "maria", "v_Data": try secretValue("s3cret")]
        try store.add(item)
        check([
            add("twice", .duplicateItem, ["generic password", "update"], item),
            add("class", .noSuchClass, ["kSecClass"], ["class": "maria"]),
            add("none", .param, ["kSecClass"], ["acct": "maria"]),
            add(
                "attribute", .noSuchAttr, ["generic password", "server", "leave it out"], item + ["srvr": "x"]
            ),
            add("unknown", .noSuchAttr, ["generic password", "leave it out"], item + ["abcd": "x"]),
            add("use", .param, ["kSecUse"], item + ["u_x": "x"]),
            add("value", .param, ["kSecValue"], item + ["v_x": "x"]),
            add("return", .param, ["kSecReturn"], item + ["r_x": true]),
            add("key", .param, ["kSec"], item + ["xyz": "x"]),
            add("short key", .param, ["kSec"], item + ["x": "x"]),
            add("type", .param, ["takes a date"], item + ["cdat": "x"]),
            add("match", .param, ["leave it out"], item + ["m_Limit": 1]),
            add("passphrase", .notAvailable, ["whenPasscodeSet", "setPassphrase"], item + ["pdmn": "akpu"]),
        ])
    }

    func test_callByReference_ofAnotherClass_namesTheClass() throws {
        try store.add(["class": "genp", "v_Data": try secretValue("s3cret")])
        let reference = try store.persistent(["class": "genp"])
        check([
            Provoked("class", .noSuchClass, ["generic password", "or none"]) {
                try self.store.copyMatching(["class": "inet", "v_PersistentRef": reference])
            },
            Provoked("identity", .noSuchAttr, ["class key", "kSecClassIdentity"]) {
                try self.store.add(["class": "keys", "v_Ref": try Pair("a").identity])
            },
            Provoked("change", .noSuchAttr, ["add it again"]) {
                try self.store.update(["class": "genp"], ["class": "inet"])
            },
            Provoked("return", .param, ["leave the return keys out"]) {
                try self.store.update(["class": "genp", "r_Data": true], [:])
            },
        ])
    }

    func test_keyThatStays_isNamedWithWhatItDoes() throws {
        try store.add(["v_Ref": try Pair("a").keyValue, "extr": 0])
        check([
            Provoked("bytes", .keyIsSensitive, ["not extractable", "r_Ref", "signs"]) {
                try self.store.copyMatching(["class": "keys", "r_Data": true])
            },
            Provoked("change", .keyIsSensitive, ["extr", "make a new key"]) {
                try self.store.update(["class": "keys"], ["extr": 1])
            },
        ])
    }

    func test_searches_thatCannotBe_sayWhatToChange() throws {
        let rows: [(String, ItemDictionary.Value)] = [
            ("m_HostOrSubdomainOfHost", "x"), ("m_Issuers", .list([.data(Data([0x30, 0]))])),
            ("m_Policy", .policy(SecPolicyCreateBasicX509())),
        ]
        for (key, value) in rows {
            check([
                Provoked(key, .unimplemented, [key, "leave it out"]) {
                    try self.store.copyMatching(["class": "genp"] + [key: value])
                }
            ])
        }
        check([
            Provoked("list", .param, ["m_ItemList", "SecItemCopyMatching"]) {
                try self.store.copyMatching(["class": "genp", "m_ItemList": "x"])
            }
        ])
    }
}
