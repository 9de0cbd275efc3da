import Foundation
import XCTest

/// The user's policy on the session bus: `Support/bus_policy.py` has the scenarios.
final class BusPolicyTests: BusTestCase {
    private func run(_ scenario: String) throws { try run(scenario, of: "bus_policy.py") }

    func test_everyCall_ofAProgramThatIsDenied_isRefused() throws { try run("denied") }

    func test_everyCall_intoACollectionThatIsDenied_isRefused() throws { try run("deniedCollection") }

    func test_everyCall_intoACollectionToAskFor_findsItLocked() throws { try run("asked") }

    func test_everyCall_intoAHiddenCollection_findsNothing() throws { try run("hidden") }

    func test_rule_forAnExecutable_isAboutNoOther() throws { try run("programs") }

    func test_client_inASandbox_isRefusedUnlessAllowed() throws {
        _ = try Tool("unshare")
        try run("sandboxes")
    }

    func test_client_inASandboxOfFlatpak_isKnownByItsName() throws {
        _ = try Tool("unshare")
        try XCTSkipUnless(geteuid() == 0, "only root can have another root")
        try run("applications")
    }

    func test_client_whoseFileSystemNeverAnswers_isRefused_andNobodyWaits() throws {
        _ = try Tool("unshare")
        let isThere = FileManager.default.isWritableFile(atPath: "/dev/fuse")
        try XCTSkipUnless(geteuid() == 0 && isThere, "only root can have such a root")
        try run("frozen")
    }

    func test_client_ofAnotherUser_isRefused_andSoIsItsBus() throws {
        try XCTSkipUnless(geteuid() == 0, "only root can be on the bus of another user")
        try run("strangers")
    }

    func test_file_thatCannotBeReadOrTrusted_refusesEverybody() throws { try run("files") }

    func test_file_thatIsEmptyOrGone_refusesEverybody() throws { try run("halfWritten") }

    func test_file_ofAnotherKind_isRefusedAtOnce_andNobodyIsLetIn() throws { try run("strangeFiles") }

    func test_log_tellsItemsAndPrograms_andNoContent() throws { try run("logged") }
}
