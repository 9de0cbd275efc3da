import Foundation
import XCTest

@testable import SecureStore

final class WatchedValueTests: XCTestCase {
    func test_wait_forWhatIsThere_returnsAtOnce() throws {
        let value = WatchedValue(1)
        XCTAssertEqual(try value.wait(atMost: .zero) { $0 }, 1)
    }

    func test_wait_forWhatNeverComes_endsAtTheDeadline() throws {
        let value = WatchedValue(1)
        let waited = try ContinuousClock().measure {
            XCTAssertNil(try value.wait(atMost: .milliseconds(20)) { $0 == 2 ? true : nil })
        }
        XCTAssertGreaterThanOrEqual(waited, .milliseconds(20))
    }

    func test_change_wakesEveryThreadThatWaits() throws {
        let (value, group, woken) = (WatchedValue(0), DispatchGroup(), Locked(0))
        for _ in 0..<4 {
            group.enter()
            Thread.detachNewThread {
                let number = try? value.wait(atMost: .seconds(60)) { $0 == 2 ? $0 : nil }
                woken.update { $0 += number ?? 0 }
                group.leave()
            }
        }
        for _ in 0..<2 { try value.change { $0 += 1 } }
        group.wait()
        XCTAssertEqual(woken.value, 8)
    }
}
