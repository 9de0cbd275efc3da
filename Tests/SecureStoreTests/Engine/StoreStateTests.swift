import XCTest

@testable import SecureStore

/// The numbers of a sealed state, which whoever has the keys can choose.
final class StoreStateTests: StoreTestCase {
    private struct Row {
        let name: String
        let change: (inout StoreState) -> Void
    }

    private let rows: [Row] = [
        Row(name: "more items than a file has room for") { $0.count = 1 << 48 },
        Row(name: "as many items as there are numbers") { $0.count = .max },
        Row(name: "no next number") { $0.nextNumber = 0 },
        Row(name: "a negative next number") { $0.nextNumber = .min },
        Row(name: "a negative version of the keys") { $0.keysVersion = -1 },
    ]

    func test_state_withNumbersThatNoStoreHas_isDamaged() throws {
        let ring = try makeStore().engine.keys.ring()
        func reopened(_ state: StoreState) throws -> StoreState {
            try StoreState(try state.seal(ring), keysVersion: state.keysVersion, ring)
        }
        let state = StoreState(keysDigest: [UInt8](repeating: 7, count: 32))
        XCTAssertEqual(try reopened(state), state)
        for row in rows {
            var forged = state
            row.change(&forged)
            assertThrows(.invalidKeychain, row.name) { try reopened(forged) }
        }
    }
}
