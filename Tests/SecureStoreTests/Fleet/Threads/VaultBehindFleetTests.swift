import Foundation
import TokenVault
import XCTest

@testable import SecureStore

/// A vault on a host whose file takes nothing while the fleet keeps its changes.
final class VaultBehindFleetTests: FleetTestCase {
    private lazy var scene = VaultScene(clock: clock, fleet: fleet)
    private static let kept = StoreError(.keptByFleet, "no room here")

    /// Two hosts with maria's pair, which has expired.
    private func hosts() throws -> (a: ItemStore, b: ItemStore) {
        let a = try begin { try scene.vault($0).save(scene.pair(1, expiresIn: -1), for: "maria") }
        return (a, try join("b", lettingIn: a))
    }

    func test_validAccessToken_whoseIntentTheFleetAloneHas_goesOn() async throws {
        let scene = scene
        let (a, _) = try hosts()
        scene.fleet.failure.update { $0 = (true, Self.kept) }
        let token = try await scene.vault(a).validAccessToken(for: "maria") {
            scene.fleet.failure.update { $0 = nil }
            return try scene.renew($0)
        }
        XCTAssertEqual(try token.text(), "access-2")
        XCTAssertEqual(scene.asked.value, ["refresh-1"])
    }

    func test_validAccessToken_whoseAnswerTheFleetAloneHas_isReturnedAndNotAskedForAgain() async throws {
        let scene = scene
        let (a, b) = try hosts()
        let token = try await scene.vault(a).validAccessToken(for: "maria") {
            scene.fleet.failure.update { $0 = (true, Self.kept) }
            return try scene.renew($0)
        }
        XCTAssertEqual(try token.text(), "access-2")
        scene.fleet.failure.update { $0 = nil }
        let others = [try await scene.access(scene.vault(a)), try await scene.access(scene.vault(b))]
        XCTAssertEqual(others, ["access-2", "access-2"])
        XCTAssertEqual(scene.asked.value, ["refresh-1"])
    }

    func test_validAccessToken_whoseIntentTheFleetAloneHas_waitsForRoom() async throws {
        let scene = scene
        let (a, _) = try hosts()
        scene.fleet.failure.update { $0 = (true, Self.kept) }
        // The next look is not taken in either.
        scene.fleet.lookFailure.update { $0 = StoreError(.diskFull, "no room here") }
        let looks = scene.fleet.looks.value
        Task {
            while scene.fleet.looks.value < looks + 2 { await Task.yield() }
            scene.fleet.failure.update { $0 = nil }
            scene.fleet.lookFailure.update { $0 = nil }
        }
        let token = try await scene.access(scene.vault(a))
        XCTAssertEqual(token, "access-2")
        XCTAssertEqual(scene.asked.value, ["refresh-1"])
    }
}
