import XCTest

/// Calls of programs on the session bus: `Support/bus_client.py` has the scenarios.
final class BusTests: BusTestCase {
    func test_item_withAnySecretAndAttributes_isExact() throws { try run("exact") }

    func test_label_withANoncharacter_isShownAsItIs() throws { try run("noncharacters") }

    func test_call_inTheOtherByteOrder_isServed() throws { try run("otherOrder") }

    func test_createItem_replacesOnlyWhatHasTheSameAttributes() throws { try run("replacing") }

    func test_collection_isMadeNamedAndDeleted() throws { try run("collections") }

    func test_session_isItsClientsAndEndsWithIt() throws { try run("sessions") }

    func test_call_thatMakesNoSense_isRefusedByName() throws { try run("wrong") }

    func test_flood_ofOneClient_keepsNobodyElseFromWorking() throws { try run("floods") }

    func test_change_ofAnotherProgram_isSignalled() throws { try run("others") }

    func test_restart_afterAKillAndNewKeys_hasTheSameObjects() throws { try run("restarts") }

    func test_lockedStore_promptsWithAnEndAndUnlocksByItself() throws { try run("locked") }

    func test_unlock_ofAStoreThatOpensByItself_asksNobody() throws { try run("opensByItself") }

    func test_lock_byAProgramThatEndsAtOnce_locks() throws { try run("lockedAtLast") }

    func test_services_thatStartTogether_leaveOne() throws { try run("together") }

    func test_secondService_saysWhoIsThere() throws { try run("second") }

    func test_libsecret_storesAndFinds() throws {
        _ = try Tool("secret-tool")
        try run("libsecret")
    }

    func test_keyringAndSecretStorage_storeAndFind() throws { try run("python") }
}
