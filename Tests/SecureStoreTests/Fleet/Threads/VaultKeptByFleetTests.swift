import Foundation
import TokenVault
import XCTest

@testable import SecureStore

/// A vault whose changes the fleet keeps while this machine's disk is full.
final class VaultKeptByFleetTests: FleetTestCase {
    private lazy var scene = VaultScene(clock: clock, fleet: fleet)

    /// Two hosts with maria's pair, which has expired.
    private func hosts() throws -> (a: ItemStore, b: ItemStore) {
        let a = try begin { try scene.vault($0).save(scene.pair(1, expiresIn: -1), for: "maria") }
        return (a, try join("b", lettingIn: a))
    }

    private static let kept = (isKept: true, error: StoreError(.keptByFleet, "this disk is full"))

    func test_validAccessToken_whoseAnswerTheFleetAloneHas_isGiven() async throws {
        let scene = scene
        let (a, b) = try hosts()
        let pair = try await scene.vault(a).validPair(for: "maria") { old in
            scene.fleet.failure.update { $0 = Self.kept }
            return try scene.renew(old)
        }
        XCTAssertEqual(try pair.accessToken.text(), "access-2")
        scene.fleet.failure.update { $0 = nil }
        let tokens = [try await scene.access(scene.vault(b)), try await scene.access(scene.vault(a))]
        XCTAssertEqual(tokens, ["access-2", "access-2"])
        XCTAssertEqual(scene.asked.value, ["refresh-1"])
    }

    func test_validAccessToken_whoseIntentTheFleetAloneHas_asksOnce() async throws {
        let scene = scene
        let (a, b) = try hosts()
        scene.fleet.failure.update { $0 = Self.kept }
        let pair = try await scene.vault(a, patience: .seconds(1)).validPair(for: "maria") { old in
            scene.fleet.failure.update { $0 = nil }
            return try scene.renew(old)
        }
        XCTAssertEqual(try pair.accessToken.text(), "access-2")
        let token = try await scene.access(scene.vault(b))
        XCTAssertEqual(token, "access-2")
        XCTAssertEqual(scene.asked.value, ["refresh-1"])
    }
}
