import XCTest

@testable import SecureStoreSecretService

/// The order in which calls are served, and how many may wait.
final class CallQueueTests: XCTestCase {
    private var queue = CallQueue<String>()

    private func add(_ calls: [String], of client: String, byteCount: Int = 1) throws {
        for call in calls { try queue.add(call, of: client, byteCount: byteCount) }
    }

    private func served(_ count: Int = .max) -> [String] {
        var calls: [String] = []
        while calls.count < count, let call = queue.next() { calls.append(call) }
        return calls
    }

    private func assertRefused(_ body: @autoclosure () throws -> Void, line: UInt = #line) {
        XCTAssertThrowsError(try body(), line: line) {
            XCTAssertEqual(($0 as? BusError)?.name, "org.freedesktop.DBus.Error.LimitsExceeded", line: line)
        }
    }

    func test_next_ofSeveralPrograms_takesOneOfEachInTurn() throws {
        try add(["a1", "a2", "a3"], of: "a")
        try add(["b1"], of: "b")
        try add(["c1", "c2"], of: "c")
        XCTAssertEqual(served(), ["a1", "b1", "c1", "a2", "c2", "a3"])
        XCTAssertTrue(queue.isEmpty)
    }

    func test_next_ofManyCalls_keepsTheirOrder() throws {
        let calls = (0..<5_000).map(String.init)
        try add(calls, of: "a")
        XCTAssertEqual(served(2_000), Array(calls.prefix(2_000)))
        try add(["last"], of: "a")
        XCTAssertEqual(served(), calls.dropFirst(2_000) + ["last"])
    }

    func test_add_beyondABound_isRefused() throws {
        try add(["large"], of: "a", byteCount: 1 << 25)
        assertRefused(try add(["small"], of: "a"))
        try add(["small"], of: "b")
        assertRefused(try add(["large"], of: "c", byteCount: 1 << 26))
        XCTAssertEqual(served(), ["large", "small"])
        try add(["large"], of: "c", byteCount: 1 << 26)
        try add((0..<(1 << 15)).map(String.init), of: "d", byteCount: 0)
        assertRefused(try add(["more"], of: "d", byteCount: 0))
    }

    func test_requireRoom_afterARefusal_isRefusedUntilOneIsServed() throws {
        try add(["a1", "a2"], of: "a", byteCount: 1 << 22)
        try queue.requireRoom(for: "a")
        assertRefused(try add(["a3"], of: "a"))
        assertRefused(try queue.requireRoom(for: "a"))
        try queue.requireRoom(for: "b")
        XCTAssertEqual(served(1), ["a1"])
        try queue.requireRoom(for: "a")
        try add(["a3"], of: "a")
    }

    func test_forget_takesOutWhatWaits_andLeavesTheOthers() throws {
        try add(["a1", "a2", "a3"], of: "a", byteCount: 1 << 21)
        try add(["b1"], of: "b")
        XCTAssertEqual(served(1), ["a1"])
        XCTAssertEqual(queue.forget("a"), ["a2", "a3"])
        XCTAssertEqual(served(), ["b1"])
        try add(["a3"], of: "a", byteCount: 1 << 26)
        XCTAssertEqual(served(), ["a3"])
    }
}
