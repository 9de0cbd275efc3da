import XCTest

@testable import SecureStore

/// A server that tells of more rows than a host listens to when it compares.
final class ServerCopyTests: FleetTestCase {
    func test_compare_withRowsOfNobodyWithoutEnd_isRefused() throws {
        let a = try begin()
        for content in [nil, []] as [[UInt8]?] {
            fleet.madeUp.update { ($0.rows, $0.content) = (1_001_000, content) }
            assertThrows(.invalidData) { try a.asReplica.compareServer(nil) }
        }
        fleet.madeUp.update { ($0.rows, $0.newRows) = (0, 1_001_000) }
        assertThrows(.invalidData, "of changes to come") { try a.asReplica.compareServer(nil) }
    }
}
