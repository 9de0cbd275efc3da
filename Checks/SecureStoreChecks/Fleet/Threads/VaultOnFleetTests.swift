import Foundation
import TokenVault
import XCTest

@testable import SecureStore

private let down = StoreError(.notAvailable, "down")

/// A vault on the hosts of a fleet: one refresh for all of them.
final class VaultOnFleetTests: FleetTestCase {
    private lazy var scene = VaultScene(clock: clock, fleet: fleet)

    /// Two hosts with maria's pair, which has expired.
    private func hosts(over order: (any ChangeOrder)? = nil) throws -> (a: ItemStore, b: ItemStore) {
        let a = try begin(over: order) {
            try scene.vault($0).save(scene.pair(1, expiresIn: -1), for: "maria")
        }
        return (a, try join("b", lettingIn: a))
    }

    func test_validAccessToken_whoseAnswerCannotBeKept_handsItToTheCallerInTime() async throws {
        let scene = scene
        let (a, _) = try hosts()
        let vault = scene.vault(a, patience: .seconds(4))
        do {
            _ = try await vault.validAccessToken(for: "maria") {
                scene.fleet.failure.update { $0 = (false, down) }
                return try scene.renew($0)
            }
            XCTFail("nothing was thrown")
        } catch let unsaved as UnsavedPair {
            XCTAssertEqual(try unsaved.pair.accessToken.text(), "access-2")
        }
    }
}
