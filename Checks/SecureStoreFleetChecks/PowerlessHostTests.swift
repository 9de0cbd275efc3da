import Foundation
import SecureStore
import XCTest

@testable import SecureStoreFleet

/// A host whose machine is gone without a word to the server.
final class PowerlessHostTests: ProxyTestCase {
    func test_keep_ofAHostThatLosesItsPowerInTheMiddle_leavesTheTurnToOthers() throws {
        try XCTSkipUnless(geteuid() == 0, "only root can end a connection without a word")
        let host = try makeHost(patience: .seconds(5))
        let other = try makeFleet(patience: .seconds(5))
        let rows = (0..<5_000).map { (Int64($0), random(300) as [UInt8]?) }
        XCTAssertThrowsError(
            try host.takingTurn { (turn) throws(StoreError) in
                let next = change(try turn.newest().number + 1, rows: rows)
                proxy.arm(CuttingProxy.Cut(direction: .toServer, byteCount: 700_000, manner: .vanished))
                try turn.keep(next)
            })
        XCTAssert(proxy.hasCut)
        let start = ContinuousClock.now
        var isKept = false
        while !isKept, ContinuousClock.now - start < .seconds(90) {
            isKept = (try? addChange(to: other)) != nil
        }
        XCTAssertTrue(isKept)
        XCTAssertEqual(try self.rows(of: fleet), [:])
    }
}
