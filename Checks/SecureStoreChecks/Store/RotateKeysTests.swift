import XCTest

@testable import SecureStore

/// New keys for a large store.
final class RotateKeysTests: StoreTestCase {
    func test_rotateKeys_ofLargeStore_takesEightSteps() throws {
        let store = try makeStore()
        try store.transaction { changes in
            for number in 0..<4_096 { try changes.add(password("\(number)")) }
        }
        var steps: Set<Int> = []
        try store.rotateKeys { progress in
            if progress.done > 4_096 { steps.insert(progress.done) }
            return .proceed
        }
        XCTAssertEqual(steps, Set((1...8).map { 4_096 + 512 * $0 }))
        XCTAssertTrue(try store.verify().isIntact)
    }
}
