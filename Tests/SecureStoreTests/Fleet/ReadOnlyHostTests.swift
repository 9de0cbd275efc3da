import XCTest

@testable import SecureStore

/// A host that only reads: it follows, and its changes are refused before anything of them is made.
final class ReadOnlyHostTests: FleetTestCase {
    private func makeHosts() throws -> (a: ItemStore, reader: ItemStore) {
        let a = try begin { store in
            for name in ["maria", "erik"] { try store.add(password(name), secret: secret(name)) }
        }
        return (a, try join("b", lettingIn: a, as: .readOnly))
    }

    private func slot(of host: ItemStore) throws -> Int64 { try XCTUnwrap(host.ownSlot()) }

    // MARK: - What it may

    func test_readOnlyHost_takesInWhatOthersChange() throws {
        let (a, reader) = try makeHosts()
        try a.set(password("maria"), secret: secret("new"))
        try a.rotateKeys()
        try a.addRecoveryCode { _ in }
        try reader.catchUp()
        XCTAssertEqual(try reader.secret(of: password("maria"))?.text, "new")
        XCTAssertEqual(try reader.hostRights(), .readOnly)
        XCTAssertEqual(try a.hostRights(), .readWrite)
        try assertEqual([a, reader])
    }

    func test_slots_ofHosts_sayWhichOnlyRead() throws {
        let (a, reader) = try makeHosts()
        for host in [a, reader] {
            try host.catchUp()
            let slots = try host.protection().slots
            XCTAssertEqual(slots.filter(\.isReadOnly).map { Int64($0.number) }, [try slot(of: reader)])
            XCTAssertEqual(try host.hostNames([:]).map(\.rights), [.readWrite, .readOnly])
        }
    }

    // MARK: - What it may not

    func test_changes_ofReadOnlyHost_areRefusedBeforeAnythingIsAskedOrWritten() throws {
        let (_, reader) = try makeHosts()
        let (request, code) = try ItemStore.requestToJoin(name: "c", options: options(of: "c"))
        let rows: [(String, () throws -> Void)] = [
            ("add", { try reader.add(password("new"), secret: nil) }),
            ("set", { try reader.set(password("maria"), secret: secret("new")) }),
            ("delete", { try reader.delete(query("maria")) }),
            ("transaction", { try reader.transaction { _ in XCTFail("a transaction has begun") } }),
            ("settings", { try reader.setLockSettings(.init(locksAfter: nil, locksOnSleep: true)) }),
            ("rotate", { try reader.rotateKeys() }),
            ("code", { try reader.addRecoveryCode { _ in XCTFail("a code was shown") } }),
            ("passphrase", { try reader.setPassphrase(secret("correct horse"), cost: .cheapest) }),
            ("slot", { try reader.removeSlot(2) }),
            ("let in", { _ = try reader.letIn(request, code: code) }),
            ("remove", { try reader.asReplica.removeHosts([2], nil) }),
            ("end", { _ = try reader.asReplica.endChangeOfKeys(nil) }),
            ("repair", { _ = try reader.asReplica.repairServer(nil) }),
            ("reseed", { _ = try reader.asReplica.reseedServer(losing: nil, nil) }),
            ("lock", { _ = try reader.lockAmongHosts([1], waitingAtMost: .zero) }),
        ]
        let (state, looks) = (try state(reader), fleet.looks.value)
        for (name, change) in rows { assertThrows(.wrPerm, name) { try change() } }
        XCTAssertEqual(fleet.looks.value, looks)
        XCTAssertEqual(try self.state(reader), state)
    }

    func test_change_ofReadOnlyHostThatIsLocked_isRefused() throws {
        let (_, reader) = try makeHosts()
        reader.lock()
        assertThrows(.wrPerm) { try reader.add(password("new", .afterFirstUnlock), secret: nil) }
    }

    func test_change_ofWriterThatIsLocked_isSigned() throws {
        let (a, reader) = try makeHosts()
        a.lock()
        try a.add(password("new", .afterFirstUnlock), secret: secret("locked"))
        try reader.catchUp()
        XCTAssertEqual(try reader.secret(of: password("new"))?.text, "locked")
    }

    // MARK: - Removing

    func test_removeHosts_ofSeveral_takesOneChangeOfKeys() throws {
        let (a, reader) = try makeHosts()
        let (c, d) = (try join("c", lettingIn: a), try join("d", lettingIn: a))
        let writer = try a.engine.material().writer
        try a.asReplica.removeHosts([slot(of: reader), slot(of: c)], nil)
        XCTAssertEqual(try keysets(at: path(of: "a")), ["2"])
        XCTAssertNotEqual(try a.engine.material().writer, writer)
        for removed in [reader, c] { assertThrows(.authFailed) { try removed.catchUp() } }
        try d.catchUp()
        try d.set(password("maria"), secret: secret("of d"))
        try a.catchUp()
        try assertEqual([a, d])
    }

    func test_removeHosts_ofReadersAlone_isOneChangeAndSealsNothingAgain() throws {
        let (a, reader) = try makeHosts()
        let other = try join("c", lettingIn: a, as: .readOnly)
        let (number, writer) = (try a.sequenceNumber(), try a.engine.material().writer)
        try a.asReplica.removeHosts([slot(of: reader)], nil)
        XCTAssertEqual(try a.sequenceNumber(), number + 1)
        XCTAssertEqual(try a.engine.material().writer, writer)
        XCTAssertEqual(try itemsByKeyset(at: path(of: "a")), [["1", "2"]])
        try a.add(password("after"), secret: secret("after"))
        XCTAssertEqual(try itemsByKeyset(at: path(of: "a")), [["1", "2"], ["2", "1"]])
        try other.catchUp()
        try assertEqual([a, other])
        assertThrows(.authFailed) { try reader.catchUp() }
    }

    func test_rotateKeys_afterTheRemovalOfAReader_movesAllToTheNewKeys() throws {
        let (a, reader) = try makeHosts()
        let c = try join("c", lettingIn: a)
        try a.asReplica.removeHosts([slot(of: reader)], nil)
        try c.rotateKeys()
        try a.catchUp()
        XCTAssertEqual(try keysets(at: path(of: "a")), ["3"])
        try assertEqual([a, c])
    }

    func test_removeHosts_ofReaderAfterReader_endsTheFirstChangeOfKeys() throws {
        let (a, reader) = try makeHosts()
        let other = try join("c", lettingIn: a, as: .readOnly)
        try a.asReplica.removeHosts([slot(of: reader)], nil)
        try a.asReplica.removeHosts([slot(of: other)], nil)
        XCTAssertEqual(try keysets(at: path(of: "a")), ["2", "3"])
        XCTAssertEqual(try itemsByKeyset(at: path(of: "a")), [["2", "2"]])
        for removed in [reader, other] { assertThrows(.authFailed) { try removed.catchUp() } }
    }

    // MARK: - Leaving

    func test_leave_ofReplicaWithPassphrase_leavesNoWriteKey() throws {
        let a = try begin()
        try a.setPassphrase(try secret("correct horse"), cost: .cheapest)
        let material = try a.engine.material()
        XCTAssertEqual(material.slots.map(\.mayWrite), [true, true])
        _ = try a.unlock(with: .passphrase(secret("correct horse")))
        try a.leaveFleet()
        let left = try a.engine.material()
        XCTAssertNil(left.writer)
        XCTAssertEqual(left.slots.map(\.mayWrite), [false])
        XCTAssertNoThrow(
            try ItemStore.open(
                at: path(of: "a"), unlockingWith: .passphrase(secret("correct horse")),
                options: options(of: "a")))
    }

    func test_leave_ofReadOnlyHost_givesAStoreThatCanBeChanged() throws {
        let (_, reader) = try makeHosts()
        try reader.leaveFleet()
        let store = try ItemStore.open(at: path(of: "b"), options: options(of: "b"))
        try store.add(password("own"), secret: secret("own"))
        XCTAssertTrue(try store.verify().isIntact)
    }
}
