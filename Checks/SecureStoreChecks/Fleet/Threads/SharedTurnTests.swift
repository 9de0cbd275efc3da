import Foundation
import XCTest

@testable import SecureStore

/// Changes of several threads of one host that are kept by one turn.
final class SharedTurnTests: FleetTestCase {
    private lazy var hooked = HookedFleet(fleet)
    private let ended = Locked<[Int: StoreStatus?]>([:])

    private var statuses: [StoreStatus?] { ended.value.sorted { $0.key < $1.key }.map(\.value) }

    func test_add_thatGetsNoTurn_isNotMade() throws {
        let a = try begin(over: hooked)
        hooked.shortPatience.update { $0 = .milliseconds(200) }
        hooked.onTurn.update { [ended] in
            $0 = {
                let status = thrownStatus { try a.add(password("late"), secret: nil) }
                ended.update { $0[0] = .some(status) }
            }
        }
        try a.add(password("first"), secret: nil)
        XCTAssertEqual(statuses, [.databaseLocked])
        XCTAssertNil(try a.first(query("late")))
    }
}
