import XCTest

@testable import SecureStore

/// A change of keys while other threads use the same store.
final class RotationThreadTests: StoreTestCase {
    func test_rotateKeys_whileThreadsUseTheStore_failsNone() throws {
        let store = try makeStore()
        for number in 0..<8 { try store.add(password("\(number)"), secret: secret("\(number)")) }
        let (isDone, failures) = (Locked(false), Locked<[String]>([]))
        let threads = (0..<3).map { thread in
            JoinableThread {
                while !isDone.value {
                    do {
                        try store.set(password("\(thread)"), secret: secret("\(thread)"))
                        let match = try store.only(query("\(thread + 3)"))
                        if match.secret?.text != "\(thread + 3)" { failures.update { $0.append("wrong") } }
                    } catch { failures.update { $0.append("\(error)") } }
                }
            }
        }
        for _ in 0..<Effort.rounds(8) { try store.rotateKeys() }
        isDone.update { $0 = true }
        for thread in threads { thread.join() }
        XCTAssertEqual(failures.value, [])
        XCTAssertTrue(try store.verify().isIntact)
    }
}
