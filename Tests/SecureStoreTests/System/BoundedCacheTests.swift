import XCTest

@testable import SecureStore

/// A cache that is as large as it was told, and loses what nobody asks for.
final class BoundedCacheTests: XCTestCase {
    private let numbers = Int64(0)..<1_000

    /// A cache that less than a hundred values of this size fit into, and which was handed each number
    /// `times` times.
    private func filled(times: Int = 1, using used: Int64? = nil) -> BoundedCache<Int64> {
        var cache = BoundedCache<Int64>(mostBytes: 100_000)
        for number in numbers {
            for _ in 0..<times { cache.keep(number, number, byteCount: 1_000) }
            if let used { _ = cache.use(used) }
        }
        return cache
    }

    private func kept(_ cache: consuming BoundedCache<Int64>) -> [Int64] {
        var kept: [Int64] = []
        for number in numbers where cache.use(number) == number { kept.append(number) }
        return kept
    }

    func test_keep_ofMoreThanFits_keepsWhatFits() {
        for times in [1, 2] {
            let count = kept(filled(times: times)).count
            XCTAssertTrue(50...100 ~= count, "\(count)")
        }
    }

    func test_keep_onceWhenFull_leavesWhatIsThere() {
        XCTAssertEqual(kept(filled()), Array(0..<Int64(kept(filled()).count)))
    }

    func test_keep_twiceWhenFull_makesRoom() {
        XCTAssertEqual(kept(filled(times: 2)).last, numbers.last)
    }

    func test_keep_twiceWhenFull_keepsWhatIsUsed() {
        XCTAssertTrue(kept(filled(times: 2, using: 7)).contains(7))
        XCTAssertFalse(kept(filled(times: 2)).contains(7))
    }

    func test_keep_unaskedForWhenFull_leavesWhatIsThere() {
        var cache = filled()
        for _ in 0..<2 { cache.keep(-1, -1, byteCount: 1_000, isAskedFor: false) }
        XCTAssertNil(cache.use(-1))
        let numbers = kept(cache)
        XCTAssertEqual(numbers, kept(filled()))
    }

    func test_keep_unaskedForInPlaceOfAnother_keepsThatWhichIsLarger() {
        var cache = filled()
        cache.keep(-7, 7, byteCount: 2_000, isAskedFor: false)
        XCTAssertEqual(cache.use(7), -7)
    }

    func test_keep_underSameNumber_replacesTheValue() {
        var cache = BoundedCache<String>(mostBytes: 10_000)
        for text in ["one", "two"] { cache.keep(text, 1, byteCount: 10) }
        XCTAssertEqual(cache.use(1), "two")
    }

    func test_keep_ofValueThatIsLargeForIt_keepsTheOthers() {
        var cache = BoundedCache<Int>(mostBytes: 10_000)
        cache.keep(1, 1, byteCount: 10)
        cache.keep(2, 2, byteCount: 9_000)
        XCTAssertEqual(cache.use(1), 1)
        XCTAssertNil(cache.use(2))
    }

    func test_keep_withoutRoom_keepsNothing() {
        var cache = BoundedCache<Int>(mostBytes: 0)
        cache.keep(1, 1, byteCount: 0)
        XCTAssertNil(cache.use(1))
    }
}
