import XCTest

@testable import SecureStore

final class PassphraseCostTests: XCTestCase {
    private let mebibyte = 1_048_576

    func test_isAcceptableToWrite_ofNamedCosts_isTrue() {
        for cost in [PassphraseCost.interactive, .moderate, .sensitive] {
            XCTAssertTrue(cost.isAcceptableToWrite, "\(cost)")
        }
    }

    func test_isAcceptableToWrite_belowInteractive_isFalse() {
        let rows = [
            PassphraseCost.cheapest, PassphraseCost(passes: 1, memory: 64 * mebibyte),
            PassphraseCost(passes: 16, memory: 64 * mebibyte - 1),
        ]
        for cost in rows { XCTAssertFalse(cost.isAcceptableToWrite, "\(cost)") }
    }

    func test_isAcceptableToWrite_beyondTheCeiling_isFalse() {
        XCTAssertFalse(PassphraseCost(passes: 5, memory: 1024 * mebibyte).isAcceptableToWrite)
    }

    func test_isAcceptableToRead_atTheBounds_isTrue() {
        let rows = [
            PassphraseCost.cheapest, PassphraseCost(passes: 16, memory: 256 * mebibyte),
            PassphraseCost(passes: 4, memory: 1024 * mebibyte),
        ]
        for cost in rows { XCTAssertTrue(cost.isAcceptableToRead, "\(cost)") }
    }

    func test_isAcceptableToRead_beyondTheBounds_isFalse() {
        let rows = [
            PassphraseCost(passes: 0, memory: 8192), PassphraseCost(passes: 17, memory: 8192),
            PassphraseCost(passes: 1, memory: 8191), PassphraseCost(passes: 1, memory: 1024 * mebibyte + 1),
            PassphraseCost(passes: 5, memory: 1024 * mebibyte), PassphraseCost(passes: -1, memory: -8192),
            PassphraseCost(passes: 16, memory: 256 * mebibyte + 1),
            PassphraseCost(passes: .max, memory: .max), PassphraseCost(passes: .min, memory: .min),
        ]
        for cost in rows { XCTAssertFalse(cost.isAcceptableToRead, "\(cost)") }
    }
}
