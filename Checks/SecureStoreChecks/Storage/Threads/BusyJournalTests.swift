import Foundation
import XCTest

@testable import SecureStore

/// Somebody removes the journal of a store that many threads read at that moment.
final class BusyJournalTests: StoreTestCase {
    func test_add_withoutTheJournal_whileThreadsRead_isMade() throws {
        var patient = options
        // A sanitizer on a loaded machine takes its time.
        patient.patience = .seconds(60)
        let (store, isDone) = (try ItemStore.create(at: path, options: patient), Locked(false))
        try store.add(password("one"), secret: secret("one"))
        let failures = Locked<[StoreStatus]>([])
        let threads = (0..<4).map { _ in
            JoinableThread {
                while !isDone.value {
                    let status = thrownStatus { _ = try store.secret(of: password("one")) }
                    if let status { failures.update { $0.append(status) } }
                }
            }
        }
        Thread.sleep(forTimeInterval: 0.1)
        for end in ["-wal", "-shm"] { try FileManager.default.removeItem(atPath: path + end) }
        XCTAssertNoThrow(try store.add(password("two"), secret: secret("two")))
        isDone.update { $0 = true }
        for thread in threads { thread.join() }
        XCTAssertEqual(failures.value, [])
        XCTAssertEqual(try openStore().itemCount(), 2)
        XCTAssertTrue(try store.verify().isIntact)
    }
}
