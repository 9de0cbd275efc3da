import Foundation
import XCTest

/// Lists that come back into the store they were written from, where no item becomes another one.
final class SameItemTests: CommandTestCase {
    private func set(_ words: String..., to secret: String = "p") throws {
        let words = ["set"] + words + ["--stdin"]
        let outcome = try run(Self.builtProduct("securestore"), words, input: Data(secret.utf8))
        XCTAssertEqual(outcome.code, 0, outcome.errors)
    }

    /// Exports the store, and gives what was not written.
    private func export(_ format: String) throws -> (lines: [String], text: String) {
        let file = "\(home)/list.\(format)"
        let outcome = try run("export", file, "--format", format, "--yes")
        let lines = outcome.errors.split(separator: "\n").map(String.init)
            .filter { $0.hasPrefix("not written: ") }
        XCTAssertEqual(outcome.code, lines.isEmpty ? 0 : 1, outcome.errors)
        return (lines, try String(contentsOfFile: file, encoding: .utf8))
    }

    /// Asserts that a list of the whole store has nothing that the store has not.
    private func checkReturn(_ format: String, of count: Int, line: UInt = #line) throws {
        XCTAssertEqual(try export(format).lines, [], line: line)
        let outcome = try run("import", "\(home)/list.\(format)")
        XCTAssertEqual(outcome.text, "0 added, 0 replaced, \(count) kept as they were\n", line: line)
    }

    func test_bitwarden_ofFoldersThatLookAlike_keepsBoth() throws {
        for (name, folder) in [("one", "Caf\u{e9}"), ("two", "Cafe\u{301}")] {
            try set(name, "--comment", folder)
        }
        let text = try export("bitwarden").text
        for folder in ["\"name\": \"Caf\u{e9}\"", "\"name\": \"Cafe\u{301}\""] {
            XCTAssertNotNil(text.range(of: folder, options: .literal))
        }
    }

    func test_addressesThatNameNoHost_comeBack() throws {
        let addresses = [
            "https://a.example, https://b.example", "http://host name/", "https://tab\t.example",
        ]
        let rows = addresses.enumerated().map { "name \($0),\"\($1)\",maria,horse \($0)" }
        let list = (["name,url,username,password"] + rows).joined(separator: "\n")
        let outcome = try run("import", "-", input: Data(list.utf8))
        XCTAssertEqual(outcome.text, "3 added, 0 replaced, 0 kept as they were\n", outcome.errors)
        for format in ["csv", "json", "bitwarden"] { try checkReturn(format, of: 3) }
    }

    func test_netrc_ofProtocolsButHTTPS_namesThem() throws {
        for name in ["https", "imaps"] { try set("--server", "\(name).example", "u", "--protocol", name) }
        try set("--server", "none.example", "u")
        XCTAssertEqual(try export("netrc").lines, ["not written: imaps://imaps.example u: its protocol"])
    }

    func test_netrc_ofSeveralItemsOfAHostAndAccount_writesOneAndNamesTheOthers() throws {
        try set("--server", "m.example", "u", "--protocol", "https", to: "one")
        try set("--server", "m.example", "u", "--protocol", "https", "--port", "8443", to: "two")
        let (lines, text) = try export("netrc")
        XCTAssertEqual(text, "machine m.example login u password one\n")
        XCTAssertEqual(
            lines,
            [
                "not written: https://m.example:8443 u: its port",
                "not written: https://m.example:8443 u: its host and account are there already",
            ])
    }

    func test_netrc_ofAWebLoginBehindOneOfAnotherProtocol_writesTheWebLogin() throws {
        try set("--server", "m.example", "u", "--protocol", "imaps", to: "one")
        try set("--server", "m.example", "u", "--protocol", "https", to: "two")
        XCTAssertEqual(try export("netrc").text, "machine m.example login u password two\n")
    }

    private static let serviceLoss = "its service, as an import takes its address instead"

    private func setBank() throws {
        try set("Bank", "maria")
        try set("Bank", "maria", "--part", "url", to: "https://bank.example/")
    }

    func test_json_ofAGenericPasswordWithAnAddress_staysOne() throws {
        try setBank()
        try checkReturn("json", of: 1)
    }

    func test_csv_ofAGenericPasswordWithAnAddress_staysOne() throws {
        try setBank()
        try set("Other", "maria")
        try checkReturn("csv", of: 2)
    }

    func test_json_ofAServiceWithAnAddress_makesNoLabelOfIt() throws {
        try setBank()
        _ = try export("json")
        XCTAssertEqual(try run("init", "--store", "other").code, 0)
        XCTAssertEqual(try run("import", home + "/list.json", "--store", "other").code, 0)
        let item = try run("get", "Bank", "maria", "--json", "--store", "other").text
        XCTAssertNotNil(item.range(of: "\"service\": \"Bank\""), item)
        XCTAssertNil(item.range(of: "\"label\""), item)
    }

    func test_export_ofAGenericPasswordWithAnAddress_namesWhatAListWithoutServicesLoses() throws {
        try setBank()
        try set("Host", "maria")
        try set("Host", "maria", "--part", "url", to: "host.example")
        XCTAssertEqual(try export("bitwarden").lines, ["not written: Bank maria: \(Self.serviceLoss)"])
    }

    func test_export_ofAnAddressWithoutAService_namesIt() throws {
        try set("", "maria")
        try set("", "maria", "--part", "url", to: "host.example")
        for format in ["json", "csv", "bitwarden"] {
            XCTAssertEqual(try export(format).lines, ["not written:  maria: \(Self.serviceLoss)"], format)
        }
    }

    func test_export_ofAPathThatAnAddressReadsOtherwise_namesIt() throws {
        try set("--server", "h.example", "u", "--path", "/team/")
        try set("--server", "u.example", "u", "--path", "kept")
        let url = "https://v@u.example/kept"
        try set("--server", "u.example", "u", "--path", "kept", "--part", "url", to: url)
        for format in ["json", "csv", "bitwarden"] {
            XCTAssertEqual(
                try export(format).lines, ["not written: https://h.example/team/ u: its path"], format)
        }
    }

    func test_json_ofALoginWithTheKindOfAForm_staysALoginAndNamesTheKind() throws {
        try set("--server", "h.example", "u", "--kind", "identity")
        XCTAssertEqual(try export("json").lines, ["not written: https://h.example u: its kind"])
        XCTAssertEqual(try run("init", "--store", "other").code, 0)
        XCTAssertEqual(try run("import", home + "/list.json", "--store", "other").code, 0)
        XCTAssertEqual(try run("get", "--server", "h.example", "u", "--store", "other").code, 0)
    }

    func test_export_ofAHostThatTakesThePort_refusesIt() throws {
        try set("--server", "::1", "u", "--port", "8443")
        try set("--server", "::1", "v")
        try set("--server", "[::1]", "u", "--port", "8443")
        for format in ["json", "csv", "bitwarden"] {
            let (lines, text) = try export(format)
            XCTAssertEqual(lines.count, 1, format)
            let line = try XCTUnwrap(lines.first)
            XCTAssertTrue(line.hasSuffix(" u: its host or protocol is not one of addresses"), line)
            XCTAssertNil(text.range(of: "//::1:8443"))
        }
    }
}
