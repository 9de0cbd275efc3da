import XCTest

@testable import SecureStore

/// Work on files whose observer forks: what the child does of it takes nothing from the parent.
final class ForkedWorkTests: StoreTestCase {
    /// Does work in which a report forks, and the child decides; there, the work is the parent's.
    private func assertIsDone(
        forkingWhere isThere: @escaping (WorkProgress) -> Bool = { _ in true },
        _ decision: WorkProgress.Decision, line: UInt = #line,
        _ work: (@escaping WorkProgress.Observer) throws -> Void
    ) throws {
        var (child, end): (Int32?, ChildEnd?)
        let observer: WorkProgress.Observer = { progress in
            guard child == nil, isThere(progress) else { return .proceed }
            child = try? forkedChild()
            if child == 0 { return decision }
            end = child.flatMap { try? SecureStoreTests.end(ofChild: $0) }
            return .proceed
        }
        let status = thrownStatus { try work(observer) }
        if child == 0 { _exit(status == .notAvailable ? 0 : 1) }
        XCTAssertEqual(end, .exit(0), line: line)
        XCTAssertNil(status, line: line)
    }

    func test_backup_whoseObserverForks_isWhole() throws {
        // More than SQLite keeps in memory of a file that it writes.
        let store = try makeLargeStore(200)
        for decision in [WorkProgress.Decision.cancel, .proceed] {
            try assertIsDone(forkingWhere: { $0.done > $0.total - 100 }, decision) {
                try store.backup(to: backupPath, onProgress: $0)
            }
            XCTAssertEqual(try itemsOfIntactStore(at: backupPath).count, 200)
            try FileManager.default.removeItem(atPath: backupPath)
        }
    }

    func test_backup_whoseObserverForksAWorker_letsTheDirectoryGo() throws {
        let store = try makeLargeStore()
        var worker: Int32?
        try store.backup(to: backupPath) { _ in
            guard worker == nil else { return .proceed }
            worker = try? forkedChild()
            while worker == 0 { pause() }
            return .proceed
        }
        let child = try XCTUnwrap(worker)
        XCTAssertTrue(try DirectoryLock(directory).tryAlone())
        XCTAssertEqual(kill(child, SIGKILL), 0)
        XCTAssertEqual(try SecureStoreTests.end(ofChild: child), .signal(SIGKILL))
    }

    func test_restore_whoseObserverForksInAnyPart_isWhole() throws {
        let store = try makeLargeStore(200)
        try store.backup(to: backupPath)
        let (backup, path, options) = (backupPath, path, options)
        for decision in [WorkProgress.Decision.cancel, .proceed] {
            for percent in Effort.isWhole ? [0, 40, 99] : [40] {
                try assertIsDone(forkingWhere: { $0.done * 100 > $0.total * percent }, decision) {
                    _ = try ItemStore.restore(from: backup, to: path, options: options, onProgress: $0)
                }
                XCTAssertTrue(try store.verify().isIntact)
                XCTAssertEqual(try store.itemCount(), 200)
            }
        }
    }

    func test_compact_whoseObserverForks_leavesTheStoreWhole() throws {
        let store = try makeStore()
        try store.transaction { changes throws(StoreError) in
            for number in 0..<2_000 { try changes.add(password("\(number)")) }
        }
        for decision in [WorkProgress.Decision.cancel, .proceed] {
            try assertIsDone(decision) { try store.compact(onProgress: $0) }
            XCTAssertTrue(try store.verify().isIntact)
        }
    }
}
