import SecureStore
import XCTest

@testable import SecureStoreCLI

/// References to secrets, and the texts that they stand in.
final class SecretReferenceTests: XCTestCase {
    private func bytes(_ text: String) throws -> SecretBytes { try SecretBytes(copying: text.utf8) }

    func test_reference_thatIsNearlyRight_isRefused() {
        let names = [
            "", "/", "/a", "a/b/c", "a b", "a%", "a%2", "a%zz", "%ff", "a?b", "a#", "a#b#c", "a# b", "#b",
            "a\u{202e}b", "a\tb",
            "a/%",
            String(repeating: "a", count: 2048),
        ]
        for text in names.map({ "securestore://" + $0 }) + ["", "a", "securestore:a", "SECURESTORE://a"] {
            XCTAssertThrowsError(try ItemWords(address: text, at: "x:1"), text) { error in
                XCTAssertTrue((error as? CommandError)?.message.hasPrefix("x:1: ") == true, text)
            }
        }
    }

    func test_template_withSecrets_keepsAllElse() throws {
        let rows = [
            ("", ""), ("a", "a"), ("{{securestore://a}}", "S"), ("{{ \t securestore://a \t}}\r\n", "S\r\n"),
            ("{{{securestore://a}}}", "{S}"), ("{{securestore://a}}{{securestore://a/}}", "SS"),
            ("{{ a }}{{}}{{\n", "{{ a }}{{}}{{\n"), ("{ {securestore://a}}", "{ {securestore://a}}"),
            ("\u{e9}{{securestore://\u{e9}}}\u{e9}", "\u{e9}S\u{e9}"),
        ]
        for (text, result) in rows {
            let filled = try Template(bytes(text), named: "x").filled { _ in try bytes("S") }
            XCTAssertEqual(try filled.text(), result, text)
        }
    }

    func test_template_withNamesThatOnlyLookTheSame_asksForEach() throws {
        let text = "{{securestore://\u{e9}}}{{securestore://e\u{301}}}{{securestore://\u{e9}}}"
        let filled = try Template(bytes(text), named: "x").filled {
            try bytes("\($0.place?.utf8.count ?? 0)")
        }
        XCTAssertEqual(try filled.text(), "232")
    }

    func test_template_thatWouldGrowWithoutEnd_isRefused() throws {
        let large = try SecretBytes(copying: [UInt8](repeating: 65, count: 9 << 20))
        let template = try Template(bytes("{{securestore://a}}{{securestore://a}}"), named: "x")
        XCTAssertThrowsError(try template.filled { _ in large }) { error in
            XCTAssertEqual((error as? CommandError)?.exitCode, ExitCode(.dataTooLarge))
        }
    }

    func test_secretOfTemplate_thatLooksLikeAReference_isNotReplaced() throws {
        let template = try Template(bytes("{{securestore://a}}"), named: "x")
        let filled = try template.filled { _ in try bytes("{{securestore://b}}") }
        XCTAssertEqual(try filled.text(), "{{securestore://b}}")
    }

    func test_environmentFile_givesNamesInTheirOrder() throws {
        let text = "#A=b\n\n \t\nB=securestore://a\r\n\tc_1=securestore://a=b "
        for text in [text, "\u{feff}B=1\n" + text] {
            let names = try EnvironmentFile(bytes(text), named: "x").variables().map(\.name)
            XCTAssertEqual(names, (text.hasPrefix("#") ? [] : ["B"]) + ["B", "c_1"])
        }
    }

    func test_environmentFile_withPlainValues_takesThemAsTheyAre() throws {
        let rows = [
            ("a", "a"), (" a b ", "a b"), ("a #b", "a"), ("a#b", "a#b"), ("'a\\n$b' #c", "a\\n$b"),
            ("''", ""),
            (#""a\"b\\""#, #"a"b\"#), (#""\n\t\r\$\`\q""#, "\n\t\r$`\\q"), ("\"#\"", "#"),
            ("\u{e9}", "\u{e9}"), (" \"x\"", "x"), ("v\t# remark", "v"), ("a\t#b c #d", "a"),
        ]
        for (text, value) in rows {
            let variable = try EnvironmentFile(bytes("export A=\(text)\n"), named: "x").variables().first
            let read = try ItemStore.inMemory().reading { items in try variable?.value(in: items).text() }
            XCTAssertEqual(read, value, text)
        }
    }

    func test_environmentFile_withValueThatIsNone_isRefusedWithItsPlace() {
        for text in [
            "A", "=b", "A B=c", "export", "A=\"b", #"A="b\""#, "A='b", "A='b'c", "A=\"b\" c", "\u{e9}=a",
        ] {
            XCTAssertThrowsError(try EnvironmentFile(bytes("\n\(text)"), named: "x").variables(), text) {
                error in
                XCTAssertTrue((error as? CommandError)?.message.hasPrefix("x:2: ") == true, "\(error)")
            }
        }
    }
}
