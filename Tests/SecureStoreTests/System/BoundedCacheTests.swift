import XCTest

@testable import SecureStore

/// A cache that is as large as it was told, and loses what nobody asks for.
final class BoundedCacheTests: XCTestCase {
    private let numbers = Int64(0)..<1_000

    /// A cache that some hundred values of this size fit into.
    private func filled(askingFor asked: Int64? = nil) -> BoundedCache<Int64> {
        var cache = BoundedCache<Int64>(mostBytes: 100_000)
        for number in numbers {
            cache.keep(number, number, byteCount: 1_000)
            if let asked { _ = cache[asked] }
        }
        return cache
    }

    func test_keep_ofMoreThanFits_keepsWhatFits() {
        let cache = filled()
        let kept = numbers.filter { cache[$0] == $0 }
        XCTAssertTrue(50...100 ~= kept.count, "\(kept.count)")
    }

    func test_keep_ofMoreThanFits_keepsWhatIsAskedFor() {
        XCTAssertEqual(filled(askingFor: 7)[7], 7)
        XCTAssertNil(filled()[7])
    }

    func test_keep_underSameNumber_replacesTheValue() {
        var cache = BoundedCache<String>(mostBytes: 10_000)
        for text in ["one", "two"] { cache.keep(text, 1, byteCount: 10) }
        XCTAssertEqual(cache[1], "two")
    }

    func test_keep_ofValueThatIsLargeForIt_keepsTheOthers() {
        var cache = BoundedCache<Int>(mostBytes: 10_000)
        cache.keep(1, 1, byteCount: 10)
        cache.keep(2, 2, byteCount: 9_000)
        XCTAssertEqual(cache[1], 1)
        XCTAssertNil(cache[2])
    }

    func test_keep_withoutRoom_keepsNothing() {
        var cache = BoundedCache<Int>(mostBytes: 0)
        cache.keep(1, 1, byteCount: 0)
        XCTAssertNil(cache[1])
    }
}
