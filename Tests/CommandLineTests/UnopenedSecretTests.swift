import XCTest

@testable import SecureStore

/// Commands that need no secret, on items whose secrets cannot be opened.
final class UnopenedSecretTests: CommandTestCase {
    private func storeWithDamagedSecrets() throws {
        for program in NamedProgram.all(keeping: "hunter2") {
            XCTAssertEqual(try store(program).code, 0, program.name)
        }
        let path = home + "/.local/share/securestore/default.securestore"
        try Connection(path: path, role: .writing)
            .execute("UPDATE item SET secret = zeroblob(length(secret))")
    }

    func test_commands_thatShowNoSecret_openNone() throws {
        try storeWithDamagedSecrets()
        let rows: [(words: String, shown: String, line: UInt)] = [
            ("docker-credential-securestore list", "{\"mail.example\":\"maria\"}\n", #line),
            ("securestore list", "mail.example", #line),
            ("security find-generic-password -s web", "\"svce\"<blob>=\"web\"", #line),
            ("security dump-keychain", "\"srvr\"<blob>=\"mail.example\"", #line),
        ]
        for row in rows {
            let outcome = try shell(row.words)
            XCTAssertEqual(outcome.code, 0, outcome.errors, line: row.line)
            XCTAssertTrue(outcome.text.contains(row.shown), outcome.text, line: row.line)
        }
    }

    func test_commands_thatShowASecret_failWhereItCannotBeOpened() throws {
        try storeWithDamagedSecrets()
        for program in NamedProgram.all(keeping: "hunter2") {
            let outcome = try find(program)
            XCTAssertNotEqual(outcome.code, 0, program.name)
            XCTAssertFalse((outcome.text + outcome.errors).contains("hunter2"), program.name)
        }
    }
}
