import Foundation
import XCTest

/// Faults of the service, its clients and its store: `Support/bus_faults.py` has the scenarios.
final class BusFaultTests: BusTestCase {
    private func run(_ scenario: String) throws { try run(scenario, of: "bus_faults.py") }

    func test_service_killedAtAnyMoment_losesNothingAcknowledged() throws { try run("kills") }

    func test_client_killedInTheMiddle_leavesNothingByHalves() throws { try run("halves") }

    func test_disk_thatIsFull_isAnErrorOfThatCall() throws { try run("full") }

    func test_fileSystem_thatIsFull_refusesEachChangeAndLosesNothing() throws {
        try run("room", of: "bus_faults.py", through: try mountingPrefix())
    }

    func test_store_thatTakesNoChange_isReadAndRefusesEachChange() throws {
        try run("onlyRead", of: "bus_faults.py", through: try mountingPrefix())
    }

    func test_change_thatTheStoreTakesOnlyOnceItIsOpenedAgain_isMadeAndToldOnce() throws {
        try run("once", of: "bus_reopened.py", through: try mountingPrefix())
    }

    func test_item_thatIsDamaged_isAnErrorOfItsCalls() throws { try run("damaged") }

    func test_store_thatCannotBeRead_isAnErrorAndNotEmpty() throws { try run("unreadable") }

    func test_secret_thatWasAnswered_isNowhereInTheMemory() throws {
        try XCTSkipUnless(geteuid() == 0, "only root can read the memory of every process")
        try run("wiped")
    }

    func test_connection_thatTheBusEnds_isAFailureUnlessTheBusEnds() throws { try run("cut") }

    func test_store_thatGoesAway_isAnErrorUntilItIsBack() throws { try run("gone") }
}
