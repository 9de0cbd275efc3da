import Foundation
import SecureStore
import XCTest

/// Long work that is awaited in a task which is cancelled before or while it runs.
final class CancelledWorkTests: StoreTestCase {
    private struct Work {
        let name: String
        /// The names of the files that it makes.
        var made: Set<String> = []
        let run: @Sendable (ItemStore, _ path: String) async throws -> Void
    }

    private static let all = [
        Work(name: "backup", made: ["test.store.copy"]) { try await $0.backup(to: $1 + ".copy") },
        Work(name: "compact") { store, _ in try await store.compact() },
        Work(name: "verify") { store, _ in
            let report = try await store.verify()
            XCTAssertTrue(report.isIntact)
        },
        Work(name: "importItems") { store, path in
            let policy = ImportPolicy.replaceExisting
            _ = try await store.importItems(from: path + ".export", passphrase: secret("p"), policy: policy)
        },
    ]

    /// A store of several steps of each work, and its export beside it.
    private func filledStore() throws -> ItemStore {
        let store = try ItemStore.create(at: path, options: options)
        try store.transaction { changes in
            for number in 0..<600 { try changes.add(password("\(number)"), secret: .random(count: 2_000)) }
        }
        _ = try store.export(to: path + ".export", passphrase: secret("p"), cost: .cheapest)
        return store
    }

    /// The names in the directory, without those that SQLite has while a store is open.
    private func filesInDirectory() throws -> Set<String> {
        let all = try FileManager.default.contentsOfDirectory(atPath: directory)
        return Set(all.filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") })
    }

    private enum Outcome { case done, notBegun, cutShort }

    /// Runs work in a task that is cancelled after so many turns of this one.
    private func outcome(of work: Work, on store: ItemStore, cancelAfter turns: Int) async throws -> Outcome {
        let path = path
        let task = Task {
            if turns == 0 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
            try await work.run(store, path)
        }
        for _ in 0..<turns { await Task.yield() }
        task.cancel()
        do { try await task.value } catch {
            let error = try XCTUnwrap(error as? StoreError)
            XCTAssertEqual(error.status, .userCanceled, work.name)
            return error.reason.hasPrefix("cancelled after") ? .cutShort : .notBegun
        }
        return .done
    }

    private func assertWhole(_ store: ItemStore, line: UInt = #line) throws {
        XCTAssertTrue(try store.verify().isIntact, line: line)
        XCTAssertEqual(try store.count(Query<GenericPassword>()), 600, line: line)
    }

    func test_work_inCancelledTask_doesNotBegin() async throws {
        let store = try filledStore()
        let before = try filesInDirectory()
        for work in Self.all {
            let outcome = try await outcome(of: work, on: store, cancelAfter: 0)
            XCTAssertEqual(outcome, .notBegun, work.name)
        }
        XCTAssertEqual(try filesInDirectory(), before)
        try assertWhole(store)
    }

    func test_work_cancelledWhileItRuns_leavesTheStoreWholeAndNoFile() async throws {
        let store = try filledStore()
        let before = try filesInDirectory()
        for work in Self.all {
            var (turns, last) = (1, Outcome.notBegun)
            // The outcome says if it was too early or too late.
            for _ in 0..<200 where last != .cutShort {
                last = try await outcome(of: work, on: store, cancelAfter: turns)
                turns = last == .done ? turns * 3 / 4 : turns * 5 / 4 + 1
                let made = try filesInDirectory().subtracting(before)
                XCTAssertEqual(made, last == .done ? work.made : [], work.name)
                for name in made { try FileManager.default.removeItem(atPath: directory + "/" + name) }
            }
            XCTAssertEqual(last, .cutShort, work.name)
        }
        try assertWhole(store)
    }
}
