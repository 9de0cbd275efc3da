import Foundation
import XCTest

@testable import SecureStore

/// Reports on a file, which no other file takes away, and what is left where the system has none.
final class DirectoryWatchTests: StoreTestCase {
    private func write(_ name: String) throws {
        try Data([0]).write(to: URL(fileURLWithPath: directory + name))
    }

    func test_wait_afterWriteToTheFileOrBesideIt_isWritten() throws {
        for name in ["/test.store", "/test.store-wal"] {
            let watch = try DirectoryWatch(path)
            try write(name)
            XCTAssertEqual(watch.wait(atMost: .seconds(60)), .written)
        }
    }

    func test_wait_whileOtherFilesAreWritten_lastsToItsEnd() throws {
        let watch = try DirectoryWatch(path)
        let isOver = Locked(false)
        let other = directory + "/other"
        let thread = Thread { while !isOver.value { try? Data([0]).write(to: URL(fileURLWithPath: other)) } }
        thread.start()
        let start = ContinuousClock.now
        XCTAssertEqual(watch.wait(atMost: .milliseconds(50)), .passed)
        XCTAssertGreaterThanOrEqual(start.duration(to: .now), .milliseconds(50))
        isOver.update { $0 = true }
        while !thread.isFinished { usleep(1_000) }
    }

    func test_wait_afterStop_isEndedAlsoTheNextTime() throws {
        let watch = try DirectoryWatch(path)
        watch.stop()
        XCTAssertEqual([watch.wait(atMost: nil), watch.wait(atMost: .zero)], [.ended, .ended])
    }

    func test_stop_inForkedChild_endsNoWaitOfTheParent() throws {
        let watch = try DirectoryWatch(path)
        let end = try endOfForkedChild {
            watch.stop()
            return 0
        }
        XCTAssertEqual(end, .exit(0))
        XCTAssertEqual(watch.wait(atMost: .zero), .passed)
    }

    func test_wait_withoutReportsOfTheSystem_passesInNoTime() throws {
        XCTAssertEqual(try DirectoryWatch(directory + "/missing/test.store").wait(atMost: nil), .passed)
    }
}
