import XCTest

@testable import SecureStore

final class ThreadPlaceTests: XCTestCase {
    func test_current_ofAsManyNewThreadsAsPlaces_isEachPlaceOnce() {
        let places = Locked<[Int]>([])
        onThreads(ThreadPlace.count) { _ in places.update { $0.append(ThreadPlace.current) } }
        XCTAssertEqual(places.value.sorted(), Array(0..<ThreadPlace.count))
    }

    func test_current_onNewThreadAskedAgain_isTheSame() {
        let places = Locked<[Int]>([])
        onThreads(1) { _ in for _ in 0..<2 { places.update { $0.append(ThreadPlace.current) } } }
        XCTAssertEqual(places.value.first, places.value.last)
    }

    func test_settle_always_isForTheCallingThreadAlone() {
        let (before, after) = (ThreadPlace.current, Locked(-1))
        onThreads(1) { _ in
            ThreadPlace.settle(in: (before + 1) % ThreadPlace.count)
            after.update { $0 = ThreadPlace.current }
        }
        XCTAssertEqual(after.value, (before + 1) % ThreadPlace.count)
        XCTAssertEqual(ThreadPlace.current, before)
    }
}
