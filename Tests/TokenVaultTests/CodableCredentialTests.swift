import Foundation
import SecureStore
import XCTest

@testable import TokenVault

/// A credential that is no OAuth pair.
final class CodableCredentialTests: VaultTestCase {
    private struct Session: VaultCredential, Codable {
        var cookie: String
        var expiry: Date?
    }

    private func sessions() -> CredentialVault<Session> {
        CredentialVault(store, service: "web", options: options())
    }

    func test_save_thenRead_isTheSame() throws {
        let session = Session(cookie: "c=1", expiry: clock.now)
        try sessions().save(session, for: "maria")
        XCTAssertEqual(try sessions().read("maria"), session)
    }

    func test_validCredential_byManyTasks_refreshesOnce() async throws {
        let sessions = sessions()
        try sessions.save(Session(cookie: "c=1", expiry: clock.now), for: "maria")
        let asked = Counter()
        let later = clock.now + 3_600
        let cookies = try await withThrowingTaskGroup { group in
            for _ in 0..<100 {
                group.addTask {
                    try await sessions.validCredential(for: "maria") { _ in
                        asked.add()
                        return Session(cookie: "c=2", expiry: later)
                    }.cookie
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        XCTAssertEqual(cookies, ["c=2"])
        XCTAssertEqual(asked.value, 1)
    }

    func test_refreshNow_ofRejectedCredential_stores() async throws {
        let sessions = sessions()
        let old = Session(cookie: "c=1", expiry: nil)
        try sessions.save(old, for: "maria")
        let new = try await sessions.refreshNow("maria", rejected: old) { _ in Session(cookie: "c=2") }
        XCTAssertEqual(try sessions.read("maria"), new)
    }

    func test_unsavedCredential_printed_showsNothingOfIt() {
        struct Own: Error {}
        let error = UnsavedCredential(credential: Session(cookie: "horse"), cause: Own())
        var dumped = ""
        dump(error, to: &dumped)
        for text in ["\(error)", String(reflecting: error), dumped] {
            XCTAssertFalse(text.contains("horse"), text)
        }
    }

    func test_read_ofAnotherTypeOfCredential_throwsMalformed() throws {
        try sessions().save(Session(cookie: "c=1"), for: "maria")
        assertThrows(.malformed) { try self.makeVault("web").read("maria") }
        try vault.save(pair(), for: "maria")
        let pairsAsSessions = CredentialVault<Session>(store, service: "api")
        assertThrows(.malformed) { try pairsAsSessions.read("maria") }
    }
}
