import Foundation
import XCTest

@testable import SecureStore

/// A server that lies about rows, states and history: no host believes it, and nothing of it reaches a
/// replica.
final class DishonestKeeperTests: DishonestKeeperTestCase {
    // MARK: - Rows

    func test_row_withAnyPartChanged_isRefused() throws {
        let content = try XCTUnwrap(fleet.content.value.rows[first]?.content)
        for offset in [0, 3, 4, 20, 44, 60, content.count - 1] {
            let copy = try KeptReplica.copy(of: b, in: directory)
            fleet.show { $0.rows[1]?.content?[offset] ^= 1 }
            assertThrows(.invalidData, "\(offset)") { try copy.catchUp() }
        }
    }

    func test_row_leftOut_isRefused() throws { try assertRefused { $0.rows[1] = nil } }

    func test_row_saidToBeGone_isRefused() throws { try assertRefused { $0.rows[1]?.content = nil } }

    func test_row_thatIsAnotherOne_isRefused() throws {
        let other = fleet.content.value.rows[second]?.content
        try assertRefused { $0.rows[1]?.content = other }
    }

    func test_row_ofEarlier_underNewState_isRefused() throws {
        let old = before.rows[first]?.content
        try assertRefused { $0.rows[1]?.content = old }
    }

    func test_row_tooMany_isRefused() throws {
        let content = fleet.content.value.rows[first]?.content
        for number: Int64 in [Int64.min, -1, 0, 4, 1_000, Int64.max] {
            try a.set(password("maria"), secret: secret("\(number)"))
            try assertRefused { $0.rows[number] = ($0.newest.number, content) }
        }
    }

    func test_row_ofImpossibleSize_isRefused() throws {
        for count in [0, 1, 3, 4, 43, 44, 45, 19 << 20] {
            try assertRefused { $0.rows[1]?.content = [UInt8](repeating: 1, count: count) }
            try a.set(password("maria"), secret: secret("size \(count)"))
        }
    }

    // MARK: - States

    func test_state_changedAnywhere_isRefusedByWhoHasIt() throws {
        try a.catchUp()
        for offset in fleet.content.value.newest.box.indices {
            fleet.show { content in
                var box = content.newest.box
                box[offset] ^= 1
                content.newest = KeptState(
                    number: content.newest.number, keysVersion: content.newest.keysVersion, box: box)
            }
            assertThrows(.invalidData, "\(offset)") { try self.a.catchUp() }
            fleet.show { _ in }
        }
    }

    func test_state_changedAnywhere_isRefused() throws {
        for offset in fleet.content.value.newest.box.indices where offset % 7 == 0 {
            let copy = try KeptReplica.copy(of: b, in: directory)
            fleet.show { content in
                var box = content.newest.box
                box[offset] ^= 1
                content.newest = KeptState(
                    number: content.newest.number, keysVersion: content.newest.keysVersion, box: box)
            }
            assertThrows(.invalidData, "\(offset)") { try copy.catchUp() }
        }
    }

    func test_state_ofImpossibleSizeOrNumber_isRefused() throws {
        let size = fleet.content.value.newest.box.count
        for count in [0, 3, 4, 60, size - 1, size + 1, size] {
            for added: UInt64 in [0, 1, 1 << 40] where count != size || added > 0 {
                try a.set(password("maria"), secret: secret("\(count)"))
                try assertRefused { content in
                    let (number, box) = (content.newest.number, content.newest.box)
                    content.newest = KeptState(
                        number: number + added, keysVersion: content.newest.keysVersion,
                        box: Array((box + [0]).prefix(count)))
                }
            }
        }
    }

    func test_state_ofEarlier_underNewNumber_isRefused() throws {
        let old = before.newest.box
        try assertRefused { content in
            content.newest = KeptState(
                number: content.newest.number, keysVersion: content.newest.keysVersion, box: old)
        }
    }

    func test_keysVersion_thatIsNotTheStates_isRefused() throws {
        for version in [Int64.min, -1, 0, 1, Int64.max] {
            try a.set(password("maria"), secret: secret("\(version)"))
            try assertRefused { content in
                content.newest = KeptState(
                    number: content.newest.number, keysVersion: version, box: content.newest.box)
            }
        }
    }

    // MARK: - History

    func test_server_thatGoesBack_isRefused() throws {
        try b.catchUp()
        let old = before
        fleet.show { $0 = old }
        assertThrows(.divergedHistory) { try self.b.catchUp() }
        assertThrows(.divergedHistory) { try self.b.add(password("new"), secret: nil) }
        assertThrows(.divergedHistory) { try self.a.add(password("new"), secret: nil) }
    }

    func test_server_withTwoHistories_isRefusedByBoth() throws {
        try b.catchUp()
        let other = fleet.copy()
        let forked = try reopen("b", over: other)
        try a.add(password("of a"), secret: secret("1"))
        try forked.add(password("of b"), secret: secret("2"))
        let (here, there) = (fleet.content.value, other.content.value)
        fleet.show { $0 = there }
        assertThrows(.divergedHistory) { try self.a.catchUp() }
        other.show { $0 = here }
        assertThrows(.divergedHistory) { try forked.catchUp() }
    }

    func test_server_withLongerOtherHistory_isRefused() throws {
        try b.catchUp()
        let other = fleet.copy()
        let forked = try reopen("b", over: other)
        for number in 0..<5 { try forked.add(password("\(number)"), secret: nil) }
        try a.add(password("of a"), secret: secret("1"))
        let there = other.content.value
        fleet.show { $0 = there }
        assertThrows(.divergedHistory) { try self.a.catchUp() }
        assertThrows(.divergedHistory) { try self.a.add(password("more"), secret: nil) }
    }

    func test_links_madeUpOrLeftOut_areRefused() throws {
        let number = fleet.content.value.newest.number
        try assertRefused([.divergedHistory]) { $0.links[number - 1] = [UInt8](repeating: 1, count: 32) }
        try a.set(password("maria"), secret: secret("again"))
        try a.set(password("maria"), secret: secret("and again"))
        let newest = fleet.content.value.newest.number
        try assertRefused([.divergedHistory]) { $0.links[newest - 1] = [] }
        for text in ["once more", "and more"] { try a.set(password("maria"), secret: secret(text)) }
        try assertRefused([.divergedHistory]) { $0.links[newest + 1] = nil }
    }

    func test_links_toldAFewAtOnce_areFollowed() throws {
        for number in 0..<10 { try a.set(password("\(number)"), secret: secret("\(number)")) }
        fleet.mostLinks.update { $0 = 3 }
        let missing = fleet.content.value.newest.number - 2
        try assertRefused([.divergedHistory]) { $0.links[missing] = nil }
        try b.catchUp()
        try assertEqual([a, b])
    }

    /// Whoever gives a connection up because of a row cannot read on over it.
    func test_rows_thatCannotBeReadAgain_areCalledWhatTheyAre() throws {
        fleet.rowFailures.update { $0 = [StoreError(.decode, "a row")] }
        assertThrows(.decode) { try self.b.catchUp() }
        XCTAssertNoThrow(try b.catchUp())
    }

    func test_rows_whoseServerGoesAwayInTheSecondReading_areNotCalledDamaged() throws {
        let errors = [StoreError(.invalidData, "a stamp"), StoreError(.notAvailable, "the server is gone")]
        fleet.rowFailures.update { $0 = errors }
        assertThrows(.notAvailable) { try self.b.catchUp() }
        XCTAssertNoThrow(try b.catchUp())
    }
}
