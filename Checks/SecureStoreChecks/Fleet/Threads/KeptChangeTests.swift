import Foundation
import XCTest

@testable import SecureStore

/// Changes that the fleet keeps while this machine's disk takes nothing.
final class KeptChangeTests: FleetTestCase {
    private lazy var hooked = HookedFleet(fleet)

    /// Calls `body` with a replica on a small disk, which is full by the time that the fleet has kept a
    /// change.
    private func withDiskThatFills(_ body: (ItemStore, _ place: String) throws -> Void) throws {
        try withFileSystem(ofSize: 2 << 20) { place in
            let path = place + "/a.store"
            _ = try ItemStore.create(at: path, options: options(of: "a"))
            let store = try ItemStore.beginFleet(
                Self.id, at: path, over: hooked, options: options(of: "a"))
            hooked.onKept.update { $0 = { FullDisk.fill(place) } }
            try body(store, place)
        }
    }

    private func long() throws -> SecretBytes { try secret(String(repeating: "x", count: 500_000)) }

    func test_change_thatTheFullDiskDoesNotTake_isKeptByTheFleet() throws {
        try withDiskThatFills { store, place in
            assertThrows(.keptByFleet) { try store.add(password("maria"), secret: long()) }
            XCTAssertNil(try store.first(query("maria")))
            try FullDisk.empty(place)
            XCTAssertEqual(try store.catchUp(), fleet.content.value.newest.number)
            XCTAssertEqual(try store.only(query("maria")).secret?.text, try long().text)
        }
    }

    func test_transaction_thatTheFullDiskDoesNotTake_isKeptByTheFleet() throws {
        try withDiskThatFills { store, place in
            let long = try long()
            assertThrows(.keptByFleet) {
                try store.transaction { changes throws(StoreError) in
                    try changes.add(password("maria"), secret: long)
                }
            }
            try FullDisk.empty(place)
            assertThrows(.duplicateItem) { try store.add(password("maria"), secret: nil) }
        }
    }
}
