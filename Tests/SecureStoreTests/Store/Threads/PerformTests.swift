import Foundation
import XCTest

@testable import SecureStore

/// Work for async code runs on threads of the store's own, in its order, and ends with it.
final class PerformTests: StoreTestCase {
    private struct Own: Error {}

    /// The number of the thread that this runs on.
    ///
    /// Threads are not told by their names: one of Swift's pool has that of the thread that made it.
    private static func thread() -> String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self"))?.lastPart ?? ""
    }

    func test_threads_ofStore_endWithIt() async throws {
        var store: ItemStore? = try makeStore()
        let thread = try await store?.perform { _ in Self.thread() } ?? ""
        let path = "/proc/self/task/" + thread
        XCTAssertTrue(FileManager.default.fileExists(atPath: path + "/comm"), thread)
        store = nil
        for _ in 0..<2_000 where FileManager.default.fileExists(atPath: path) { usleep(5_000) }
        XCTAssertFalse(FileManager.default.fileExists(atPath: path))
    }

    // MARK: - Where and what

    func test_perform_always_runsOnThreadOfTheStore() async throws {
        let store = try makeStore()
        let name = try await store.perform { _ in
            String(
                decoding: FileManager.default.contents(atPath: "/proc/thread-self/comm") ?? Data(),
                as: UTF8.self)
        }
        XCTAssertEqual(name, "securestore\n")
    }

    func test_perform_ofTypedClosure_throwsStoreError() async throws {
        let store = try makeStore()
        do throws(StoreError) {
            _ = try await store.perform { store throws(StoreError) in
                try store.only(query("nobody"))
            }
            XCTFail("there is no such item")
        } catch { XCTAssertEqual(error.status, .itemNotFound) }
    }

    func test_perform_ofClosureWithErrorsOfItsOwn_throwsThem() async throws {
        let store = try makeStore()
        do {
            try await store.perform { store in
                try store.add(password("one"))
                throw Own()
            }
        } catch { XCTAssertTrue(error is Own) }
        XCTAssertEqual(try store.itemCount(), 1)
    }

    func test_perform_ofMoreThanThereAreThreads_doesAll() async throws {
        let (store, threads) = (try makeStore(), Locked<Set<String>>([]))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    try await store.perform { store throws(StoreError) in
                        _ = try store.add(password("\(number)"))
                        threads.update { $0.insert(Self.thread()) }
                    }
                }
            }
            try await group.waitForAll()
        }
        XCTAssertEqual(try store.itemCount(), 40)
        XCTAssertLessThanOrEqual(threads.value.count, WorkerThreads.usualCount)
    }

    func test_perform_whileEveryThreadOfTheStoreWaits_leavesThePoolFree() async throws {
        let (store, gate, ended) = (try makeStore(), DispatchSemaphore(value: 0), Locked(0))
        let tasks = (0..<32).map { _ in
            Task {
                try await store.perform { _ in _ = gate.wait(timeout: .now() + 20) }
                ended.update { $0 += 1 }
            }
        }
        // More tasks than processors: if threads of the pool waited, these would come after the first has
        // ended.
        for other in (0..<64).map({ number in Task { number } }) { _ = await other.value }
        XCTAssertEqual(ended.value, 0)
        for _ in tasks { gate.signal() }
        for task in tasks { try await task.value }
    }

    func test_perform_ofTwoTasksThatReadInALoop_leavesThePoolFree() async throws {
        let (store, isDone, begun) = (try makeStore(), Locked(false), Locked(0))
        let readers = (0..<2).map { _ in
            Task {
                var count = 0
                while !isDone.value {
                    count += try await store.perform { store in try store.itemCount() + 1 }
                    if count == 1 { begun.update { $0 += 1 } }
                }
            }
        }
        // Without a thread of the pool, this would not come to its end.
        var turns = 0
        while turns < 200 || begun.value < 2 {
            await Task.yield()
            turns += 1
        }
        isDone.update { $0 = true }
        for reader in readers { try await reader.value }
    }

    // MARK: - Order

    func test_run_onOneThread_keepsTheOrder() async throws {
        let (workers, seen, gate) = (WorkerThreads(count: 1), Locked<[Int]>([]), DispatchSemaphore(value: 0))
        let first = Task { try await workers.run { gate.wait() } }
        var tasks: [Task<Void?, any Error>] = []
        for number in 0..<10 {
            let (isQueued, queued) = AsyncStream.makeStream(of: Void.self)
            tasks.append(
                Task {
                    queued.finish()
                    return try await workers.run { seen.update { $0.append(number) } }
                })
            for await _ in isQueued {}
            try await Task.sleep(for: .milliseconds(2))
        }
        gate.signal()
        _ = try await first.value
        for task in tasks { _ = try await task.value }
        XCTAssertEqual(seen.value, Array(0..<10))
    }
}

/// Tests of what becomes of work whose task or store goes away.
final class PerformEndTests: StoreTestCase {
    func test_perform_inCancelledTask_throwsUserCanceledAndDoesNothing() async throws {
        let (store, done) = (try makeStore(), Locked(false))
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await store.perform { _ throws(StoreError) in done.update { $0 = true } }
        }
        task.cancel()
        let result = await task.result
        XCTAssertThrowsError(try result.get()) { XCTAssertEqual(($0 as? StoreError)?.status, .userCanceled) }
        XCTAssertFalse(done.value)
    }

    func test_performUntyped_inCancelledTask_throwsCancellationError() async throws {
        let store = try makeStore()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await store.perform { _ throws in () }
        }
        task.cancel()
        let result = await task.result
        XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError, "\($0)") }
    }

    func test_cancel_whileWaitingForATurn_answersAtOnce() async throws {
        let (workers, gate, done) = (WorkerThreads(count: 1), DispatchSemaphore(value: 0), Locked(false))
        let first = Task { try await workers.run { gate.wait() } }
        let second = Task { try await workers.run { done.update { $0 = true } } }
        second.cancel()
        let answer: Void? = try await second.value
        XCTAssertNil(answer)
        gate.signal()
        _ = try await first.value
        XCTAssertFalse(done.value)
    }

    func test_cancel_ofWorkThatHasBegun_letsItEnd() async throws {
        let (store, began) = (try makeStore(), DispatchSemaphore(value: 0))
        let gate = DispatchSemaphore(value: 0)
        let task = Task {
            try await store.perform { _ throws(StoreError) in
                began.signal()
                gate.wait()
                return 7
            }
        }
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                began.wait()
                task.cancel()
                gate.signal()
                continuation.resume()
            }
        }
        let answer = try await task.value
        XCTAssertEqual(answer, 7)
    }

    func test_deinit_duringWork_letsItEndAndTheThreadsGo() async throws {
        var store: ItemStore? = try makeStore()
        weak let gone = store
        let gate = DispatchSemaphore(value: 0)
        let task = Task { [store] in
            try await store?.perform { store throws(StoreError) in
                gate.wait()
                return try store.add(password("late"))
            }
        }
        store = nil
        gate.signal()
        _ = try await task.value
        XCTAssertNil(gone)
        XCTAssertEqual(try openStore().itemCount(), 1)
    }
}
