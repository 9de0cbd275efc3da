import Foundation
import SecureStore
import XCTest

@testable import SecureStoreFleet

/// Large rows and many of them.
final class SizeTests: FleetTestCase {
    private func makeBytes(_ count: Int) -> [UInt8] {
        var (state, bytes) = (UInt64(count), [UInt8](repeating: 0, count: count))
        for index in bytes.indices {
            state = state &* 6_364_136_223_846_793_005 &+ 1
            bytes[index] = UInt8(truncatingIfNeeded: state >> 56)
        }
        return bytes
    }

    func test_row_of17MiB_comesBackAsItWas() throws {
        let (large, largest) = (makeBytes(17 << 20), makeBytes(FleetLimits.content))
        try addChange(to: fleet, rows: [(1, [1]), (2, large), (3, largest), (4, nil)])
        XCTAssertEqual(try rows(of: fleet), [1: [1], 2: large, 3: largest, 4: nil])
    }

    func test_row_largerThanAnyMayBe_isNotKept() throws {
        let tooLarge = makeBytes(FleetLimits.content + 1)
        assertThrows(.dataTooLarge) { try addChange(to: fleet, rows: [(1, tooLarge)]) }
        XCTAssertEqual(try newest(of: fleet).number, 1)
    }

    /// The most memory that the process has had, in KiB.
    private func peak() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return try XCTUnwrap(line?.split(separator: " ").compactMap { Int($0) }.first)
    }

    func test_twentyThousandRows_takeLittleMemory() throws {
        try XCTSkipIf(Effort.isThinned, "sanitizers hold on to memory that was freed")
        let (count, size) = (20_000, 4_000)
        let large = OutgoingChange(
            state: KeptState(number: 2, keysVersion: 1, box: [1]), link: random(32), keys: nil, handover: nil
        ) { (body) throws(StoreError) in
            for row in 0..<count { try body(Int64(row), [UInt8](repeating: UInt8(row % 251), count: size)) }
        }
        try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
        let before = try peak()
        try fleet.takingTurn { (turn) throws(StoreError) in try turn.keep(large) }
        var next: Int64 = 0
        try fleet.looking { (look) throws(StoreError) in
            try look.eachRow(after: 1) { row, content in
                if row == next, content?.first == UInt8(row % 251), content?.count == size { next += 1 }
            }
        }
        XCTAssertEqual(next, Int64(count))
        // The rows are 80 MB.
        XCTAssertLessThan(try peak() - before, 40 << 10)
    }

    func test_calls_leakNoDescriptors() throws {
        func count() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        }
        try addChange(to: fleet)
        let before = try count()
        for _ in 0..<20 {
            let (host, hasty) = (try makeFleet(), try makeFleet(patience: .milliseconds(50)))
            try addChange(to: host)
            try fleet.takingTurn { (_) throws(StoreError) in
                XCTAssertThrowsError(try addChange(to: hasty))
            }
            let nowhere = try makeFleet(postgres.loopback(port: 1))
            assertThrows(.notAvailable) { try addChange(to: nowhere) }
        }
        XCTAssertEqual(try count(), before)
    }

    private func sockets() throws -> Set<Int32> {
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        return Set(
            descriptors.filter { descriptor in
                let target = try? FileManager.default.destinationOfSymbolicLink(
                    atPath: "/proc/self/fd/" + descriptor)
                return target?.hasPrefix("socket:") == true
            }.compactMap { Int32($0) })
    }

    func test_connections_areClosedInStartedPrograms() throws {
        let (before, host) = (try sockets(), try makeFleet())
        try addChange(to: host)
        let own = try sockets().subtracting(before)
        XCTAssertFalse(own.isEmpty)
        for socket in own { XCTAssertEqual(fcntl(socket, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC) }
    }

    /// As a pooler does that gives its sessions to one program after the other.
    func test_turn_inSessionThatWasDiscarded_isTakenInANewOne() throws {
        for number in 2...3 as ClosedRange<UInt64> {
            try addChange(to: fleet, rows: [(1, [UInt8(number)])])
            let idle = try XCTUnwrap(fleet.pool.takeIdle())
            _ = try idle.exchange([Statement("DISCARD ALL")], until: Deadline(in: .seconds(10)))
            fleet.pool.giveBack(idle)
            XCTAssertEqual(try newest(of: fleet).number, number)
        }
        XCTAssertEqual(try rows(of: fleet), [1: [3]])
    }

    func test_sessions_areAsTheyWereAfterAllCalls() throws {
        try addChange(to: fleet, rows: [(1, [1])])
        _ = (try rows(of: fleet), try fleet.numberAfter(0, waitingAtMost: .seconds(1)))
        let idle = try XCTUnwrap(fleet.pool.takeIdle())
        let leftovers = """
            SELECT (SELECT count(*) FROM pg_prepared_statements) - \(fleet.tables.ofTurns.count) + (SELECT count(*) FROM pg_cursors WHERE name <> '')
                + (SELECT count(*) FROM pg_listening_channels())
            """
        let answers = try idle.exchange([Statement(leftovers)], until: Deadline(in: .seconds(10)))
        XCTAssertEqual(try answers[0].number(0, 0), 0)
    }
}
