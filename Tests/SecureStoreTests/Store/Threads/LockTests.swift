import XCTest

@testable import SecureStore

/// Tests of what can be done in each of the three states of a store.
final class LockTests: StoreTestCase {
    /// Items whose names are the codes of their accessibility.
    private func storeWithEachKind() throws -> ItemStore {
        let store = try ItemStore.create(
            at: path, unlockingWith: .passphrase(secret("pass"), cost: .cheapest), options: options)
        for access in Accessibility.allCases {
            try store.add(password(access.code, access), secret: secret(access.code))
        }
        return store
    }

    private func unlock(_ store: ItemStore) throws { try store.unlock(with: .passphrase(secret("pass"))) }

    private let wiped = Accessibility.allCases.filter(\.isWipedByLock)
    private let kept = Accessibility.allCases.filter { !$0.isWipedByLock }

    func test_lockState_overALife_isEachOfThree() throws {
        _ = try storeWithEachKind()
        let store = try openStore()
        XCTAssertEqual(store.lockState, .notYetUnlocked)
        store.lock()
        XCTAssertEqual(store.lockState, .notYetUnlocked)
        try unlock(store)
        XCTAssertEqual(store.lockState, .unlocked)
        store.lock()
        XCTAssertEqual(store.lockState, .locked)
        store.lock()
        XCTAssertEqual(store.lockState, .locked)
        try unlock(store)
        XCTAssertEqual(store.lockState, .unlocked)
    }

    func test_unlock_withWrongPassphrase_leavesTheState() throws {
        let store = try storeWithEachKind()
        assertThrows(.authFailed) { try store.unlock(with: .passphrase(secret("wrong"))) }
        XCTAssertEqual(store.lockState, .unlocked)
        store.lock()
        assertThrows(.authFailed) { try store.unlock(with: .passphrase(secret("wrong"))) }
        XCTAssertEqual(store.lockState, .locked)
    }

    func test_unlock_afterLock_bringsEveryKindBack() throws {
        let store = try storeWithEachKind()
        store.lock()
        try unlock(store)
        for access in Accessibility.allCases {
            XCTAssertEqual(try store.only(query(access.code)).secret?.text, access.code)
        }
    }

    func test_unlock_ofStoreThatOpensByItself_needsNothing() throws {
        let store = try makeStore()
        store.lock()
        try store.unlock()
        XCTAssertEqual(store.lockState, .unlocked)
    }

    func test_anyCall_beforeFirstUnlock_throwsInteractionNotAllowed() throws {
        _ = try storeWithEachKind()
        let store = try openStore()
        for access in Accessibility.allCases {
            let query = query(access.code)
            assertThrows(.interactionNotAllowed) { try store.add(password("new", access)) }
            assertThrows(.interactionNotAllowed) { try store.set(password("new", access)) }
            assertThrows(.interactionNotAllowed) { try store.copyMatching(query) }
            assertThrows(.interactionNotAllowed) { try store.update(query, Changes()) }
            assertThrows(.interactionNotAllowed) { try store.delete(query) }
            assertThrows(.interactionNotAllowed) { try store.list(query) { _ in } }
        }
        assertThrows(.interactionNotAllowed) { try store.itemCount() }
        assertThrows(.interactionNotAllowed) { try store.verify() }
    }

    // MARK: - Threads

    func test_lock_afterReadsOnManyThreads_isForEveryThread() throws {
        let (store, wrong) = (try storeWithEachKind(), Locked<[String]>([]))
        for state in [LockState.unlocked, .locked, .unlocked] {
            if state == .locked { store.lock() } else { try unlock(store) }
            onThreads(ThreadPlace.count) { _ in
                for access in Accessibility.allCases {
                    let isRead = (try? store.only(query(access.code))) != nil
                    let mayRead = state == .unlocked || !access.isWipedByLock
                    if isRead != mayRead { wrong.update { $0.append("\(state) \(access)") } }
                }
            }
        }
        XCTAssertEqual(wrong.value, [])
    }

    func test_lock_afterReadsOnManyThreads_letsGoOfEveryRing() throws {
        struct Weak: Sendable { weak let ring: KeyRing? }
        let (store, rings) = (try storeWithEachKind(), Locked<[Weak]>([]))
        onThreads(ThreadPlace.count) { _ in
            if let ring = try? store.engine.keys.ring() { rings.update { $0.append(Weak(ring: ring)) } }
        }
        XCTAssertEqual(rings.value.count { $0.ring != nil }, ThreadPlace.count)
        store.lock()
        XCTAssertEqual(rings.value.count { $0.ring != nil }, 0)
    }

    // MARK: - What is wiped and what is kept

    func test_add_whileLocked_throwsInteractionNotAllowedForWhatIsWiped() throws {
        let store = try storeWithEachKind()
        store.lock()
        for access in wiped {
            assertThrows(.interactionNotAllowed) { try store.add(password("new \(access)", access)) }
            assertThrows(.interactionNotAllowed, "taken") { try store.add(password(access.code, access)) }
        }
        for access in kept { XCTAssertNoThrow(try store.add(password("new \(access)", access))) }
    }

    func test_add_ofTakenIdentityWhileLocked_throwsDuplicateItemForWhatIsKept() throws {
        let store = try storeWithEachKind()
        store.lock()
        for access in kept {
            assertThrows(.duplicateItem) { try store.add(password(access.code, access)) }
        }
    }

    func test_copyMatching_whileLocked_throwsInteractionNotAllowedForWhatIsWiped() throws {
        let store = try storeWithEachKind()
        store.lock()
        for access in wiped {
            let query = query(access.code)
            assertThrows(.interactionNotAllowed) { try store.copyMatching(query) }
            assertThrows(.interactionNotAllowed) { try store.copyMatching(query, returning: .attributes) }
            assertThrows(.interactionNotAllowed) { try store.first(query) }
        }
    }

    func test_copyMatching_whileLocked_readsWhatIsKept() throws {
        let store = try storeWithEachKind()
        store.lock()
        for access in kept {
            XCTAssertEqual(try store.only(query(access.code)).secret?.text, access.code)
        }
    }

    func test_copyMatching_ofAllWhileOneIsLocked_throwsInteractionNotAllowed() throws {
        let store = try storeWithEachKind()
        store.lock()
        let all = Query<GenericPassword>().where(.service, equals: "mail")
        assertThrows(.interactionNotAllowed) { try store.copyMatching(all) }
        assertThrows(.interactionNotAllowed) { try store.copyMatching(Query<GenericPassword>()) }
    }

    func test_copyMatching_whoseRangeHasNoLockedItem_isUnaffected() throws {
        let store = try storeWithEachKind()
        store.lock()
        let queries: [Query<GenericPassword>] = [
            query("ck"), Query().where(.accessibility, equals: .afterFirstUnlock),
            Query().where(.account, equals: "ck"),
        ]
        for query in queries { XCTAssertEqual(try store.copyMatching(query).count, 1) }
        assertThrows(.itemNotFound) { try store.copyMatching(query("nobody")) }
        assertThrows(.itemNotFound) { try store.copyMatching(Query<KeyItem>()) }
    }

    func test_update_whileLocked_throwsInteractionNotAllowedForWhatIsWiped() throws {
        let store = try storeWithEachKind()
        store.lock()
        let toKept = Changes<GenericPassword>().set(.accessibility, to: .afterFirstUnlock)
        for access in wiped {
            assertThrows(.interactionNotAllowed) {
                try store.update(query(access.code), Changes().set(.label, to: "l"))
            }
            assertThrows(.interactionNotAllowed, "moved") { try store.update(query(access.code), toKept) }
        }
        for access in kept { XCTAssertNoThrow(try store.update(query(access.code), Changes())) }
    }

    func test_update_toWhatIsWipedWhileLocked_throwsInteractionNotAllowed() throws {
        let store = try storeWithEachKind()
        store.lock()
        let changes = Changes<GenericPassword>().set(.accessibility, to: .whenUnlocked)
        assertThrows(.interactionNotAllowed) { try store.update(query("ck"), changes) }
        XCTAssertEqual(try store.only(query("ck")).item.accessibility, .afterFirstUnlock)
    }

    func test_delete_whileLocked_succeedsForEveryKind() throws {
        let store = try storeWithEachKind()
        store.lock()
        for access in Accessibility.allCases { XCTAssertEqual(try store.delete(query(access.code)), 1) }
        XCTAssertEqual(try store.itemCount(), 0)
        XCTAssertTrue(try store.verify().isIntact)
    }

    func test_deleteAll_whileLocked_takesEveryKind() throws {
        let store = try storeWithEachKind()
        store.lock()
        XCTAssertEqual(try store.deleteAll(of: GenericPassword.self), Accessibility.allCases.count)
    }

    func test_delete_byWhatCannotBeComparedWhileLocked_throwsInteractionNotAllowed() throws {
        let store = try storeWithEachKind()
        store.lock()
        let byComment = Query<GenericPassword>().where(.comment, equals: "c")
        assertThrows(.interactionNotAllowed) { try store.delete(byComment) }
        XCTAssertEqual(try store.itemCount(), Accessibility.allCases.count)
    }

    func test_delete_ofCertificatesIssuedWhileLocked_throwsInteractionNotAllowed() throws {
        let store = try makeStore()
        for (number, access) in [Accessibility.whenUnlocked, .always].enumerated() {
            var item = CertificateItem(issuer: Data([2]), serialNumber: Data([UInt8(number)]))
            item.accessibility = access
            try store.add(item)
        }
        store.lock()
        let issued = Query<CertificateItem>().issued(byOneOf: [Data([2])])
        assertThrows(.interactionNotAllowed) { try store.delete(issued) }
        XCTAssertEqual(try store.itemCount(), 2)
    }

    func test_setAndReplace_whileLocked_throwInteractionNotAllowed() throws {
        let store = try storeWithEachKind()
        store.lock()
        assertThrows(.interactionNotAllowed) { try store.set(password("ak")) }
        assertThrows(.interactionNotAllowed) { try store.set(password("ak", .afterFirstUnlock)) }
        assertThrows(.interactionNotAllowed) {
            try store.replace(password("ak"), secret: nil, ifGeneration: 1)
        }
    }
}
