import XCTest

@testable import SecureStore

/// A keeper that tells of more rows than a host listens to.
final class DishonestKeeperTests: DishonestKeeperTestCase {
    func test_rowsThatWentAway_withoutEnd_areRefused() throws {
        fleet.madeUp.update { ($0.rows, $0.newRows) = (1_001_000, 1_001_000) }
        assertThrows(.invalidData) { try self.b.catchUp() }
        fleet.madeUp.update { ($0.rows, $0.newRows) = (1_000, 1_000) }
        try b.catchUp()
        try assertEqual([a, b])
    }
}
