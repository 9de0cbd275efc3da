import XCTest

/// The backend of the desktop's portal: `Support/bus_portal.py` has the scenarios.
final class BusPortalTests: BusTestCase {
    private func run(_ scenario: String) throws { try run(scenario, of: "bus_portal.py") }

    func test_retrieveSecret_givesEachApplicationItsOwn() throws { try run("portal") }

    func test_retrieveSecret_againstARule_isRefused() throws { try run("refusals") }

    func test_retrieveSecret_intoAPipeThatTakesNothing_isRefused() throws { try run("pipes") }

    func test_retrieveSecret_whileLocked_isRefused() throws { try run("locked") }
}
