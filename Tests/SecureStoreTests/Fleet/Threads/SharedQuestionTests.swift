import Foundation
import XCTest

@testable import SecureStore

/// Threads that read a replica at the same time, while each read has to be the latest.
final class SharedQuestionTests: FleetTestCase {
    private let readers = Readers()
    private var elapsed: ElapsedClock { readers.elapsed }

    private func makeHosts(over hooked: HookedFleet) throws -> (a: ItemStore, reader: ItemStore) {
        let a = try begin()
        _ = try join("b", lettingIn: a)
        var options = options(of: "b")
        options.patience = .seconds(60)
        options.elapsed = { [elapsed] in elapsed.look() }
        return (
            a,
            try ItemStore.openReplica(
                of: Self.id, at: path(of: "b"), over: hooked, reading: .latest, options: options)
        )
    }

    func test_latest_whileAnotherThreadAsks_doesNotUseItsAnswer() throws {
        let hooked = HookedFleet(fleet)
        let (a, reader) = try makeHosts(over: hooked)
        // The first read's answer is on its way when another host changes something, and only then the second
        // one begins.
        hooked.onLook.update {
            $0 = { [readers] in
                do { try a.add(password("maria"), secret: nil) } catch { XCTFail("\(error)") }
                readers.start(1, of: reader)
            }
        }
        // The second may take the change in before the first has read.
        _ = try reader.itemCount()
        XCTAssertEqual(readers.wait(), [1])
    }

    func test_latest_ofThreadsThatWait_shareOneQuestion() throws {
        let hooked = HookedFleet(fleet)
        let (_, reader) = try makeHosts(over: hooked)
        hooked.onLook.update {
            $0 = { [readers] in readers.start(6, of: reader) }
        }
        let before = fleet.looks.value
        XCTAssertEqual(try reader.itemCount(), 0)
        XCTAssertEqual(readers.wait(), Array(repeating: 0, count: 6))
        XCTAssertEqual(fleet.looks.value - before, 2)
    }

    func test_latest_ofThreadsThatWaitForAFailure_shareIt() throws {
        let hooked = HookedFleet(fleet)
        let (_, reader) = try makeHosts(over: hooked)
        hooked.lookFailure.update {
            $0 = { [readers, unowned hooked] in
                if hooked.failures.value == 1 { readers.start(6, of: reader) }
                return StoreError(.notAvailable, "the server is away")
            }
        }
        assertThrows(.notAvailable) { try reader.itemCount() }
        XCTAssertEqual(readers.wait(), Array(repeating: -1, count: 6))
        XCTAssertEqual(hooked.failures.value, 1)
    }
}

/// Threads that read, and the clock by which they do.
private final class Readers: Sendable {
    let elapsed = ElapsedClock()
    private let answers = Locked<[Int]>([])
    private let group = DispatchGroup()

    /// Starts threads, and returns once their reads have begun: each looks at the clock once before it waits.
    func start(_ count: Int, of reader: ItemStore) {
        let before = elapsed.count
        for _ in 0..<count {
            group.enter()
            Thread.detachNewThread { [self] in
                let answer = (try? reader.itemCount()) ?? -1
                answers.update { $0.append(answer) }
                group.leave()
            }
        }
        while elapsed.count < before + count { sched_yield() }
    }

    /// The answers that the threads have read, once they are done.
    func wait() -> [Int] {
        group.wait()
        return answers.value
    }
}
