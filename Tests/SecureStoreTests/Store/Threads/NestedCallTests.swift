import Foundation
import XCTest

@testable import SecureStore

/// A call of the store inside its own transaction is answered at once, in a file as in memory.
final class NestedCallTests: StoreTestCase {
    /// A thread that waits for itself waits far longer than a call takes on a busy machine.
    override var options: StoreOptions {
        var options = super.options
        options.patience = .seconds(60)
        return options
    }

    private func bothKinds() throws -> [(name: String, store: ItemStore)] {
        [("file", try makeStore()), ("memory", try ItemStore.inMemory(options: options))]
    }

    func test_anyCall_insideOwnTransaction_throwsParamAtOnce() throws {
        for (name, store) in try bothKinds() {
            let calls: [(String, () throws -> Void)] = [
                ("first", { _ = try store.first(query("maria")) }),
                ("secret", { _ = try store.secret(of: password("maria")) }),
                ("itemCount", { _ = try store.itemCount() }),
                ("list", { try store.list(query("maria")) { _ in } }),
                ("verify", { _ = try store.verify() }),
                ("add", { try store.add(password("adam")) }),
                ("transaction", { try store.transaction { _ in } }),
                ("getOrCreate", { _ = try store.getOrCreate(password("adam")) { try secret("x") } }),
                (
                    "setLockSettings",
                    { try store.setLockSettings(LockSettings(locksAfter: nil, locksOnSleep: true)) }
                ),
                ("compact", { try store.compact() }),
            ]
            try store.transaction { changes in
                try changes.add(password("maria"))
                for (call, body) in calls where name == "file" || call != "compact" {
                    let start = ContinuousClock.now
                    assertThrows(.param, "\(name) \(call)", body)
                    XCTAssertLessThan(ContinuousClock.now - start, .seconds(30), call)
                }
            }
            XCTAssertEqual(try store.itemCount(), 1, "the transaction went on")
        }
    }

    func test_call_insideOwnTransaction_saysWhatToCall() throws {
        for (_, store) in try bothKinds() {
            try store.transaction { _ in
                XCTAssertThrowsError(try store.first(query("maria"))) { error in
                    XCTAssertEqual((error as? StoreError)?.reason, DeadlineLock.nested.reason)
                }
            }
        }
    }

    func test_call_insideGetOrCreate_throwsParam() throws {
        let store = try makeStore()
        assertThrows(.param) {
            try store.getOrCreate(password("maria")) {
                try store.add(password("adam"))
                return try secret("x")
            }
        }
        XCTAssertEqual(try store.itemCount(), 0)
    }

    func test_call_fromAnotherThread_readsTheStateFromBefore() throws {
        let store = try makeStore()
        try store.transaction { changes in
            try changes.add(password("maria"))
            let count = Locked(-1)
            onThreads(1) { _ in count.update { $0 = (try? store.itemCount()) ?? -2 } }
            XCTAssertEqual(count.value, 0)
        }
    }

    func test_call_afterTransactionThatThrew_isAnswered() throws {
        for (name, store) in try bothKinds() {
            assertThrows(.itemNotFound) {
                try store.transaction { changes in try changes.delete(query("maria")) }
            }
            XCTAssertEqual(try store.itemCount(), 0, name)
        }
    }

    // MARK: - A second object

    func test_write_bySecondObjectOfTheSameThread_throwsParamAtOnce() throws {
        let (store, other) = (try makeStore(), try openStore())
        try store.transaction { changes in
            try changes.add(password("maria"))
            let start = ContinuousClock.now
            assertThrows(.param) { try other.add(password("adam")) }
            XCTAssertLessThan(ContinuousClock.now - start, .seconds(30))
            XCTAssertEqual(try other.itemCount(), 0, "reading waits for nobody")
        }
    }

    func test_write_bySecondObjectOfAnotherThread_saysThatItWasThisProcess() throws {
        let store = try makeStore()
        var options = options
        options.patience = .milliseconds(50)
        let other = try ItemStore.open(at: path, options: options)
        let calls: [@Sendable () throws -> Void] = [
            { try other.add(password("adam")) }, { try other.compact() },
        ]
        try store.transaction { _ in
            for call in calls {
                let reason = Locked("")
                onThreads(1) { _ in
                    do { try call() } catch { reason.update { $0 = "\(error)" } }
                }
                XCTAssertTrue(reason.value.contains("databaseLocked"), reason.value)
                XCTAssertTrue(reason.value.contains("this process holds a transaction"), reason.value)
            }
        }
    }

    func test_compact_bySecondObjectOfTheSameThread_throwsParamAtOnce() throws {
        let (store, other) = (try makeStore(), try openStore())
        try store.transaction { _ in
            let start = ContinuousClock.now
            assertThrows(.param) { try other.compact() }
            XCTAssertLessThan(ContinuousClock.now - start, .seconds(30))
        }
    }

    func test_writes_thatAllWaitForAnotherProcess_blameIt() throws {
        var options = options
        options.patience = .milliseconds(50)
        _ = try makeStore()
        let stores = Locked(try (0..<2).map { _ in try ItemStore.open(at: path, options: options) })
        let connection = try Connection(path: path, role: .writing)
        try connection.statement(.beginWriting).run()
        let reasons = Locked("")
        onThreads(2) { number in
            do throws(StoreError) { try stores.value[number].add(password("adam")) } catch {
                reasons.update { $0 += "\(error)" }
            }
        }
        stores.update { $0 = [] }
        XCTAssertFalse(reasons.value.contains("this process"), reasons.value)
    }
}
