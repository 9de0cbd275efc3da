import XCTest

@testable import SecureStore

/// A keeper that tells of more changes of keys than a host listens to.
final class DishonestKeyTests: DishonestKeeperTestCase {
    func test_handovers_withoutEnd_areNotFollowedForEver() throws {
        try a.rotateKeys()
        fleet.madeUp.update { $0.handovers = 300_000 }
        fleet.show { content in
            let newest = content.newest
            content.newest = KeptState(number: newest.number, keysVersion: 1 << 40, box: newest.box)
        }
        assertThrows(.invalidData) { try self.b.catchUp() }
        XCTAssertLessThan(fleet.toldHandovers.value, 210_000, "tries twice")
        // Of a state that does not open, the verifier asks whether other keys lead there.
        fleet.toldHandovers.update { $0 = 0 }
        assertThrows(.invalidData) { try self.b.asReplica.compareServer(nil) }
        XCTAssertLessThan(fleet.toldHandovers.value, 310_000)
    }
}
