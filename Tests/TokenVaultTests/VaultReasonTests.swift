import SecureStore
import XCTest

@testable import TokenVault

/// Errors of a vault: each text says what to do next, and none has a token.
final class VaultReasonTests: VaultTestCase {
    private func check<R>(
        _ code: TokenVaultError.Code, _ words: String..., line: UInt = #line, _ body: () throws -> R
    ) {
        XCTAssertThrowsError(try body(), line: line) { error in
            XCTAssertEqual((error as? TokenVaultError)?.code, code, "\(error)", line: line)
            let reason = (error as? TokenVaultError)?.reason ?? ""
            for word in words {
                XCTAssertTrue(reason.contains(word), "no '\(word)' in: \(reason)", line: line)
            }
            XCTAssertFalse(reason.contains("access-"), reason, line: line)
        }
    }

    func test_calls_thatCannotBe_sayWhatToDo() throws {
        let readOnly = makeVault { $0.access = .readOnly }
        check(.readOnly, "VaultOptions.access", "StoreOptions.access") { try readOnly.delete(for: "maria") }
        check(.notSignedIn, "sign in", "save(_:for:)") { try self.vault.update(for: "maria") { _ in } }
        try vault.save(pair(), for: "maria")
        let seen = try XCTUnwrap(vault.entry(for: "maria")).revision
        try vault.save(pair(2), for: "maria")
        check(.changed, "read it again") { try self.vault.delete(for: "maria", ifRevision: seen) }
        check(.malformed, "another program", "delete it") {
            let everything = Query<GenericPassword>().where(.account, equals: "maria")
            try self.store.update(everything, Changes().secret(SecretBytes(copying: "access-9".utf8)))
            return try self.vault.pair(for: "maria")
        }
    }

    func test_localizedDescription_isTheDescription() throws {
        let errors: [any Error] = [
            TokenVaultError(.busy, "wait"), RefreshFailure.temporary(reason: "the server is down"),
            UnsavedPair(pair: try pair(), underlying: StoreError(.diskFull, "no room")),
        ]
        for error in errors { XCTAssertEqual(error.localizedDescription, "\(error)") }
    }

    func test_answers_thatAreNone_sayWhatIsMeant() throws {
        for text in [
            "<html>", "{}", "[", #"{"access_token":1}"#, #"{"access_token":"a","access_token":"b"}"#,
        ] {
            check(.malformed, "answer of the token endpoint", "check its address") {
                try TokenPair(response: SecretBytes(copying: text.utf8))
            }
        }
        check(.malformed, "not UTF-8", "withSpan") { try Token(SecretBytes(copying: [0xff])).text() }
        check(.malformed, "visible ASCII", "as the server sent it") {
            try TokenPair(accessToken: Token(""), refreshToken: nil)
        }
    }
}
