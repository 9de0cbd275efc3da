import XCTest

@testable import SecureStore

/// Tests of what a bounded cache promises, against a plain table.
final class CacheBoundTests: StoreTestCase {
    func test_cache_ofAnySize_answersWhatWasKeptLastOrNothing() {
        for size in [0, 1, -1, Int.min, Int.max, 5_000, 100_000] {
            var cache = BoundedCache<Int>(mostBytes: size)
            var truth = [Int64: Int]()
            var random = SeededGenerator(seed: 7)
            for turn in 0..<20_000 {
                let number = Int64.random(in: -50...300, using: &random)
                if Bool.random(using: &random) {
                    cache.keep(turn, number, byteCount: Int.random(in: 0...3_000, using: &random))
                    truth[number] = turn
                } else if let kept = cache.use(number) {
                    XCTAssertEqual(kept, truth[number])
                }
            }
        }
    }

    func test_find_withCacheOfAnySize_answersEachItem() throws {
        let store = try makeStore()
        try store.transaction { changes in
            for number in 0..<300 { try changes.add(password("\(number)"), secret: secret("s\(number)")) }
        }
        for size in [0, 1, -1, Int.min, Int.max, 20_000] {
            var options = options
            options.cacheByteCount = size
            let open = try ItemStore.open(at: path, options: options)
            for number in (0..<600).map({ $0 % 300 }) {
                XCTAssertEqual(try open.first(query("\(number)"))?.secret?.text, "s\(number)", "\(size)")
            }
            let memory = try ItemStore.inMemory(options: options)
            try memory.add(password("maria"), secret: secret("one"))
            for _ in 0..<3 { XCTAssertEqual(try memory.first(query("maria"))?.secret?.text, "one") }
        }
    }
}
