import Foundation
import XCTest

/// Lists for those who leave: an import of each gives the logins that were exported.
final class RoundTripTests: CommandTestCase {
    /// Logins with each part there is, with several of a name, and with letters that lists have to quote.
    private static let list = """
        {"logins": [
        {"title": "Forge \\"1\\"", "username": "maria", "folder": "Work/Ops", "password": "p, \\"ä\\"\\n#\\\\",
         "otp": "otpauth://totp/x?secret=JBSWY3DP", "notes": " a note,\\n\\nof \\"three\\" lines\\n",
         "urls": ["https://forge.example:8443/a?b", "https://b.example/x", "https://c.example", "d.example"],
         "fields": [{"name": "PIN", "value": "1"}, {"name": "PIN 2", "value": "2"}, {"name": "type", "value": "t"},
          {"name": "email", "value": "m@x.example"}, {"name": "a \\"b\\", c", "value": "multi\\nline"}],
         "earlier": ["newer", "older"]},
        {"title": "Door", "notes": "code 7"},
        {"title": "Codes", "username": "eva", "otp": "otpauth://totp/y?secret=JBSWY3DP"},
        {"title": "Team", "username": "otto", "password": "two", "urls": ["chat.example", "https://u:v@e.example"]},
        {"title": "Up", "username": "otto", "password": "x", "urls": ["https://u:v@up.example/a", "https://f.example"]},
        {"title": "Visa", "kind": "card", "password": "4111", "notes": "c",
         "fields": [{"name": "cardholderName", "value": "Maria"}, {"name": "colour", "value": "red"}]},
        {"title": "Me", "kind": "identity", "fields": [{"name": "firstName", "value": "Maria"}]},
        {"title": "Key", "kind": "ssh key", "password": "-----BEGIN\\nx",
         "fields": [{"name": "publicKey", "value": "ssh-ed25519 A"}]},
        {"title": "Both", "kind": "card", "username": "joe", "password": "4111", "urls": ["https://b.example/"],
         "otp": "otpauth://totp/z?secret=JBSWY3DP", "fields": [{"name": "username", "value": "other"}]},
        {"title": "Pin", "kind": "card", "password": "4", "fields": [{"name": "username", "value": "a part"},
          {"name": "password", "value": "another"}]},
        {"title": "You", "kind": "identity", "username": "eva", "password": "secret", "urls": ["you.example"],
         "fields": [{"name": "username", "value": "e"}, {"name": "password", "value": "x"}]},
        {"title": "We", "kind": "identity", "fields": [{"name": "password", "value": "x"}]},
        {"title": "Open", "username": "otto", "password": "", "urls": ["https://open.example"]}
        ]}
        """

    /// The logins of a store with all their parts, without the members that a list does not have.
    private func logins(_ store: String, without members: Set<String> = []) throws -> [NSDictionary] {
        let file = "\(home)/\(UUID()).json"
        let outcome = try run("export", file, "--format", "json", "--yes", "--store", store)
        XCTAssertEqual(outcome.code, 0, outcome.errors)
        let data = try Data(contentsOf: URL(fileURLWithPath: file))
        let all = try XCTUnwrap(JSONSerialization.jsonObject(with: data) as? [String: [[String: Any]]])
        let logins = try XCTUnwrap(all["logins"])
        return logins.map { $0.filter { !members.contains($0.key) } as NSDictionary }
            .sorted { "\($0["title"] ?? "")" < "\($1["title"] ?? "")" }
    }

    private func makeStore(_ name: String) throws {
        XCTAssertEqual(try run("init", "--store", name).code, 0)
    }

    override func setUpWithError() throws {
        try super.setUpWithError()
        try makeStore("first")
        try Data(Self.list.utf8).write(to: URL(fileURLWithPath: home + "/first.json"))
        let outcome = try run("import", home + "/first.json", "--store", "first")
        XCTAssertEqual(outcome.text, "13 added, 0 replaced, 0 kept as they were\n", outcome.errors)
    }

    /// Windows programs put a mark in front of what they write.
    func test_import_ofListsBehindAByteOrderMark_recognizesThem() throws {
        for format in ["json", "csv", "bitwarden", "netrc"] {
            let (list, store) = ("\(home)/list.\(format)", "of-\(format)")
            // Not every form has all that the logins have, which an exit code tells.
            _ = try run("export", list, "--format", format, "--yes", "--store", "first")
            let marked = try Data("\u{feff}".utf8) + Data(contentsOf: URL(fileURLWithPath: list))
            try marked.write(to: URL(fileURLWithPath: list))
            try makeStore(store)
            let imported = try run("import", list, "--store", store)
            XCTAssertTrue(
                imported.text.contains(" added, 0 replaced"), format + imported.text + imported.errors)
            XCTAssertFalse(imported.text.hasPrefix("0 added"), format)
        }
    }

    private func checkRoundTrip(_ format: String, without members: Set<String> = []) throws {
        let list = "\(home)/list.\(format)"
        let exported = try run("export", list, "--format", format, "--yes", "--store", "first")
        XCTAssertTrue(exported.errors.hasPrefix("13 items written"), exported.errors)
        try makeStore("second")
        for text in ["13 added, 0 replaced, 0 kept", "0 added, 0 replaced, 13 kept"] {
            let imported = try run("import", list, "--store", "second")
            XCTAssertEqual(imported.code, 0, imported.errors)
            XCTAssertEqual(imported.text, text + " as they were\n")
        }
        let (first, second) = (
            try logins("first", without: members), try logins("second", without: members)
        )
        XCTAssertEqual(first, second)
    }

    func test_json_importedElsewhere_givesTheSameLogins() throws { try checkRoundTrip("json") }

    func test_bitwarden_importedElsewhere_givesTheSameLogins() throws { try checkRoundTrip("bitwarden") }

    func test_csv_importedElsewhere_givesTheSameLogins() throws {
        try checkRoundTrip("csv", without: ["kind", "earlier"])
    }
}
