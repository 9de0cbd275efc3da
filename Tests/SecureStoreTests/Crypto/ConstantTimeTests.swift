import XCTest

@testable import SecureStore

final class ConstantTimeTests: XCTestCase {
    func test_constantTimeEqual_withSameBytes_isTrue() {
        for count in [0, 1, 16, 33] {
            XCTAssertTrue(constantTimeEqual([UInt8].counting(count: count), .counting(count: count)))
        }
    }

    func test_constantTimeEqual_withAnyBitChanged_isFalse() {
        let bytes: [UInt8] = .counting(count: 32)
        for bit in 0..<256 {
            var changed = bytes
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            XCTAssertFalse(constantTimeEqual(bytes, changed), "bit \(bit)")
        }
    }

    func test_constantTimeEqual_withOtherLength_isFalse() {
        XCTAssertFalse(constantTimeEqual([1, 2, 3], [1, 2]))
        XCTAssertFalse(constantTimeEqual([], [0]))
    }
}
