import XCTest

@testable import SecureStore

/// A recovery code of a fleet, which somebody has before it opens anything.
final class ReplicaCodeTests: FleetTestCase {
    func test_addRecoveryCode_thatIsReturned_isRefusedAndLeavesNoSlot() throws {
        let a = try begin()
        let slots = try a.protection().slots
        fleet.failure.update { $0 = (true, StoreError(.unknownOutcome, "the answer is lost")) }
        assertThrows(.param) { try a.addRecoveryCode() }
        fleet.failure.update { $0 = nil }
        try a.catchUp()
        XCTAssertEqual(try a.protection().slots, slots)
    }

    func test_addRecoveryCode_keptWithoutAnAnswer_opensForWhoSawIt() throws {
        let a = try begin()
        fleet.failure.update { $0 = (true, StoreError(.unknownOutcome, "the answer is lost")) }
        var code: SecretBytes?
        XCTAssertThrowsError(try a.addRecoveryCode { code = $0 })
        fleet.failure.update { $0 = nil }
        try a.catchUp()
        let opened = try ItemStore.openReplica(
            of: Self.id, at: path(of: "a"), over: fleet, unlockingWith: .recoveryCode(XCTUnwrap(code)),
            options: options(of: "a"))
        XCTAssertEqual(opened.lockState, .unlocked)
    }
}
