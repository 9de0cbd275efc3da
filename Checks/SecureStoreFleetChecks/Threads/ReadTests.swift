import Foundation
import SecureStore
import XCTest

@testable import SecureStoreFleet

/// Reads by each policy, over a real server and over one that cannot be reached.
final class ReadTests: HostsTestCase {
    /// A host that changes the fleet, and the path of another one.
    private func begin() throws -> ItemStore {
        let a = try begin("a")
        let request = try own.ask(as: "b", options: options("b"))
        _ = try own.letIn(request.code, over: a)
        _ = try own.join(request, at: path("b"), options: options("b"))
        return a
    }

    private func open(_ reads: Fleet.Reads, over fleet: Fleet? = nil) throws -> ItemStore {
        try (fleet ?? own).open(at: path("b"), reading: reads, options: options("b"))
    }

    func test_reads_ofEachPolicy_seeWhatTheyPromise() throws {
        let a = try begin()
        let local = try open(.local)
        let limited = try open(.local(atMost: .seconds(3_600), beyond: .refuse))
        XCTAssertEqual(try limited.itemCount(), 0)
        try add("maria", to: a)
        XCTAssertEqual(try local.itemCount(), 0)
        XCTAssertEqual(try limited.itemCount(), 0)
        XCTAssertEqual(try open(.latest).itemCount(), 1)
        XCTAssertEqual(try local.itemCount(), 1)
    }

    func test_beginAndJoin_withAPolicy_readByIt() throws {
        _ = try ItemStore.create(at: path("a"), options: options("a"))
        let a = try own.begin(with: path("a"), reading: .latest, options: options("a"))
        let request = try own.ask(as: "b", options: options("b"))
        _ = try own.letIn(request.code, over: a)
        let b = try own.join(request, at: path("b"), reading: .latest, options: options("b"))
        try add("maria", to: a)
        XCTAssertEqual(try b.itemCount(), 1)
        try add("erik", to: b)
        XCTAssertEqual(try a.itemCount(), 2)
    }

    func test_reads_withoutServer_serveOrRefuse() throws {
        try add("maria", to: try begin())
        let alone = try Fleet(own.identifier, on: "host=/nowhere", patience: .milliseconds(300))
        let refusing = [Fleet.Reads.latest, .local(atMost: .seconds(5), beyond: .refuse)]
        for reads in refusing {
            let store = try open(reads, over: alone)
            assertThrows(.notAvailable) { try store.itemCount() }
        }
        let serving = try open(.local(atMost: .seconds(5), beyond: .serve), over: alone)
        for _ in 0..<100 { XCTAssertEqual(try serving.itemCount(), 0) }
    }

    func test_waitForChange_keepsReadsFromAsking() throws {
        let a = try begin()
        let limit = Fleet.Reads.local(atMost: .seconds(3_600), beyond: .refuse)
        let store = try open(limit)
        XCTAssertFalse(try own.waitForChange(of: store, atMost: .milliseconds(10)))
        try add("maria", to: a)
        XCTAssertEqual(try store.itemCount(), 0)
        XCTAssertTrue(try own.waitForChange(of: store, atMost: .seconds(20)))
        XCTAssertEqual(try store.itemCount(), 1)
    }

    func test_waitForChange_ofLatest_isToldOfWhatAReadTookIn() throws {
        let a = try begin()
        let store = try open(.latest)
        XCTAssertFalse(try own.waitForChange(of: store, atMost: .milliseconds(10)))
        try add("maria", to: a)
        XCTAssertTrue(try own.waitForChange(of: store, atMost: .seconds(20)))
        XCTAssertEqual(try store.itemCount(), 1)
    }

    /// Threads of several hosts change and read at once; no read misses a change that had returned before it
    /// began.
    func test_latest_besideChanges_missesNoneThatHadReturned() throws {
        let (a, returned, count) = (try begin(), Counter(), Effort.isThinned ? 20 : 60)
        let stores = [try open(.latest), try open(.latest)]
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            do {
                for number in 0..<count {
                    if thread == 0 {
                        try add("\(number)", to: a)
                        returned.increase()
                    } else {
                        let atLeast = returned.value
                        XCTAssertGreaterThanOrEqual(try stores[thread % 2].itemCount(), atLeast)
                    }
                }
            } catch { XCTFail("\(error)") }
        }
        XCTAssertEqual(try stores[0].itemCount(), count)
    }
}

private func add(_ name: String, to store: ItemStore) throws {
    try store.add(GenericPassword(service: "mail", account: name), secret: SecretBytes(copying: [1]))
}

private final class Counter: Sendable {
    private let count = SystemMutex(0)

    var value: Int { count.withLock { $0 } }

    func increase() { count.withLock { $0 += 1 } }
}
