import SecureStore
import SecureStoreJSON
import XCTest

/// The reader of JSON that holds secrets, on texts that are right and on those that are nearly right.
final class JSONValueTests: XCTestCase {
    private func value(_ text: String, deepest: Int = 8) throws -> JSONValue {
        try JSONValue(SecretBytes(copying: text.utf8), deepest: deepest)
    }

    private func text(_ part: JSONValue.Part?) throws -> String? {
        part.map { part in
            part.memory.withSpan { bytes in String(decoding: part.range.map { bytes[$0] }, as: UTF8.self) }
        }
    }

    // MARK: - What stands in a text

    func test_kind_ofEveryValue_isItsOwn() throws {
        let rows: [(String, JSONValue.Kind)] = [
            ("{}", .object), (" [ ] ", .array), ("\u{feff} {}", .object), ("\"\"", .string),
            ("-0.5e+3", .number), ("0", .number),
            ("true", .bool(true)), ("\tfalse\r\n", .bool(false)), ("null", .null),
        ]
        for (text, kind) in rows { XCTAssertEqual(try value(text).kind, kind, text) }
    }

    func test_members_ofAnObject_areInTheirOrder() throws {
        let members = try value(#"{"b" : 1, "a":[2, {}],"b": {"c" :null} }"#).members() ?? []
        XCTAssertEqual(members.map(\.name), ["b", "a", "b"])
        XCTAssertEqual(try members.map { try text($0.value.source) }, ["1", "[2, {}]", #"{"c" :null}"#])
    }

    func test_members_withEscapesInTheirNames_haveTheNamesThatAreMeant() throws {
        let members = try value(#"{"\u0061\n":"","\ud83d\ude00":""}"#).members() ?? []
        XCTAssertEqual(members.map(\.name), ["a\n", "😀"])
    }

    func test_elements_ofAnArrayInAnObject_areFound() throws {
        let array = try value(#"{"a":[ "x" ,[],3]}"#).members()?.first?.value
        XCTAssertEqual(try array?.elements()?.map { try text($0.source) }, ["x", "[]", "3"])
    }

    func test_parts_ofOtherValues_areNil() throws {
        XCTAssertNil(try value("[]").members())
        XCTAssertNil(try value("{}").elements())
        XCTAssertNil(try value("1").string())
    }

    // MARK: - Strings

    func test_string_withoutEscapes_staysWhereItStands() throws {
        let secret = try SecretBytes(copying: #"  "grüße" "#.utf8)
        let part = try XCTUnwrap(JSONValue(secret, deepest: 1).string())
        XCTAssertTrue(part.memory === secret)
        XCTAssertEqual(try text(part), "grüße")
    }

    func test_string_withEscapes_isWhatTheyStandFor() throws {
        let json = try value(#""a\"\\\/\b\f\n\r\t\u00e4\u0000\uD83D\ude00z""#)
        XCTAssertEqual(try text(json.string()), "a\"\\/\u{8}\u{c}\n\r\tä\0😀z")
        XCTAssertEqual(try text(json.source), #"a\"\\\/\b\f\n\r\t\u00e4\u0000\uD83D\ude00z"#)
    }

    func test_string_withBrokenEscape_throwsWrongEscape() throws {
        for escape in [#"\x"#, #"\u12"#, #"\ud800"#, #"\ud800\u0041"#, #"\ud800\n"#, #"\udc00"#, #"\uzzzz"#] {
            let json = try value("\"\(escape)\"")
            XCTAssertThrowsError(try json.string(), escape) {
                XCTAssertEqual($0 as? JSONError, .wrongEscape, escape)
            }
            XCTAssertThrowsError(try value("{\"\(escape)\":1}").members(), escape)
        }
    }

    // MARK: - What is refused

    func test_text_thatIsNotJSON_isRefused() throws {
        let rows = [
            "", " ", "{", "[1", "[1,]", "[,1]", "[1 2]", "{\"a\"}", "{\"a\":}", "{a:1}", "{\"a\":1,}",
            "{\"a\":1 \"b\":2}", "'a'", "\"a", "\"a\\", "\"a\n\"", "tru", "True", "nul", "NaN", "01", "-",
            "1.",
            ".5", "+1", "1e", "1e+", "0x1", "[] []", "{}x", "\u{feff}", "{}\u{feff}",
            "\u{feff}\u{feff}{}",
        ]
        for text in rows {
            XCTAssertThrowsError(try value(text), text) {
                XCTAssertEqual($0 as? JSONError, .notJSON, text)
            }
        }
    }

    func test_text_withEveryLengthCutShort_isRefused() throws {
        let bytes = Array(#"{"a": [1.5e3, {}, null], "b": "\u00e9\n"}"#.utf8)
        for count in 0..<bytes.count {
            let cut = try SecretBytes(copying: bytes.prefix(count))
            XCTAssertThrowsError(try JSONValue(cut, deepest: 8), "\(count) bytes")
        }
    }

    func test_text_thatIsNotUTF8_isRefused() throws {
        for byte: UInt8 in [0x80, 0xc0, 0xff] {
            let secret = try SecretBytes(copying: [0x22, byte, 0x22])
            XCTAssertThrowsError(try JSONValue(secret, deepest: 8)) {
                XCTAssertEqual($0 as? JSONError, .notJSON)
            }
        }
    }

    func test_text_nestedDeeperThanAllowed_isRefused() throws {
        XCTAssertNoThrow(try value("[[{\"a\":1}]]", deepest: 4))
        XCTAssertThrowsError(try value("[[{\"a\":1}]]", deepest: 3))
        XCTAssertThrowsError(try value(String(repeating: "[", count: 100_000), deepest: 64))
    }
}
