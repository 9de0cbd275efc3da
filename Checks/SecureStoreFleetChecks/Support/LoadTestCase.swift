import FleetHistory
import Foundation
import XCTest

@testable import SecureStore
@testable import SecureStoreFleet

/// A test with hosts as processes that read and write for a while, and a look at their histories.
class LoadTestCase: HostsTestCase {
    static let hostCount = number("SECURESTORE_FLEET_HOSTS") ?? (Effort.isThinned ? 3 : 5)
    static let seconds = number("SECURESTORE_FLEET_SECONDS") ?? (Effort.isThinned ? 2 : 4)

    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap(Int.init)
    }

    private func history(_ host: Int) -> String { "\(directory)/host\(host).history" }

    /// Lets hosts work; calls `act` meanwhile, and looks at what they did.
    ///
    /// The patience is in milliseconds. With failures, calls of the hosts may fail as long as they tell the
    /// truth.
    @discardableResult func runHosts(
        _ count: Int = hostCount, for seconds: Int = seconds, settings: String? = nil, patience: Int,
        allowsFailures: Bool, while act: () throws -> Void = {}
    ) throws -> [HostCall] {
        try makeHosts(count)
        let hosts = try (0..<count).map { number in
            try start(
                "load", "host\(number)", settings: settings, patience: patience,
                ["host\(number)", "\(seconds)", history(number)])
        }
        for host in hosts { try host.go() }
        try act()
        for host in hosts { XCTAssertEqual(host.nextLine(), "end") }
        let calls = try (0..<count).flatMap { number in
            try String(contentsOfFile: history(number), encoding: .utf8).split(separator: "\n").map {
                try XCTUnwrap(HostCall(line: String($0)), "\($0)")
            }
        }
        let stores = try assertEqualAndIntact(count, settings)
        let longest = UInt64(patience) * 1_000_000
        let checker = HistoryChecker(
            calls, final: try final(calls, stores[0]), allowsFailures: allowsFailures,
            // Waits for the turn, for what others changed and for the commit; and what a busy machine adds.
            longest: (call: 4 * longest + 5_000_000_000, read: 5_000_000_000))
        let breaches = checker.breaches()
        XCTAssertTrue(breaches.isEmpty, breaches.prefix(20).joined(separator: "\n"))
        try assertSomethingHappened(calls)
        tell(calls, stores[0])
        return calls
    }

    /// All replicas, after they have taken in everything: they have the same root, and verify.
    private func assertEqualAndIntact(_ count: Int, _ settings: String?) throws -> [ItemStore] {
        let fleet = try Fleet(own.identifier, on: settings ?? postgres.settings())
        let stores = try (0..<count).map {
            try fleet.open(at: path("host\($0)"), options: options("host\($0)"))
        }
        for store in stores { try fleet.catchUp(store) }
        let states = try stores.map { try $0.read { $0.state.asShared } }
        for (state, store) in zip(states, stores) {
            XCTAssertEqual(state, states[0])
            XCTAssertTrue(try store.verify().isIntact)
        }
        return stores
    }

    private func final(_ calls: [HostCall], _ store: ItemStore) throws -> HistoryChecker.Final {
        var final: HistoryChecker.Final = [:]
        for key in Set(calls.map(\.key)) {
            guard let match = try store.first(Query<GenericPassword>().where(.account, equals: key)) else {
                continue
            }
            let value = try XCTUnwrap(match.secret).withSpan { bytes in
                String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
            }
            final[key] = (match.generation, value)
        }
        return final
    }

    /// A history in which nothing happened would prove nothing.
    private func assertSomethingHappened(_ calls: [HostCall]) throws {
        for kind in [HostCall.Kind.write, .add, .read, .recent, .latest] {
            XCTAssertTrue(calls.contains { $0.kind == kind && $0.outcome == .done }, kind.rawValue)
        }
    }

    private func tell(_ calls: [HostCall], _ store: ItemStore) {
        let counts = Dictionary(grouping: calls) { "\($0.kind.rawValue) \($0.outcome.rawValue)" }
        let lines = counts.sorted { $0.key < $1.key }.map { name, calls in
            let longest = calls.map { $0.end - $0.start }.max() ?? 0
            return "  \(name): \(calls.count), the longest \(longest / 1_000_000) ms"
        }
        print(([name] + lines).joined(separator: "\n"))
    }
}
