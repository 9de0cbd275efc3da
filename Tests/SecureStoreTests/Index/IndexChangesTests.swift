import XCTest

@testable import SecureStore

/// Marks to which changes can return, one within another.
final class IndexChangesTests: XCTestCase {
    private let changes = IndexChanges()

    private func insert(_ numbers: Int64...) {
        for number in numbers {
            changes.insert(IndexEntry(key: IndexKey(Bytes16(high: 1, low: 2), number), digest: nil))
        }
    }

    private var numbers: [Int64] { changes.take().map(\.key.number) }

    func test_undoToMark_withinAnother_undoesOnlyWhatCameSince() {
        insert(1)
        changes.mark()
        insert(2)
        changes.mark()
        insert(3)
        changes.undoToMark()
        XCTAssertTrue(changes.isMarked)
        insert(4)
        changes.forgetMark()
        XCTAssertFalse(changes.isMarked)
        XCTAssertEqual(numbers, [1, 2, 4])
    }

    func test_undoToMark_afterOneWithinWasUndone_undoesEverythingSince() {
        insert(1)
        changes.mark()
        insert(2)
        changes.mark()
        changes.remove(IndexKey(Bytes16(high: 1, low: 2), 1))
        changes.undoToMark()
        changes.undoToMark()
        XCTAssertEqual(numbers, [1])
    }

    func test_undoToMark_afterOneWithinWasForgotten_undoesThatToo() {
        changes.mark()
        insert(1)
        changes.mark()
        insert(2)
        changes.forgetMark()
        changes.undoToMark()
        XCTAssertEqual(numbers, [])
    }
}
