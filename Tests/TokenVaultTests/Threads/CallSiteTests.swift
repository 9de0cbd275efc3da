import Foundation
import SecureStore
import TokenVault
import XCTest

/// The calls as a program writes them.
final class CallSiteTests: XCTestCase {
    private let data = Data(#"{"access_token":"access-1","refresh_token":"refresh-1","expires_in":0}"#.utf8)

    func test_vault_isUsedAsItReads() async throws {
        let store = try ItemStore.inMemory()
        let ask: @Sendable (Token?) async throws -> Data = { _ in
            Data(#"{"access_token":"access-2","expires_in":3600}"#.utf8)
        }

        let vault = TokenVault(store, service: "api.example")
        try vault.save(TokenPair(response: data), for: "maria")
        let token = try await vault.validAccessToken(for: "maria") { old in
            try TokenPair(response: try await ask(old.refreshToken), replacing: old)
        }
        try vault.delete(for: "maria")

        XCTAssertEqual(try token.text(), "access-2")
        XCTAssertEqual(try vault.accounts(), [])
    }
}
