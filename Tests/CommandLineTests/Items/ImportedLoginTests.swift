import SecureStore
import XCTest

@testable import SecureStoreCLI

/// Tests of the one item that a login of a list becomes.
final class ImportedLoginTests: XCTestCase {
    private func login(_ body: (inout ImportedLogin) throws -> Void) throws -> [ImportEntry] {
        var login = ImportedLogin(title: "Bank")
        login.password = try SecretBytes(utf8: "p")
        try body(&login)
        return try login.entries(from: "line 2")
    }

    private func item(_ entries: [ImportEntry]) throws -> (item: any PasswordItem, secrets: LoginSecrets) {
        guard case .item(let item, let secrets, _) = try XCTUnwrap(entries.first) else {
            throw CommandError.failure("no item")
        }
        return (item, secrets)
    }

    private func reasons(_ entries: [ImportEntry]) -> [String] {
        entries.compactMap { entry in if case .leftOut(let reason) = entry { reason } else { nil } }
    }

    func test_loginsForGit_ofAnyList_haveNoFormOfPages() throws {
        let entries = try login { $0.add(address: try SecretBytes(utf8: "https://bank.example")) }
        XCTAssertFalse(try item(entries).item.isForGit)
        try LoginsForGit(list: entries).visit { _, entry in
            XCTAssertTrue(try item([entry]).item.isForGit)
        }
    }

    func test_entries_ofFields_areOneItemWithPartsOfDifferentNames() throws {
        let secrets = try item(
            try login { login in
                for name in ["PIN", "PIN 2", "PIN", "", "notes"] {
                    login.add(name, try SecretBytes(utf8: "x"))
                }
                login.add(address: try SecretBytes(utf8: "chat.example"))
                login.add(notes: try SecretBytes(utf8: "n"))
                login.add(code: try SecretBytes(utf8: "otpauth://totp/x?secret=ABCDEFGH"))
            }
        ).secrets
        XCTAssertEqual(
            secrets.parts.map(\.name), ["otp", "notes", "url", "PIN", "PIN 2", "PIN 3", "field", "notes 2"])
    }

    func test_entries_ofAFieldNamedAsTheMarkOfDeletedLogins_numberIt() throws {
        let secrets = try item(try login { $0.add("securestore.deleted", try SecretBytes(utf8: "x")) })
            .secrets
        XCTAssertEqual(secrets.parts.map(\.name), ["securestore.deleted 2"])
    }

    func test_visit_ofJSONWithAMemberTwice_namesTheEntry() throws {
        let login = #"{"name": "A", "type": 1, "login": {"password": "p", "password": "q"}}"#
        let list = #"{"title": "A", "password": "p", "fields": [{"name": "n", "value": "1", "value": "2"}]}"#
        let readers: [any ImportReader] = [
            try BitwardenVault(SecretBytes(utf8: #"{"items": [\#(login)]}"#)),
            try LoginList(SecretBytes(utf8: #"{"logins": [\#(list)]}"#)),
        ]
        for reader in readers {
            var entries: [ImportEntry] = []
            try reader.visit { entries.append($1) }
            XCTAssertEqual(
                reasons(entries), ["entry 1 (A): it has a member twice in the JSON, and the last one counts"])
        }
    }

    func test_read_ofAListThatIsThereTwice_isRefused() throws {
        let text = try SecretBytes(utf8: #"{"logins": [], "logins": []}"#)
        XCTAssertThrowsError(try LoginList(text)) {
            XCTAssertEqual(($0 as? CommandError)?.message, "the input has logins twice")
        }
    }

    func test_entries_ofSeveralAddresses_haveTheOthersAsPartsAndTheirHostsAsAliases() throws {
        let (item, secrets) = try item(
            try login { login in
                for url in [
                    "https://a.example:8443/x", "https://b.example:1/y", "https://a.example", "c.example",
                ] {
                    login.add(address: try SecretBytes(utf8: url))
                }
            })
        XCTAssertEqual((item as? InternetPassword)?.server, "a.example")
        XCTAssertEqual(secrets.parts.map(\.name), ["url", "url 2", "url 3"])
        XCTAssertEqual(item.alias, "b.example\nb.example:1\nc.example")
    }

    func test_entries_ofAddressWithPassword_keepTheWholeOfItAsAPart() throws {
        let (item, secrets) = try item(
            try login { $0.add(address: try SecretBytes(utf8: "https://u:v@a.example")) })
        XCTAssertEqual((item as? InternetPassword)?.server, "a.example")
        XCTAssertEqual(try secrets.parts.map { try $0.secret.text() }, ["https://u:v@a.example"])
    }

    func test_entries_ofBase32_haveAnAddressOfCodes() throws {
        let rows = [
            ("JBSW y3dp", "otpauth://totp/Bank?secret=JBSWY3DP"), ("?", "?"),
            ("steam://JBSWY3DP", "otpauth://totp/Bank?secret=JBSWY3DP&encoder=steam"),
        ]
        for (given, kept) in rows {
            let secrets = try item(try login { $0.add(code: try SecretBytes(utf8: given)) }).secrets
            XCTAssertEqual(try secrets.parts.map { try $0.secret.text() }, [kept])
        }
    }

    func test_entries_ofManyEarlierPasswords_haveTheLatestAndNameTheRest() throws {
        let entries = try login { login in
            login.earlier = try (0..<20).map { try SecretBytes(utf8: "\($0)") }
        }
        let earlier = try item(entries).secrets.earlier.map { try $0.text() }
        XCTAssertEqual(earlier, (0..<16).reversed().map(String.init))
        XCTAssertEqual(reasons(entries), ["line 2 (Bank): its oldest earlier passwords can't be kept here"])
    }

    func test_entries_ofTooMuch_areKeptAsFarAsAnItemTakesThem() throws {
        let large = try SecretBytes(utf8: String(repeating: "x", count: 1 << 20))
        let entries = try login { login in
            login.add(String(repeating: "n", count: 300), try SecretBytes(utf8: "x"))
            login.add("large", large)
            for number in 0..<300 { login.add("\(number)", try SecretBytes(utf8: "x")) }
        }
        XCTAssertEqual(try item(entries).secrets.parts.count, 254)
        XCTAssertEqual(
            reasons(entries).map { String($0.dropFirst(19)) },
            [
                "fields beyond the first 256 can't be kept here", "field with a long name can't be kept here",
                "field large, for which there is no room, can't be kept here",
            ])
    }

    func test_entries_ofAnEmptyPasswordThatIsOne_areAnItemIfTheyHaveAName() throws {
        for (title, reason) in [("Bank", []), ("", ["line 2: it has no password"])] {
            let entries = try login { login in
                (login.title, login.keepsEmpty) = (title, true)
                login.password = try SecretBytes(utf8: "")
            }
            XCTAssertEqual(reasons(entries), reason)
        }
    }

    func test_entries_withoutAnythingSecret_areLeftOutByPlaceAndTitle() throws {
        let entries = try login { login in
            login.password = nil
            login.lose("passkey")
        }
        XCTAssertEqual(
            reasons(entries),
            ["line 2 (Bank): it has no password", "line 2 (Bank): its passkey can't be kept here"])
    }
}
