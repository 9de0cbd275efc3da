import XCTest

/// Questions to people for programs on the session bus: `Support/bus_prompts.py` has the scenarios.
final class BusPromptTests: BusTestCase {
    private func run(_ scenario: String) throws { try run(scenario, of: "bus_prompts.py") }

    func test_prompt_withAScreen_asksByPinentry() throws { try run("pinentry") }

    func test_prompt_withDebiansPinentry_asksAtItsTerminal() throws {
        _ = try Tool("pinentry-curses")
        try run("curses")
    }

    func test_prompt_thatWasDismissed_isNotAskedAgainAtOnce() throws { try run("dismissed") }

    func test_prompts_thatTheirProgramTakesBack_areAskedOneAfterTheOther() throws { try run("takenBack") }

    func test_prompt_endsWithItsClientAndByDismiss() throws { try run("ended") }

    func test_prompt_thatNobodyAnswers_endsInTime() throws { try run("late") }

    func test_prompt_withAPinentryInTheCurrentFolder_doesNotStartIt() throws { try run("relative") }

    func test_prompts_ofOneClient_haveABound() throws { try run("bounds") }

    func test_rule_toAsk_letsInWhomAPersonAllows() throws { try run("asks") }

    func test_rule_toAsk_forSeveralCollections_asksForEach() throws { try run("asksForEach") }

    func test_rule_toAsk_inALockedStore_asksAfterThePassphrase() throws { try run("asksAfterPassphrase") }

    func test_rule_toAsk_besideALockedStore_asksOnce() throws { try run("asksBesideLocked") }

    func test_rule_toAsk_afterALockFromElsewhere_asksAgain() throws { try run("asksAfterAnyLock") }

    func test_rule_toAsk_forAnotherStoreInTheSamePlace_asksAgain() throws { try run("asksForAnotherStore") }

    func test_rule_toAsk_forACollectionThatWasDeleted_asksAgain() throws { try run("asksAgain") }

    func test_prompt_forACollectionThatIsGone_asksNobody() throws { try run("asksForNothing") }

    func test_prompt_thatCompletes_tellsItsClientAlone() throws { try run("toldAlone") }

    func test_prompt_forAStoreThatCannotBeRead_asksNobody() throws { try run("unreadable") }

    func test_unlock_ofAnotherStore_endsAtOnce() throws { try run("elsewhere") }

    func test_unlock_atATerminal_saysWhoWaits_andUnlocksTheService() throws { try run("unlocking") }

    func test_unlock_afterAnotherThatHasGone_saysWhoWaits() throws { try run("tellsEach") }

    func test_unlock_ofAProgramThatWaitsAgain_saysSoOnce() throws { try run("tellsOnce") }

    func test_unlock_thatIsEndedAtItsQuestion_dismissesThePrompt() throws { try run("leaving") }

    func test_answer_thatIsTwo_doesNotAgree() throws { try run("astray") }

    func test_pinentry_ofAServiceBesideAProgram_endsWithIt() throws { try run("beside") }

    func test_unlock_besideAServiceThatDoesNotAnswer_ends() throws { try run("still") }

    func test_lock_byAnyCommand_locksTheServiceOfThisBusOrSaysThatItDoesNot() throws {
        try run("lockedByEach")
    }

    func test_lock_amongManyWhoCallTheService_locksOrSaysThatItDoesNot() throws { try run("crowded") }

    func test_lock_ofAServiceThatCannotBeReached_saysSo() throws { try run("unreached") }

    func test_lock_withoutTheBusOfTheService_saysSo() throws { try run("unknown") }

    func test_lock_ofAStoreThatTheServiceCannotRead_locksIt() throws { try run("unread") }

    func test_unlock_forATime_locksTheServiceAfterIt() throws { try run("openedForATime") }

    func test_unlock_withARuleToAsk_asksThere() throws { try run("asksThere") }

    func test_unlock_whoseQuestionIsOfAProgramThatHasGone_answersNoOther() throws {
        try run("asksThereInTurn")
    }

    func test_unlock_whoseQuestionWasTakenBack_keepsItsRefusal() throws { try run("takenBackThere") }

    func test_search_inAStoreThatNobodyHasOpened_canBeUnlocked() throws { try run("unopened") }

    func test_search_inAStoreThatNobodyHasOpened_findsWhatLiesInAnyCollection() throws {
        try run("unopenedElsewhere")
    }
}
