import XCTest

@testable import SecureStore

final class SystemMutexTests: XCTestCase {
    private struct OwnError: Error {}

    /// A value that tells when it is released.
    private struct Probe: ~Copyable {
        let released: XCTestExpectation
        deinit { released.fulfill() }
    }

    func test_withLock_onEightThreads_excludesTheOthers() {
        let mutex = SystemMutex([0, 0])
        onThreads(8) { _ in
            for _ in 0..<2000 { mutex.withLock { $0 = [$0[1] + 1, $0[0] + 1] } }
        }
        XCTAssertEqual(mutex.withLock { $0 }, [16_000, 16_000])
    }

    func test_withLock_whenBodyThrows_isFreeAgain() {
        let mutex = SystemMutex(1)
        XCTAssertThrowsError(try mutex.withLock { (_) throws(OwnError) in throw OwnError() })
        XCTAssertEqual(mutex.withLock { $0 }, 1)
    }

    func test_deinit_always_releasesTheValue() {
        let released = expectation(description: "released")
        _ = SystemMutex(Probe(released: released))
        wait(for: [released], timeout: 0)
    }
}
