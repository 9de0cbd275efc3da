import Foundation
import XCTest

@testable import SecureStore

/// Several processes and threads on one store.
final class ProcessTests: StoreTestCase {
    private static let count = 8

    /// As patient as the processes are: with other work on the machine, a turn takes its time to come.
    override var options: StoreOptions {
        var options = super.options
        options.patience = .seconds(60)
        return options
    }

    /// The line that each of eight processes printed which did this work at the same time.
    private func exercise(_ work: String, count: Int, meanwhile: () throws -> Void = {}) throws -> [[String]]
    {
        let processes = try (0..<Self.count).map { number in
            try Exerciser(work, self, name: "process \(number)", count: count)
        }
        for process in processes { process.waitUntilReady() }
        for process in processes { try process.go() }
        try meanwhile()
        return processes.map { $0.lines() }
    }

    func test_write_byEightProcessesAndThreads_keepsEveryAcknowledgedItem() throws {
        let store = try makeStore()
        let acknowledged = Locked<Set<String>>([])
        let printed = try exercise("mixed", count: 10) {
            onThreads(Self.count) { thread in
                for turn in 0..<10 {
                    let item = GenericPassword(service: "thread \(thread)", account: "\(turn)")
                    guard
                        case .success = Result(catching: {
                            try store.add(item, secret: secret("thread \(thread) \(turn)"))
                            _ = try store.only(Query(identityOf: item))
                        })
                    else { return }
                    acknowledged.update { $0.insert("thread \(thread) \(turn)") }
                }
            }
        }
        for (number, lines) in printed.enumerated() {
            acknowledged.update { $0.formUnion(lines.map { "process \(number) \($0)" }) }
        }
        let all = try store.copyMatching(Query<GenericPassword>())
        XCTAssertEqual(acknowledged.value.count, 2 * Self.count * 10)
        XCTAssertEqual(Set(all.compactMap { $0.secret?.text }), acknowledged.value)
        XCTAssertTrue(try store.verify().isIntact)
    }

    func test_add_contestedByProcesses_hasOneWinnerEach() throws {
        let store = try makeStore()
        let printed = try exercise("contest", count: 20)
        let winners = printed.enumerated().flatMap { number, lines in
            lines.map { "\($0): process \(number)" }
        }
        let stored = try store.copyMatching(Query<GenericPassword>()).map {
            "\($0.item.account): \($0.secret?.text ?? "")"
        }
        XCTAssertEqual(winners.sorted(), stored.sorted())
        XCTAssertEqual(stored.count, 20)
    }

    func test_getOrCreate_byEightProcesses_hasOneWinner() throws {
        _ = try makeStore()
        let printed = try exercise("make", count: 1).flatMap { $0 }
        XCTAssertEqual(printed.sorted(), Array(repeating: "another's", count: 7) + ["mine"])
    }

    // MARK: - While one process writes

    private func withWriterHeld(_ body: () throws -> Void) throws {
        let writer = try Exerciser("hold", self)
        writer.waitUntilReady()
        try writer.go()
        XCTAssertEqual(writer.nextLine(), "holding")
        try body()
        try writer.endInput()
        XCTAssertEqual(writer.lines(), [])
    }

    private var hastyOptions: StoreOptions {
        var options = options
        options.patience = .milliseconds(100)
        return options
    }

    func test_find_whileAnotherProcessWrites_doesNotWait() throws {
        let item = GenericPassword(service: "mail")
        try makeStore().add(item, secret: secret("one"))
        try withWriterHeld {
            let store = try ItemStore.open(at: path, options: hastyOptions)
            XCTAssertEqual(try store.only(Query(identityOf: item)).secret?.text, "one")
            XCTAssertTrue(try store.verify().isIntact)
        }
    }

    func test_add_whileAnotherProcessWrites_throwsDatabaseLockedAfterItsPatience() throws {
        let store = try ItemStore.open(at: makeStore().path ?? "", options: hastyOptions)
        try withWriterHeld {
            let start = ContinuousClock.now
            assertThrows(.databaseLocked) { try store.add(GenericPassword(service: "mail")) }
            let waited = ContinuousClock.now - start
            XCTAssertGreaterThanOrEqual(waited, .milliseconds(100))
            XCTAssertLessThan(waited, StoreOptions().patience)
        }
    }

    func test_add_whileAnotherProcessWrites_saysSoWithoutWordsOfSQLite() throws {
        let store = try ItemStore.open(at: makeStore().path ?? "", options: hastyOptions)
        try withWriterHeld {
            XCTAssertThrowsError(try store.add(GenericPassword(service: "mail"))) { error in
                let text = "\(error)".lowercased()
                XCTAssertTrue(text.contains("another writer"), text)
                XCTAssertFalse(text.contains("sqlite") || text.contains("database is locked"), text)
            }
        }
    }

    func test_add_afterTheOtherProcessIsDone_succeeds() throws {
        let store = try makeStore()
        try withWriterHeld {}
        try store.add(GenericPassword(service: "mail"))
        XCTAssertEqual(try store.itemCount(), 2)
    }

    func test_add_afterTheWritingProcessWasKilled_succeeds() throws {
        let store = try makeStore()
        let writer = try Exerciser("hold", self)
        writer.waitUntilReady()
        try writer.go()
        XCTAssertEqual(writer.nextLine(), "holding")
        writer.kill()
        try store.add(GenericPassword(service: "mail"))
        XCTAssertEqual(try store.itemCount(), 1)
    }
}
