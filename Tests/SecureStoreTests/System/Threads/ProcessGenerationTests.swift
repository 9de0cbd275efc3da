import XCTest

@testable import SecureStore

final class ProcessGenerationTests: XCTestCase {
    func test_current_askedTwice_staysTheSame() {
        let first = ProcessGeneration.current
        XCTAssertEqual(ProcessGeneration.current, first)
    }

    func test_current_always_isNotZero() {
        XCTAssertNotEqual(ProcessGeneration.current, 0)
    }

    func test_current_onManyThreads_isOneNumber() {
        let seen = SystemMutex(Set<UInt64>())
        onThreads(8) { _ in
            let generation = ProcessGeneration.current
            seen.withLock { numbers in _ = numbers.insert(generation) }
        }
        XCTAssertEqual(seen.withLock { $0.count }, 1)
    }

    func test_current_inForkedChild_differsFromParentAndStays() throws {
        let parent = ProcessGeneration.current
        let end = try endOfForkedChild {
            let child = ProcessGeneration.current
            return child != parent && child != 0 && child == ProcessGeneration.current ? 0 : 1
        }
        XCTAssertEqual(end, .exit(0))
    }

    func test_current_inGrandchild_differsFromBothAncestors() throws {
        let parent = ProcessGeneration.current
        let end = try endOfForkedChild {
            let child = ProcessGeneration.current
            let end = try? endOfForkedChild {
                [parent, child, 0].contains(ProcessGeneration.current) ? 1 : 0
            }
            return end == .exit(0) ? 0 : 1
        }
        XCTAssertEqual(end, .exit(0))
    }

    func test_current_afterFork_isUnchangedInParent() throws {
        let before = ProcessGeneration.current
        _ = try endOfForkedChild { 0 }
        XCTAssertEqual(ProcessGeneration.current, before)
    }
}
