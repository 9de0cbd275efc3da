import XCTest

@testable import SecureStore

final class NewestStateTests: StoreTestCase {
    private static func state(_ keysVersion: Int64, _ sequence: UInt64) -> NewestState.Point {
        NewestState.Point(keysVersion: keysVersion, sequence: sequence)
    }

    private func noted(_ states: NewestState.Point...) -> [UInt64] {
        let newest = NewestState()
        for state in states { newest.note(state) }
        return newest.point.map { [UInt64($0.keysVersion), $0.sequence] } ?? []
    }

    func test_point_beforeAnyState_isNil() {
        XCTAssertNil(NewestState().point)
    }

    func test_note_ofEarlierState_keepsTheLater() {
        XCTAssertEqual(noted(Self.state(1, 5), Self.state(1, 4)), [1, 5])
    }

    func test_note_ofLaterState_takesIt() {
        XCTAssertEqual(noted(Self.state(1, 5), Self.state(1, 6)), [1, 6])
    }

    func test_note_ofStatesThatAreEachNewerInOneNumber_keepsTheHigherOfBoth() {
        XCTAssertEqual(noted(Self.state(1, 5), Self.state(2, 1)), [2, 5])
        XCTAssertEqual(noted(Self.state(2, 5), Self.state(1, 6)), [2, 6])
    }

    func test_accept_ofStateBeforeKnownPoint_throwsInvalidKeychain() {
        let newest = NewestState()
        newest.note(Self.state(1, 5))
        for state in [Self.state(1, 4), Self.state(0, 6), Self.state(2, 4)] {
            assertThrows(.invalidKeychain) { try newest.accept(state, after: newest.point) }
        }
    }

    func test_accept_ofStateBeforePointNotedMeanwhile_acceptsIt() throws {
        let newest = NewestState()
        let known = newest.point
        newest.note(Self.state(1, 5))
        XCTAssertNoThrow(try newest.accept(Self.state(1, 4), after: known))
    }

    func test_point_whileAnotherThreadNotes_isNeverHalfOfTwo() {
        let (newest, wrong) = (NewestState(), Locked(0))
        onThreads(4) { number in
            for turn in 1...20_000 {
                // Under keys n, the number is 1000 n.
                let keys = Int64(turn % 7 + 1)
                if number < 2 { newest.note(Self.state(keys, UInt64(keys) * 1000)) }
                if let point = newest.point, point.sequence != UInt64(point.keysVersion) * 1000 {
                    wrong.update { $0 += 1 }
                }
            }
        }
        XCTAssertEqual(wrong.value, 0)
    }

    func test_read_onManyThreadsWhileOthersWrite_neverSeesAWayBack() throws {
        let store = try makeStore()
        let failures = Locked<[String]>([])
        onThreads(8) { number in
            do {
                for turn in 0..<50 {
                    if number < 4 { try store.set(password("\(number)"), secret: secret("\(turn)")) }
                    _ = try store.itemCount()
                }
            } catch { failures.update { $0.append("\(error)") } }
        }
        XCTAssertEqual(failures.value, [])
    }
}
