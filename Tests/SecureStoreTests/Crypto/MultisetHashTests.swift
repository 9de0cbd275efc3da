import XCTest

@testable import SecureStore

final class MultisetHashTests: XCTestCase {
    private typealias Element = MultisetHash.Element

    private let one = Element(littleEndian: SIMD8(1, 0, 0, 0, 0, 0, 0, 0))
    private let largest = Element(littleEndian: SIMD8(repeating: .max))
    private let some = (0..<20).map { _ in Element(littleEndian: .random(in: 0 ... .max)) }

    func test_subtract_afterAdd_isIdentity() {
        for element in some + [one, largest] {
            var sum = hash(of: some)
            sum.add(element)
            sum.subtract(element)
            XCTAssertEqual(sum, hash(of: some))
        }
    }

    func test_subtract_ofAllInAnotherOrder_isEmpty() {
        var sum = hash(of: some)
        for element in some.shuffled() { sum.subtract(element) }
        XCTAssertEqual(sum, MultisetHash())
    }

    func test_add_inAnotherOrder_isTheSame() {
        XCTAssertEqual(hash(of: some), hash(of: some.shuffled()))
    }

    func test_add_ofSameElementTwice_isNotOnce() {
        XCTAssertNotEqual(hash(of: [some[0]]), hash(of: [some[0], some[0]]))
    }

    func test_add_withCarryThroughAllLanes_wrapsToZero() {
        XCTAssertEqual(hash(of: [largest, one]), MultisetHash())
    }

    func test_subtract_withBorrowThroughAllLanes_wrapsToLargest() {
        var sum = MultisetHash()
        sum.subtract(one)
        XCTAssertEqual(sum, hash(of: [largest]))
    }

    func test_add_withCarryFromALane_raisesTheNextOne() {
        let low = Element(littleEndian: SIMD8(.max, 7, 0, 0, 0, 0, 0, 0))
        let sum = hash(of: [low, one])
        XCTAssertEqual(sum, hash(of: [Element(littleEndian: SIMD8(0, 8, 0, 0, 0, 0, 0, 0))]))
    }

    func test_add_withCarryIntoAFullLane_carriesOn() {
        // The middle lane overflows by the carry alone, which a sum without it would miss.
        let low = Element(littleEndian: SIMD8(.max, .max, 0, 0, 0, 0, 0, 0))
        let sum = hash(of: [low, one])
        XCTAssertEqual(sum, hash(of: [Element(littleEndian: SIMD8(0, 0, 1, 0, 0, 0, 0, 0))]))
    }

    func test_append_ofOne_putsLeastSignificantByteFirst() {
        XCTAssertEqual(record(of: hash(of: [one])), [1] + [UInt8](repeating: 0, count: 63))
    }

    func test_init_withWhatWasAppended_isTheSame() {
        let sum = hash(of: some)
        XCTAssertEqual(record(of: sum).withRawBytes { MultisetHash($0) }, sum)
    }

    func test_init_withOtherNumberOfBytes_isNil() {
        for count in [0, 1, 63, 65, 128] {
            let bytes = [UInt8](repeating: 0, count: count)
            XCTAssertNil(bytes.withRawBytes { MultisetHash($0) }, "\(count) bytes")
        }
    }

    private func hash(of elements: [Element]) -> MultisetHash {
        var sum = MultisetHash()
        for element in elements { sum.add(element) }
        return sum
    }

    private func record(of sum: MultisetHash) -> [UInt8] {
        var record: [UInt8] = []
        sum.append(to: &record)
        return record
    }
}
