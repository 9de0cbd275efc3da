import Foundation
import XCTest

@testable import SecureStoreFleet

/// Hosts as processes that read and write at once, on a server that works and on one that fails.
final class LoadTests: LoadTestCase {
    func test_hosts_underLoad_agreeAndLoseNothing() throws {
        try runHosts(patience: 20_000, allowsFailures: false)
    }

    func test_hosts_whileServerFails_loseNothingAndTellTheTruth() throws {
        try runHosts(patience: 1_500, allowsFailures: true) {
            let end = ContinuousClock.now + .seconds(Self.seconds)
            var round = 0
            while ContinuousClock.now < end {
                try fail(round)
                round += 1
                // In between there has to be time to work.
                usleep(UInt32.random(in: 200_000..<500_000))
            }
        }
    }

    private func fail(_ round: Int) throws {
        switch round % 4 {
        case 0: try endSessions()
        case 1:
            postgres.signalAll(SIGSTOP)
            // Every second time longer than the hosts' patience.
            usleep(round % 8 == 1 ? 300_000 : 2_000_000)
            postgres.signalAll(SIGCONT)
        case 2:
            postgres.crash()
            try postgres.start()
        default:
            postgres.end()
            try postgres.start()
        }
    }

    private func endSessions() throws {
        try postgres.run(
            """
            SELECT count(pg_catalog.pg_terminate_backend(pid)) FROM pg_catalog.pg_stat_activity
            WHERE application_name = 'securestore' AND pid <> pg_catalog.pg_backend_pid()
            """)
    }
}
