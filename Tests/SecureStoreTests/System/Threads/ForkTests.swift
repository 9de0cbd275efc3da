import Foundation
import XCTest

@testable import SecureStore

/// A child that was forked from a process with an open store gets errors and no keys; the parent notices
/// nothing.
final class ForkTests: StoreTestCase {
    private let mail = GenericPassword(service: "mail", account: "maria")

    /// The answer to the child's call: the negated status of its error, 0 without one.
    private func statusInChild(_ body: () throws -> Void) throws -> Int32 {
        let answer = { () -> Int32 in
            do { try body() } catch { return (error as? StoreError)?.status == .notAvailable ? 1 : 2 }
            return 0
        }
        guard case .exit(let code) = try endOfForkedChild(answer) else { return -1 }
        return code
    }

    func test_anyCall_inForkedChild_throwsNotAvailable() throws {
        let store = try makeStore()
        try store.add(mail, secret: secret("one"))
        let (item, fresh) = (mail, try secret("two"))
        let query = Query(identityOf: item)
        let calls: [(name: String, body: () throws -> Void, line: UInt)] = [
            ("find", { _ = try store.only(query) }, #line),
            ("first", { _ = try store.first(query, returning: .attributes) }, #line),
            ("list", { try store.list(Query<GenericPassword>()) { _ in } }, #line),
            ("add", { try store.add(GenericPassword(service: "child"), secret: fresh) }, #line),
            ("set", { try store.set(item, secret: fresh) }, #line),
            ("delete", { try store.delete(query) }, #line),
            ("make", { _ = try store.getOrCreate(item) { fresh } }, #line),
            ("transaction", { try store.transaction { _ in } }, #line),
            ("verify", { _ = try store.verify() }, #line),
            ("unlock", { try store.unlock() }, #line),
            ("session key", { _ = try store.sessionKey() }, #line),
            ("protection", { _ = try store.protection() }, #line),
            ("sequence number", { _ = try store.sequenceNumber() }, #line),
            ("lock settings", { _ = try store.lockSettings() }, #line),
            ("set lock settings", { try store.setLockSettings(.standard) }, #line),
            ("passphrase", { try store.setPassphrase(fresh, cost: .cheapest) }, #line),
        ]
        for call in calls {
            XCTAssertEqual(try statusInChild(call.body), 1, call.name, line: call.line)
        }
    }

    func test_lockState_inForkedChild_isNotYetUnlocked() throws {
        let store = try makeStore()
        let end = try endOfForkedChild { store.lockState == .notYetUnlocked ? 0 : 1 }
        XCTAssertEqual(end, .exit(0))
    }

    func test_parent_afterChildUsedTheStore_goesOnWorking() throws {
        let store = try makeStore()
        try store.add(mail, secret: secret("one"))
        let query = Query(identityOf: mail)
        _ = try statusInChild { try store.delete(query) }
        XCTAssertEqual(try store.only(query).secret?.text, "one")
        try store.set(mail, secret: secret("two"))
        XCTAssertTrue(try store.verify().isIntact)
    }

    func test_commit_inChildForkedInsideATransaction_throwsNotAvailable() throws {
        let store = try makeStore()
        var transaction = Optional(try store.engine.database.begin())
        let end = try endOfForkedChild {
            thrownStatus { try transaction.take()?.commit() } == .notAvailable ? 0 : 1
        }
        XCTAssertEqual(end, .exit(0))
        try transaction.take()?.commit()
        try store.add(mail, secret: secret("one"))
        XCTAssertTrue(try store.verify().isIntact)
    }

    func test_anyCall_inChildForkedInsideATransaction_throwsNotAvailable() throws {
        let store = try makeStore()
        for number in 0..<100 { try store.add(GenericPassword(service: "mail", account: "\(number)")) }
        let mail = Query<GenericPassword>().where(.service, equals: "mail")
        try store.transaction { changes in
            try changes.add(self.mail, secret: secret("one"))
            XCTAssertEqual(try statusInChild { _ = try changes.count(mail) }, 1)
            XCTAssertEqual(try statusInChild { _ = try changes.copyMatching(mail) }, 1)
            XCTAssertEqual(try statusInChild { try changes.add(GenericPassword(service: "child")) }, 1)
        }
        XCTAssertEqual(try store.count(mail), 101)
        XCTAssertTrue(try store.verify().isIntact)
    }

    func test_fork_whileThreadsUseTheStore_childIsRefusedAndParentGoesOn() throws {
        // Swift makes tables at their first use, and looks at them later under a lock of its own, which the
        // child may find held for ever. The sanitizer stretches that moment until it is met.
        try XCTSkipIf(unsafe dlsym(nil, "__tsan_init") != nil, "a thread sanitizer is present")
        let store = try makeStore()
        try store.add(mail, secret: secret("one"))
        let (query, isDone, failures) = (Query(identityOf: mail), Locked(false), Locked(0))
        let begun = DispatchSemaphore(value: 0)
        _ = try statusInChild { _ = try store.only(query) }
        let threads = (0..<4).map { _ in
            JoinableThread {
                var rounds = 0
                while !isDone.value {
                    if (try? store.only(query)) == nil { failures.update { $0 += 1 } }
                    rounds += 1
                    if rounds == 10 { begun.signal() }
                }
            }
        }
        // Swift's tables are made by then, and no child finds one of their locks held.
        for _ in threads { XCTAssertEqual(begun.wait(timeout: .now() + 20), .success) }
        let answers = try (0..<20).map { _ in try statusInChild { _ = try store.only(query) } }
        isDone.update { $0 = true }
        for thread in threads { thread.join() }
        XCTAssertEqual(answers, Array(repeating: 1, count: 20))
        XCTAssertEqual(failures.value, 0)
    }

    /// SQLite would take the parent's locks for the child's, and the parent's closing would lose what it
    /// adds.
    func test_open_inChildOfProcessWithOpenStore_throwsNotAvailable() throws {
        let store = try makeStore()
        let (path, options) = (path, options)
        XCTAssertEqual(try statusInChild { _ = try ItemStore.open(at: path, options: options) }, 1)
        try store.add(mail, secret: secret("one"))
    }

    /// In a process of its own: in this one, stores of earlier tests may be open, such as that of a vault
    /// which has not yet stored a pair.
    func test_open_inChildOfProcessThatClosedItsStore_succeeds() throws {
        let mark = "SECURESTORE_TEST_ALONE"
        guard ProcessInfo.processInfo.environment[mark] != nil else {
            let alone = Process()
            alone.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
            alone.arguments = ["SecureStoreTests." + name.replacingOccurrences(of: ".", with: "/")]
            alone.environment = ProcessInfo.processInfo.environment.merging([mark: "1"]) { $1 }
            (alone.standardOutput, alone.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
            try alone.run()
            alone.waitUntilExit()
            return XCTAssertEqual(alone.terminationStatus, 0)
        }
        try makeStore().add(mail, secret: secret("one"))
        let (path, options, item) = (path, options, GenericPassword(service: "child"))
        XCTAssertEqual(try statusInChild { try ItemStore.open(at: path, options: options).add(item) }, 0)
        XCTAssertEqual(try openStore().itemCount(), 2)
    }
}
