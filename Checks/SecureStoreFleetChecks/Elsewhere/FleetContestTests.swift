import XCTest

@testable import SecureStoreFleet

/// Hosts that replace, set and delete the same items, while keys are rotated: the calls have an order, and
/// nobody replaces a value other than the one that was named.
final class FleetContestTests: HostsTestCase {
    func test_replaceSetDelete_byThreeHosts_areLinearizable() throws {
        try makeHosts(3)
        let rounds = Effort.rounds(64)
        let hosts = try (0..<3).map { try start("contend", "host\($0)", ["\($0)", "\(rounds)"]) }
        let store = try own.open(at: path("host0"), reading: .latest, options: options("host0"))
        try contest(hosts, rounds: rounds, store)
    }
}
