import Foundation
import SecureStoreTesting
import XCTest

@testable import SecureStore

/// A loop over changes hears of everything that others do to the store, and of nothing else.
final class ItemChangesTests: StoreTestCase {
    private typealias Kind = ItemChange.Kind

    /// Another object with the file, which tells this process nothing of what it does.
    private func others() throws -> ItemStore { try openStore() }

    private func next(_ count: Int, _ iterator: inout ItemChanges.Iterator) async throws -> [ItemChange] {
        var changes: [ItemChange] = []
        while changes.count < count, let change = try await iterator.next() { changes.append(change) }
        return changes
    }

    /// The store, somebody else who changes it, and a loop that has begun and heard of one item.
    private func scene(
        beginningWith first: String = "first", _ make: (ItemStore) -> ItemChanges = { $0.changes() }
    ) async throws -> (store: ItemStore, other: ItemStore, iterator: ItemChanges.Iterator) {
        let store = try makeStore()
        let other = try others()
        var iterator = make(store).makeAsyncIterator()
        try await other.add(password(first))
        let first = try await iterator.next()
        XCTAssertEqual(first, .readAgain)
        return (store, other, iterator)
    }

    func test_restore_ofTheStoresOwnBackup_isReportedAsItsChanges() async throws {
        var (store, other, iterator) = try await scene()
        try await store.backup(to: backupPath)
        try await other.add(password("later"))
        let added = try await iterator.next()
        _ = try ItemStore.restore(from: backupPath, to: path, options: options)
        let deleted = try await iterator.next()
        XCTAssertEqual([added?.kind, deleted?.kind], [.added, .deleted])
        XCTAssertEqual(deleted?.reference, added?.reference)
    }

    func test_changes_ofOthers_areToldWithKindAndReference() async throws {
        var (_, other, iterator) = try await scene()
        let added = try await other.add(password("maria"), secret: secret("one"))
        var changes = try await next(1, &iterator)
        try await other.set(password("maria"), secret: secret("two"))
        changes += try await next(1, &iterator)
        try await other.delete(password("maria"))
        changes += try await next(1, &iterator)
        XCTAssertEqual(changes.map(\.kind), [.added, .updated, .deleted])
        XCTAssertEqual(Set(changes.map(\.reference)), [added])
    }

    func test_changes_ofStoreInMemory_areTold() async throws {
        let store = try ItemStore.inMemory(options: options)
        var iterator = store.changes().makeAsyncIterator()
        let waiting = Task { [store] in
            usleep(20_000)
            return try await store.add(password("maria"))
        }
        let change = try await iterator.next()
        let added = try await waiting.value
        XCTAssertEqual(change?.reference, added)
    }

    func test_changes_ofStoreWithFaults_areNoCallsOfTheProgram() async throws {
        let store = try ItemStore.inMemory(clock: SecureStoreTesting.TestClock())
        var iterator = store.changes().makeAsyncIterator()
        try await store.add(password("maria"))
        let faults = try store.faults
        faults.removeCalls()
        faults.failNext(.copyMatching, with: .interactionNotAllowed)
        let change = try await iterator.next()
        XCTAssertEqual(change, .readAgain)
        XCTAssertEqual(faults.calls, [])
        assertThrows(.interactionNotAllowed) { try store.count(Query<GenericPassword>()) }
    }

    func test_changes_ofTaskThatWaitsAlready_areTold() async throws {
        let store = try makeStore()
        let other = try others()
        let waiting = Task { () throws -> ItemChange? in
            var iterator = store.changes().makeAsyncIterator()
            return try await iterator.next()
        }
        usleep(200_000)
        try await other.add(password("maria"))
        let change = try await waiting.value
        XCTAssertEqual(change?.kind, .added)
    }

    func test_changes_ofReadOnlyStore_areTold() async throws {
        _ = try makeStore()
        var options = options
        options.access = .readOnly
        var iterator = try ItemStore.open(at: path, options: options).changes().makeAsyncIterator()
        let other = try others()
        let added = try await other.add(password("maria"))
        var changes = try await next(1, &iterator)
        if changes == [.readAgain] {
            try await other.delete(password("maria"))
            changes = try await next(1, &iterator)
        }
        XCTAssertEqual(changes.map(\.reference), [added])
    }

    func test_changes_ofQuery_tellOnlyOfItemsThatMatch() async throws {
        let names = Query<GenericPassword>().where(.account, startsWith: "ma")
        var (_, other, iterator) = try await scene(beginningWith: "ma") { $0.changes(of: names) }
        let bob = try await other.add(password("bob"))
        let maria = try await other.add(password("maria"))
        var seen = try await next(1, &iterator)
        try await other.update(query("maria"), Changes().set(.account, to: "bea"))
        seen += try await next(1, &iterator)
        try await other.update(query("bob"), Changes().set(.account, to: "max"))
        seen += try await next(1, &iterator)
        XCTAssertEqual(seen.map(\.kind), [.added, .deleted, .added])
        XCTAssertEqual(seen.map(\.reference), [maria, maria, bob])
    }

    func test_changes_beforeTheLoopBegan_areOneReadAgain() async throws {
        let store = try makeStore()
        let changes = store.changes()
        for number in 0..<5 { try await store.add(password("\(number)")) }
        var iterator = changes.makeAsyncIterator()
        let first = try await iterator.next()
        XCTAssertEqual(first, .readAgain)
    }

    /// A commit may show after the kernel's report of it, and no other report follows.
    func test_watch_ofFileThatWasWrittenToBefore_seesItWithoutAReport() async throws {
        let engine = try makeStore().engine
        _ = try engine.snapshot()
        try await others().add(password("maria"))
        let signals = engine.keys.newest.signals()
        let waiting = Task { () throws -> Bool in
            var signals = signals.makeAsyncIterator()
            return await signals.next() != nil
        }
        let watch = try StoreWatch(engine)
        let isSeen = try await end(of: waiting).get()
        XCTAssertTrue(isSeen)
        withExtendedLifetime(watch) {}
    }

    func test_changes_besideItemOfAnotherDevice_tellOfTheOthers() async throws {
        let own = try ItemStore.create(
            at: path, unlockingWith: .passphrase(secret("pass"), cost: .cheapest), options: options)
        try await own.add(password("bound", .whenUnlockedThisDeviceOnly))
        var options = options
        options.deviceKey = .none
        let store = try ItemStore.open(at: path, unlockingWith: .passphrase(secret("pass")), options: options)
        var iterator = store.changes().makeAsyncIterator()
        try await store.add(password("first"))
        let first = try await iterator.next()
        let added = try await store.add(password("maria"))
        let change = try await iterator.next()
        XCTAssertEqual(first, .readAgain)
        XCTAssertEqual(change?.reference, added)
    }

    func test_changes_ofGroupOfOthers_throwMissingEntitlement() async throws {
        _ = try makeStore()
        var options = options
        options.accessGroups = ["a"]
        let query = Query<GenericPassword>().where(.accessGroup, equals: "c")
        let store = try ItemStore.open(at: path, options: options)
        let waiting = Task { () throws -> ItemChange? in
            var iterator = store.changes(of: query).makeAsyncIterator()
            return try await iterator.next()
        }
        let result = await end(of: waiting)
        XCTAssertThrowsError(try result.get()) {
            XCTAssertEqual(($0 as? StoreError)?.status, .missingEntitlement)
        }
    }

    func test_changes_ofMoreThanAreTold_areOneReadAgain() async throws {
        var (_, other, iterator) = try await scene()
        try await other.transaction { changes in
            for number in 0..<1_100 { try changes.add(password("many \(number)")) }
        }
        try await other.transaction { _ in }
        let change = try await iterator.next()
        XCTAssertEqual(change, .readAgain)
        let added = try await other.add(password("maria"))
        let last = try await iterator.next()
        XCTAssertEqual(last?.reference, added)
    }

    func test_changes_whileKeysAreReplacedAndFileIsCompacted_tellNothing() async throws {
        var (_, other, iterator) = try await scene()
        try await other.rotateKeys()
        try await other.compact()
        let added = try await other.add(password("maria"))
        let change = try await iterator.next()
        XCTAssertEqual(change?.reference, added)
    }

    func test_changes_ofCancelledTask_end() async throws {
        let store = try makeStore()
        let waiting = Task { () throws -> Int in
            var count = 0
            for try await _ in store.changes() { count += 1 }
            return count
        }
        usleep(20_000)
        waiting.cancel()
        let count = try await waiting.value
        XCTAssertEqual(count, 0)
    }

    func test_changes_ofLockedStore_throwInteractionNotAllowed() async throws {
        var (store, other, iterator) = try await scene()
        store.lock()
        try await other.add(password("maria"))
        await assertEnds(.interactionNotAllowed, &iterator)
    }

    func test_changes_ofFileThatIsReplaced_throwNotAvailable() async throws {
        var (_, _, iterator) = try await scene()
        _ = try ItemStore.create(at: path + ".new", options: options)
        XCTAssertEqual(unsafe rename(path + ".new", path), 0)
        await assertEnds(.notAvailable, &iterator)
    }

    func test_changes_ofLeftLoop_leaveNoThreadBehind() async throws {
        weak var watches: StoreWatches?
        let store = try makeStore()
        do {
            let iterator = store.changes().makeAsyncIterator()
            watches = store.watching.withLock { $0.watches }
            XCTAssertNotNil(watches)
            _ = iterator
        }
        XCTAssertNil(watches)
    }

    /// The result of a task, which is cancelled if it waits for something that does not come.
    private func end<Value>(of waiting: Task<Value, any Error>) async -> Result<Value, any Error> {
        let deadline = Task {
            try await Task.sleep(for: .seconds(10))
            waiting.cancel()
        }
        defer { deadline.cancel() }
        return await waiting.result
    }

    private func assertEnds(_ status: StoreStatus, _ iterator: inout ItemChanges.Iterator) async {
        do throws(StoreError) {
            while try await iterator.next() != nil {}
            XCTFail("the loop ended without an error")
        } catch {
            XCTAssertEqual(error.status, status, "\(error)")
        }
    }
}
