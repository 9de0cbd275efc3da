import Foundation
import SecureStore
import XCTest

@testable import SecureStoreFleet

/// Settings that name several servers, of which some do not answer.
final class SeveralServersTests: FleetTestCase {
    /// A server that takes connections and says nothing.
    private var silent: (socket: Int32, port: UInt16)!

    override func setUpWithError() throws {
        try super.setUpWithError()
        silent = try Loopback.listener()
    }

    override func tearDown() {
        close(silent.socket)
        super.tearDown()
    }

    private func settings(ports: [UInt16]) -> String {
        "host=\(ports.map { _ in "127.0.0.1" }.joined(separator: ",")) "
            + "port=\(ports.map(String.init).joined(separator: ",")) user=owner dbname=postgres sslmode=disable"
    }

    func test_calls_withSilentServersBeforeTheRightOne_reachIt() throws {
        let host = try makeFleet(
            settings(ports: [silent.port, silent.port, postgres.port]), patience: .seconds(3))
        XCTAssertEqual(try addChange(to: host), 2)
    }

    func test_calls_withDeadServersAroundTheRightOne_reachIt() throws {
        let dead = try Loopback.freePort()
        let host = try makeFleet(settings(ports: [dead, postgres.port, dead]), patience: .seconds(3))
        XCTAssertEqual(try addChange(to: host), 2)
    }

    func test_calls_withNoServerThatAnswers_endInTime() throws {
        let host = try makeFleet(
            settings(ports: [silent.port, silent.port]), patience: .milliseconds(300))
        let start = ContinuousClock.now
        assertThrows(.notAvailable) { try addChange(to: host) }
        XCTAssertLessThan(ContinuousClock.now - start, .seconds(10))
    }

    func test_servers_ofSettings_areThoseOfTheLists() throws {
        let rows: [(settings: String, servers: [[String]])] = [
            ("host=a", [[]]), ("dbname=x", [[]]),
            ("host=a,b", [["host=a"], ["host=b"]]),
            ("host=a,b port=1", [["host=a"], ["host=b"]]),
            ("host=a,b port=1,2", [["host=a", "port=1"], ["host=b", "port=2"]]),
            ("postgresql://u@a:1,b:2/d", [["host=a", "port=1"], ["host=b", "port=2"]]),
            (
                "host=a,b hostaddr=1.1.1.1,2.2.2.2",
                [["host=a", "hostaddr=1.1.1.1"], ["host=b", "hostaddr=2.2.2.2"]]
            ),
            ("host=a,b hostaddr=1.1.1.1", [[]]), ("host=a,b,c port=1,2", [[]]), ("host=a,,b", [[]]),
        ]
        for row in rows {
            let servers = try ConnectionSettings(row.settings).servers.map {
                $0.map { "\($0.keyword)=\($0.value)" }
            }
            XCTAssertEqual(servers, row.servers, row.settings)
        }
    }
}
