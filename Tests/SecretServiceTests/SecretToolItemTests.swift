import SecureStore
import SecureStoreCLI
import XCTest

/// The attributes of an item as its account has them.
final class SecretToolItemTests: XCTestCase {
    private func attributes(_ account: String) throws -> [[[UInt8]]]? {
        try SecretToolItem(GenericPassword(service: SecretToolItem.service, account: account)).map { item in
            item.attributes.map { [Array($0.name.utf8), Array($0.value.utf8)] }
        }
    }

    func test_attributes_withAnyCharacters_comeBack() throws {
        let texts = [
            "", "mail", "\u{301}accent", "a\u{301}", "\"", "\\", "\n", "{", "}", ": ", ", ", "\", \"", "🐎",
        ]
        for name in texts {
            for value in texts {
                let account = SecretToolItem([(name, value), ("~", "end")]).item(label: "").account
                let expected = [[name, value], ["~", "end"]].map { $0.map { Array($0.utf8) } }
                    .sorted { $0[0].lexicographicallyPrecedes($1[0]) }
                XCTAssertEqual(try attributes(account), expected, account)
            }
        }
    }

    func test_attributes_ofAnotherHand_areReadAsJSON() throws {
        for account in [#"{"a":"b"}"#, #"{ "a" : "b" }"#, #"{"a": "c", "a": "b"} 2"#, #"{"\u0061": "b"}"#] {
            XCTAssertEqual(try attributes(account), [[[0x61], [0x62]]], account)
        }
        XCTAssertEqual(try attributes("{}"), [])
    }

    func test_attributes_ofWhatIsNoObjectOfTexts_areNone() throws {
        for account in [
            "", "}", "{", #"{"a"}"#, #"{"a": 1}"#, #"{"a": "b""#, #"{"a": "b", }"#, #"{"a": "b" "c": "d"}"#,
            #"["a": "b"}"#, "{\"a\": \"\u{1}\"}", #"{"a", "b"}"#, #"{"a": "b": "c": "d"}"#,
        ] {
            XCTAssertNil(try attributes(account), account)
        }
    }
}
