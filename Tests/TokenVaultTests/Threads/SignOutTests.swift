import Foundation
import SecureStore
import XCTest

@testable import TokenVault
@testable import enum SecureStoreTestSupport.Effort

/// Sign-out against refresh: who has signed out stays signed out, who has signed in again stays signed in.
final class SignOutTests: VaultTestCase {
    func test_delete_duringRefresh_wins() async throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        let (vault, new) = (try XCTUnwrap(vault), try pair(2))
        let code = await thrownCode {
            try await vault.validAccessToken(for: "maria") { _ in
                try vault.delete(for: "maria")
                return new
            }
        }
        XCTAssertEqual(code, .notSignedIn)
        XCTAssertNil(try vault.pair(for: "maria"))
    }

    func test_deleteAndSignIn_duringRefresh_keepsTheNewPair() async throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        let (vault, late, new) = (try XCTUnwrap(vault), try pair(2), try pair(7))
        let token = try await vault.validAccessToken(for: "maria") { _ in
            try vault.delete(for: "maria")
            // Twice, so that the new item has the generation that the old one had.
            for _ in 0..<2 { try vault.save(new, for: "maria") }
            return late
        }
        XCTAssertEqual(try token.text(), "access-7")
        XCTAssertEqual(try storedAccess(), "access-7")
    }

    func test_save_duringRefresh_keepsTheSavedPair() async throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        let (vault, late, new) = (try XCTUnwrap(vault), try pair(2), try pair(7))
        let token = try await vault.validAccessToken(for: "maria") { _ in
            try vault.save(new, for: "maria")
            return late
        }
        XCTAssertEqual(try token.text(), "access-7")
        XCTAssertEqual(try storedAccess(), "access-7")
    }

    func test_delete_againstRefreshInManyInterleavings_leavesNothing() async throws {
        let (old, new, options) = (try pair(expiresIn: -1), try pair(2), options())
        let outcomes = try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                let vault = TokenVault(try ItemStore.inMemory(), service: "api", options: options)
                group.addTask {
                    var (outcomes, reach) = (Set<TokenVaultError.Code?>(), Duration.microseconds(50))
                    for round in 0..<(Effort.rounds(2_560) / 8) {
                        try vault.save(old, for: "maria")
                        let delay = reach * (round % 16) / 8
                        let outcome = try await Self.outcome(vault, new, signOutAfter: delay)
                        guard try vault.pair(for: "maria") == nil else { throw SignedInAgain() }
                        // Delays go to twice the time of a refresh: the outcome says where that lies.
                        reach = outcome == nil ? reach * 4 / 5 : reach * 5 / 4
                        outcomes.insert(outcome)
                    }
                    return outcomes
                }
            }
            return try await group.reduce(into: Set()) { $0.formUnion($1) }
        }
        // Some refreshes lost to the sign-out and some came before it: the rounds met both.
        XCTAssertEqual(outcomes, [nil, .notSignedIn])
    }

    private struct SignedInAgain: Error {}

    /// The error of a refresh that a sign-out meets.
    private static func outcome(
        _ vault: TokenVault, _ new: TokenPair, signOutAfter delay: Duration
    ) async throws -> TokenVaultError.Code? {
        let signOut = Task {
            try await Task.sleep(for: delay)
            try vault.delete(for: "maria")
        }
        let code = await thrownCode { try await vault.validAccessToken(for: "maria") { _ in new } }
        try await signOut.value
        return code
    }
}
