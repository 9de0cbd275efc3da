import XCTest

/// Programs that mean harm, beside one that wants to be served: `Support/bus_hostile.py` has the scenarios.
final class BusHostileTests: BusTestCase {
    private func run(_ scenario: String) throws { try run(scenario, of: "bus_hostile.py") }

    func test_sessions_aThousandOfThem_keepNobodyFromBeingServed() throws { try run("sessions") }

    func test_calls_inAFlood_keepNobodyFromBeingServed() throws { try run("floods") }

    func test_calls_inAFloodOfLargeOnes_keepNobodyFromBeingServed() throws { try run("largeFloods") }

    func test_items_inMemoryWithoutAnEnd_haveABound() throws { try run("fillMemory") }

    func test_answers_thatNobodyReads_keepNobodyFromBeingServed() throws { try run("slow") }

    func test_secrets_thatAreAskedForAThousandTimes_haveABound() throws { try run("manySecrets") }

    func test_files_thatComeWithCallsThatWait_haveABound() throws { try run("files") }

    func test_messages_ofAHundredMebibytes_areRefusedAndForgotten() throws { try run("large") }

    func test_calls_withLongPaths_areRefusedBeforeManyWait() throws { try run("longPaths") }

    func test_calls_withEveryOtherType_areRefused() throws { try run("wrong") }

    func test_calls_withValuesThatMakeNoSense_areAnsweredByName() throws { try run("garbage") }

    func test_prompts_thatNobodyAnswers_keepNobodyFromBeingServed() throws { try run("prompts") }
}
