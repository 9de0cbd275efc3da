import XCTest

@testable import SecureStore

/// A host that only reads, with all keys that it has and the server in its hands.
final class ReadOnlyAttackTests: FleetTestCase {
    private var a: ItemStore!
    private var reader: ItemStore!

    override func setUpWithError() throws {
        try super.setUpWithError()
        a = try begin { try $0.add(password("maria"), secret: secret("one")) }
        reader = try join("b", lettingIn: a, as: .readOnly)
        try a.catchUp()
    }

    override func tearDownWithError() throws {
        (a, reader) = (nil, nil)
        try super.tearDownWithError()
    }

    /// The reader's keys, with a write key of its choice in place of the fleet's.
    private func ring(_ key: WriteKey, _ material: KeyMaterial? = nil) throws -> KeyRing {
        var material = try material ?? reader.engine.material()
        material.writer = key.publicKey
        let own = try reader.engine.keys.unlockKey()
        return try material.ring(
            UnlockKey(own.key.another(), own.slotSecret, key), device: reader.engine.keys.deviceKey())
    }

    /// The next state of the fleet, with other settings, as the reader would make it.
    private func nextState() throws -> StoreState {
        let kept = fleet.content.value.newest
        var state = try StoreState(shared: kept, reader.engine.keys.ring())
        state.replica = state.replica?.after(ReplicaPoint.link(of: kept.box))
        state.sequence += 1
        state.lockSettings = try LockSettings(locksAfter: .seconds(77), locksOnSleep: true)
        return state
    }

    private func plant(_ state: StoreState, _ box: [UInt8], _ keys: [UInt8]? = nil, handover: [UInt8]? = nil)
    {
        fleet.content.update { content in
            content.newest = KeptState(number: state.sequence, keysVersion: state.keysVersion, box: box)
            content.links[state.sequence] = ReplicaPoint.link(of: box)
            if let keys { content.keys = keys }
            content.handovers.removeAll { $0.version == state.keysVersion }
            if let handover { content.handovers.append((state.keysVersion, handover)) }
        }
    }

    private func assertNobodyFollows(line: UInt = #line) throws {
        let before = try state(a)
        assertThrows(.invalidData, line: line) { try self.a.catchUp() }
        assertThrows(.invalidData, line: line) { try self.a.set(password("maria"), secret: nil) }
        XCTAssertEqual(try state(a), before, line: line)
    }

    // MARK: - Changes

    func test_change_signedWithAKeyOfItsChoice_isRefused() throws {
        let state = try nextState()
        plant(state, try state.sealShared(ring(.random())))
        try assertNobodyFollows()
    }

    func test_change_withoutOrWithAnotherSignature_isRefused() throws {
        let (state, kept) = (try nextState(), fleet.content.value.newest.box)
        let box = try state.sealShared(ring(.random()))
        let unsigned = Array(box.dropLast(WriteKey.signatureByteCount))
        let zeros = [UInt8](repeating: 0, count: WriteKey.signatureByteCount)
        for signature in [[], zeros, Array(kept.suffix(WriteKey.signatureByteCount))] {
            plant(state, unsigned + signature)
            try assertNobodyFollows()
        }
    }

    // MARK: - Keys

    /// Slots that lead to an unlock key of the reader's choice and to the fleet's own root, and a state of
    /// theirs.
    private func otherKeys(_ key: WriteKey) throws -> (KeyMaterial, StoreState, KeyRing) {
        let (old, own) = (try reader.engine.material(), try reader.engine.keys.unlockKey())
        let new = UnlockKey(try SealingKey.random(), own.slotSecret, key)
        let slots = try old.slots.map { slot in
            try SlotCodec.reseal(
                slot, from: own.key, to: new.key, store: old.store, writeKey: slot.mayWrite ? key : nil)
        }
        let (store, number) = (old.store, old.current.number)
        let root = try KeysetCodec.open(.main, old.current.main, own.key, nil, store: store, keyset: number)
        guard let root else { throw StoreError(.decode, "the main root does not open") }
        let main = try KeysetCodec.seal(.main, root, new.key, nil, store: store, keyset: number)
        var state = try nextState()
        state.keysVersion += 1
        let material = KeyMaterial(
            store: store, commitment: KeyMaterial.commitment(to: new.key, store: store),
            writer: key.publicKey, slots, [KeysetRow(number: number, main: main)],
            keysVersion: state.keysVersion)
        state.keysDigest = material.digest
        return (material, state, try material.ring(new, device: reader.engine.keys.deviceKey()))
    }

    func test_handover_signedWithAKeyOfItsChoice_isRefused() throws {
        let key = try WriteKey.random()
        let (material, state, ring) = try otherKeys(key)
        let handover = try Handover.make(
            to: material, from: reader.engine.keys.unlockKey().key, signedBy: key)
        plant(state, try state.sealShared(ring), material.record, handover: handover)
        try assertNobodyFollows()
    }

    func test_handover_withTheSignatureOfAnEarlierOne_isRefused() throws {
        try a.rotateKeys()
        try reader.catchUp()
        let genuine = try XCTUnwrap(fleet.content.value.handovers.last?.box)
        let key = try WriteKey.random()
        let (material, state, ring) = try otherKeys(key)
        let forged = try Handover.make(
            to: material, from: reader.engine.keys.unlockKey().key, signedBy: key)
        let handover = Array(forged.dropLast(WriteKey.signatureByteCount)) + genuine.suffix(64)
        plant(state, try state.sealShared(ring), material.record, handover: handover)
        try assertNobodyFollows()
    }

    func test_writeKey_inTheReadersSlotAndTheRecord_isRefusedWithoutAHandover() throws {
        let (key, own) = (try WriteKey.random(), try reader.engine.keys.unlockKey())
        var material = try reader.engine.material()
        material.slots = try material.slots.map { slot in
            try SlotCodec.reseal(
                slot, from: own.key, to: own.key, store: material.store, writeKey: key)
        }
        material.writer = key.publicKey
        var state = try nextState()
        state.keysVersion += 1
        state.keysDigest = material.digest
        plant(state, try state.sealShared(ring(key, material)), material.record)
        try assertNobodyFollows()
    }

    func test_writeKey_ofBefore_isNoLongerBelieved() throws {
        let old = try XCTUnwrap(a.engine.keys.unlockKey().writeKey)
        try a.rotateKeys()
        try reader.catchUp()
        let state = try nextState()
        plant(state, try state.sealShared(ring(old)))
        try assertNobodyFollows()
    }

    // MARK: - Hosts that join

    private func assertJoinFails(
        _ status: StoreStatus, _ request: HostRequest, _ answer: [UInt8]?, line: UInt = #line
    ) {
        assertThrows(status, line: line) {
            try ItemStore.makeReplica(
                of: Self.id, at: self.path(of: "d"), from: self.fleet, as: request, answeredBy: answer,
                options: self.options(of: "d"))
        }
        XCTAssertFalse(FileManager.default.fileExists(atPath: path(of: "d")), line: line)
    }

    /// A reader learns the shield of a slot that was made, and so can seal other keys into it.
    func test_join_toKeysOfItsChoice_isRefused() throws {
        let (request, code) = try ItemStore.requestToJoin(name: "d", options: options(of: "d"))
        let answer = try a.letIn(request, code: code).answer
        try reader.catchUp()
        let (material, state, ring) = try otherKeys(.random())
        plant(state, try state.sealShared(ring), material.record)
        assertJoinFails(.authFailed, request, answer)
        // The code of somebody else's request does not answer this one.
        let other = try ItemStore.requestToJoin(name: "e", options: options(of: "e")).code
        let fleet = try XCTUnwrap(state.replica?.fleet)
        assertJoinFails(.authFailed, request, try HostRequest.answer(other, ring, fleet))
        assertJoinFails(.authFailed, request, nil)
    }

    /// A reader that came with the same invitation knows the code, too.
    func test_join_invited_toKeysOfItsChoice_isRefused() throws {
        var (request, code) = try ItemStore.requestToJoin(name: "d", options: options(of: "d"))
        _ = try request.bind(to: a.hidden.transaction { try $0.makeInvitation().text })
        // As a process that goes on with the request has it.
        request = try HostRequest(kept: request.kept)
        _ = try a.letIn(request, code: code)
        try reader.catchUp()
        let (material, state, ring) = try otherKeys(.random())
        plant(state, try state.sealShared(ring), material.record)
        let fleet = try XCTUnwrap(state.replica?.fleet)
        assertJoinFails(.authFailed, request, try HostRequest.answer(code, ring, fleet))
    }

    func test_join_toAStateThatNobodyHasSigned_isRefused() throws {
        let (request, code) = try ItemStore.requestToJoin(name: "d", options: options(of: "d"))
        let answer = try a.letIn(request, code: code).answer
        try reader.catchUp()
        let state = try nextState()
        plant(state, try state.sealShared(ring(.random())))
        assertJoinFails(.invalidData, request, answer)
    }

    func test_invitation_isNotRead() throws {
        let invitation = try a.hidden.transaction { changes throws(StoreError) in
            let (sealed, text) = try changes.makeInvitation()
            try changes.add(GenericPassword(service: "invitation"), secret: sealed)
            return text
        }
        let code = try InvitedCode.parts(of: invitation).code
        try reader.catchUp()
        let query = Query<GenericPassword>().where(.service, equals: "invitation")
        let kept = try XCTUnwrap(try reader.hidden.only(query).secret)
        assertThrows(.wrPerm) { try self.reader.openInvitation(kept) }
        let forged = try InvitedCode.openInvitation(kept, ring(.random()))
        XCTAssertNil(forged)
        XCTAssertEqual(try a.openInvitation(kept), code)
    }

    // MARK: - After its removal

    func test_removedReader_withItsKeysAndTheServer_readsNothingThatComes() throws {
        let slot = try XCTUnwrap(reader.ownSlot())
        try a.asReplica.removeHosts([slot], nil)
        try a.add(password("after"), secret: secret("after"))
        let kept = fleet.content.value
        let ring = try reader.engine.keys.ring()
        XCTAssertThrowsError(try StoreState(shared: kept.newest, ring))
        let (number, row) = try XCTUnwrap(kept.rows.max { $0.key < $1.key })
        XCTAssertThrowsError(try RowRecord.open(try XCTUnwrap(row.content), number: number, ring))
        let handover = try XCTUnwrap(kept.handovers.last?.box)
        let own = try reader.engine.keys.unlockKey()
        let material = try Handover.open(handover, from: own.key, signedBy: ring.writer, ring.store)
        XCTAssertNil(try material.unlock(asBefore: own, reader.engine.keys.deviceKey()))
        XCTAssertThrowsError(try material.ring(own, device: reader.engine.keys.deviceKey()))
    }
}
