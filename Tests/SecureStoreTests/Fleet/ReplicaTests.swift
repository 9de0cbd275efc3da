import Foundation
import XCTest

@testable import SecureStore

/// A store on several machines.
final class ReplicaTests: FleetTestCase {
    // MARK: - Beginning and joining

    func test_begin_ofFilledStore_keepsEveryItem() throws {
        var before: [ReadItem] = []
        let a = try begin { store in
            for item in try SampleItems.all() { try store.add(item, secret: secret("of \(item)")) }
            try store.add(password("erik"), secret: nil)
            before = try ReadItem.all(of: store)
        }
        XCTAssertEqual(try ReadItem.all(of: a), before)
        XCTAssertEqual(fleet.content.value.rows.count, before.count)
        XCTAssertEqual(try reopen("a").itemCount(), before.count)
    }

    func test_begin_ofStoreWithItemsOfThisDevice_refuses() throws {
        assertThrows(.param) {
            try self.begin { store in
                try store.add(password("maria", .whenUnlockedThisDeviceOnly), secret: secret("here"))
            }
        }
        XCTAssertEqual(fleet.content.value.newest.number, 0)
        let store = try ItemStore.open(at: path(of: "a"), options: options(of: "a"))
        XCTAssertNoThrow(try store.add(password("erik"), secret: secret("still a store")))
    }

    func test_begin_ofFleetThatIsThere_refuses() throws {
        _ = try begin("a")
        assertThrows(.duplicateKeychain) { try self.begin("b") }
    }

    func test_join_ofNewHost_copiesEverything() throws {
        let a = try begin { try $0.add(password("maria"), secret: secret("one")) }
        let b = try join("b", lettingIn: a)
        XCTAssertEqual(try b.only(query("maria")).secret?.text, "one")
        try assertEqual([a, b])
        XCTAssertEqual(try reopen("b").only(query("maria")).secret?.text, "one")
    }

    func test_secretOfTheLargestSize_reachesTheOthers() throws {
        let a = try begin()
        let b = try join("b", lettingIn: a)
        let largest = try SecretBytes(copying: [UInt8](repeating: 7, count: 16 << 20))
        try a.add(password("maria"), secret: largest)
        try b.catchUp()
        XCTAssertEqual(try b.secret(of: password("maria")), largest)
    }

    func test_join_withoutBeingLetIn_isRefused() throws {
        _ = try begin()
        let (request, _) = try ItemStore.requestToJoin(name: "b", options: options(of: "b"))
        assertThrows(.authFailed) {
            try ItemStore.makeReplica(
                of: Self.id, at: self.path(of: "b"), from: self.fleet, as: request,
                answeredBy: nil, options: self.options(of: "b"))
        }
        XCTAssertFalse(FileManager.default.fileExists(atPath: path(of: "b")))
    }

    func test_letIn_withAnotherCode_isRefused() throws {
        let a = try begin()
        let (request, _) = try ItemStore.requestToJoin(name: "b", options: options(of: "b"))
        let (_, other) = try ItemStore.requestToJoin(name: "b", options: options(of: "b"))
        assertThrows(.authFailed) { try a.letIn(request, code: other) }
    }

    func test_letIn_ofChangedRequest_isRefused() throws {
        let a = try begin()
        let (request, code) = try ItemStore.requestToJoin(name: "b", options: options(of: "b"))
        for offset in request.bytes.indices where offset < 80 {
            var bytes = request.bytes
            bytes[offset] ^= 1
            let changed = try HostRequest(bytes)
            assertThrows(.authFailed, "\(offset)") { try a.letIn(changed, code: code) }
        }
    }

    // MARK: - Changes

    func test_changes_ofEachHost_reachTheOthers() throws {
        let a = try begin()
        let b = try join("b", lettingIn: a)
        try a.add(password("maria"), secret: secret("of a"))
        try b.add(password("erik"), secret: secret("of b"))
        try b.set(password("maria"), secret: secret("of b"))
        try a.catchUp()
        XCTAssertEqual(try a.only(query("maria")).secret?.text, "of b")
        XCTAssertEqual(try a.only(query("erik")).secret?.text, "of b")
        try a.delete(query("erik"))
        try b.catchUp()
        try assertEqual([a, b])
        XCTAssertEqual(try b.itemCount(), 1)
    }

    func test_add_ofItemThatAnotherHostAdded_isDuplicate() throws {
        let a = try begin()
        let b = try join("b", lettingIn: a)
        try a.add(password("maria"), secret: secret("of a"))
        assertThrows(.duplicateItem) { try b.add(password("maria"), secret: secret("of b")) }
        XCTAssertEqual(try b.only(query("maria")).secret?.text, "of a")
    }

    func test_transaction_thatThrows_leavesNothing() throws {
        let a = try begin()
        let before = fleet.content.value.newest
        assertThrows(.param) {
            try a.transaction { transaction throws(StoreError) in
                _ = try transaction.add(password("maria"), secret: nil)
                throw StoreError(.param, "a test wants it so")
            }
        }
        XCTAssertEqual(fleet.content.value.newest, before)
        XCTAssertEqual(try a.itemCount(), 0)
    }

    func test_write_withoutTheServer_isRefused() throws {
        let a = try begin()
        let alone = try ItemStore.open(at: path(of: "a"), options: options(of: "a"))
        assertThrows(.readOnly) { try alone.add(password("maria"), secret: secret("lost")) }
        assertThrows(.readOnly) { try alone.rotateKeys() }
        XCTAssertEqual(try a.itemCount(), 0)
    }

    func test_write_thatIsNotKept_isUndone() throws {
        let a = try begin()
        fleet.failure.update { $0 = (false, StoreError(.notAvailable, "the server is gone")) }
        assertThrows(.notAvailable) { try a.add(password("maria"), secret: secret("one")) }
        XCTAssertEqual(try a.itemCount(), 0)
        fleet.failure.update { $0 = nil }
        XCTAssertNoThrow(try a.add(password("maria"), secret: secret("one")))
        try assertEqual([a, try join("b", lettingIn: a)])
    }

    func test_write_thatWasKeptUnknowingly_isCaughtUpWith() throws {
        let a = try begin()
        fleet.failure.update { $0 = (true, StoreError(.unknownOutcome, "the server is gone")) }
        assertThrows(.unknownOutcome) { try a.add(password("maria"), secret: secret("one")) }
        fleet.failure.update { $0 = nil }
        assertThrows(.duplicateItem) { try a.add(password("maria"), secret: secret("two")) }
        XCTAssertEqual(try a.only(query("maria")).secret?.text, "one")
    }

    func test_changes_atRandom_leaveReplicasEqual() throws {
        var random = SeededGenerator(seed: 41)
        var stores = [try begin()]
        for host in ["b", "c"] { stores.append(try join(host, lettingIn: stores[0])) }
        for step in 0..<150 {
            let store = try XCTUnwrap(stores.randomElement(using: &random))
            let name = "account \(Int.random(in: 0..<12, using: &random))"
            switch Int.random(in: 0..<10, using: &random) {
            case 0: try store.catchUp()
            case 1...2: _ = try? store.delete(query(name))
            case 3: try store.rotateKeys()
            default: try store.set(password(name), secret: secret("\(step)"))
            }
        }
        for store in stores { try store.catchUp() }
        try assertEqual(stores)
        stores.append(try join("d", lettingIn: stores[1]))
        for store in stores { try store.catchUp() }
        try assertEqual(stores)
    }

    // MARK: - Keys

    func test_rotateKeys_onOneHost_isFollowedByTheOthers() throws {
        let a = try begin { try $0.add(password("maria"), secret: secret("one")) }
        let b = try join("b", lettingIn: a)
        let c = try join("c", lettingIn: b)
        try a.rotateKeys()
        try b.catchUp()
        XCTAssertEqual(try b.only(query("maria")).secret?.text, "one")
        try b.rotateKeys()
        try a.set(password("erik"), secret: secret("two"))
        for store in [b, c] { try store.catchUp() }
        try assertEqual([a, b, c])
        XCTAssertEqual(try reopen("c").only(query("erik")).secret?.text, "two")
    }

    func test_join_inTheMiddleOfARotation_makesTheIndexesOfTheOthers() throws {
        let a = try begin { store in
            for number in 0..<8 { try store.add(password("\(number)"), secret: secret("x")) }
        }
        let b = try join("b", lettingIn: a)
        try a.beginRotation { $0 <= 4 }
        try b.catchUp()
        let c = try join("c", lettingIn: b)
        try a.catchUp()
        try assertEqual([a, b, c])
        XCTAssertEqual(try state(a).previousRoot?.count, 4 * 4)
        try c.rotateKeys()
        for store in [a, b] { try store.catchUp() }
        try assertEqual([a, b, c])
    }

    func test_removedHost_afterRotation_learnsNothingMore() throws {
        let (_, b) = try removingHost()
        assertThrows(.authFailed) { try b.catchUp() }
        XCTAssertEqual(try b.itemCount(), 0)
        assertThrows(.authFailed) { try b.add(password("erik"), secret: secret("out")) }
    }

    func test_passphrase_ofFleet_opensEveryReplica() throws {
        let a = try begin { try $0.add(password("maria"), secret: secret("one")) }
        let b = try join("b", lettingIn: a)
        try a.setPassphrase(secret("open"), cost: .cheapest)
        try b.catchUp()
        let opened = try ItemStore.openReplica(
            of: Self.id, at: path(of: "b"), over: fleet, unlockingWith: .passphrase(secret("open")),
            options: options(of: "b"))
        XCTAssertEqual(try opened.only(query("maria")).secret?.text, "one")
        XCTAssertNoThrow(try reopen("b").add(password("erik"), secret: secret("two")))
        try opened.removePassphrase()
        try a.catchUp()
        XCTAssertEqual(try a.protection().slots.map(\.kind), [.host, .host])
    }

    func test_add_ofItemThatStaysOnThisDevice_isRefused() throws {
        let a = try begin()
        assertThrows(.notAvailable) {
            try a.add(password("maria", .whenUnlockedThisDeviceOnly), secret: secret("here"))
        }
    }

    // MARK: - Leaving

    func test_leave_ofReplica_makesItAStore() throws {
        let a = try begin { try $0.add(password("maria"), secret: secret("one")) }
        let b = try join("b", lettingIn: a)
        try b.leaveFleet()
        let store = try ItemStore.open(at: path(of: "b"), options: options(of: "b"))
        try store.add(password("erik", .whenUnlockedThisDeviceOnly), secret: secret("two"))
        XCTAssertEqual(try store.itemCount(), 2)
        XCTAssertEqual(try store.protection().slots.map(\.kind), [.deviceKey])
        XCTAssertTrue(try store.verify().isIntact)
        try store.rotateKeys()
        XCTAssertEqual(try a.catchUp(), try a.sequenceNumber())
        XCTAssertEqual(try a.itemCount(), 1)
    }
}
