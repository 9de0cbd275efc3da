import Foundation
import XCTest

@testable import KeychainServices
@testable import SecureStore

/// Accessibility and access control.
final class DictionaryAccessTests: DictionaryTestCase {
    private let item: ItemDictionary = ["class": "genp", "acct": "maria", "labl": "a"]

    private func control(
        _ access: Accessibility, _ flags: AccessControl.Flags = []
    ) throws -> ItemDictionary.Value {
        .accessControl(try AccessControl(accessibility: access, flags: flags))
    }

    // MARK: - Kinds

    func test_add_withEachAccessibility_storesIt() throws {
        for code in ["ak", "ck", "dk", "aku", "cku", "dku"] {
            let query = item + ["acct": .string(code), "pdmn": .string(code)]
            try store.add(query)
            XCTAssertEqual(try store.attributes(query)["pdmn"]?.text, code)
        }
        assertThrows(.param) { try self.store.add(self.item + ["pdmn": "f"]) }
    }

    func test_add_ofPasscodeKindWithoutPassphrase_throwsNotAvailable() throws {
        assertThrows(.notAvailable) { try self.store.add(self.item + ["pdmn": "akpu"]) }
    }

    func test_copyMatching_ofPasscodeKindAfterPassphraseIsRemoved_throwsItemNotFound() throws {
        let store = try makeStore()
        try store.setPassphrase(secret("correct horse"), cost: .cheapest)
        try store.add(item + ["pdmn": "akpu"])
        XCTAssertEqual(try store.labels(item), ["a"])
        try store.removePassphrase()
        assertThrows(.itemNotFound) { try store.copyMatching(item) }
        try store.setPassphrase(secret("another"), cost: .cheapest)
        assertThrows(.itemNotFound) { try store.copyMatching(item) }
    }

    // MARK: - Locked

    func test_eachCall_whileLocked_answersByKind() throws {
        let store = try store
        try store.add(item + ["v_Data": try secretValue("one")])
        try store.add(["class": "genp", "acct": "later", "labl": "b", "pdmn": "ck"])
        store.lock()
        for kinds: ItemDictionary in [
            ["r_Data": true], ["r_Attributes": true], ["r_PersistentRef": true], [:],
            ["m_Limit": "m_LimitAll"],
        ] {
            assertThrows(.interactionNotAllowed, "\(kinds.values.keys)") {
                try store.copyMatching(item + kinds)
            }
        }
        assertThrows(.interactionNotAllowed, "some of all") { try store.labels(["class": "genp"]) }
        assertThrows(.interactionNotAllowed, "update") { try store.update(item, ["icmt": "x"]) }
        assertThrows(.interactionNotAllowed, "to another kind") { try store.update(item, ["pdmn": "ck"]) }
        XCTAssertEqual(try store.labels(["class": "genp", "acct": "later"]), ["b"], "out of range")
        assertThrows(.duplicateItem, "duplicate") {
            try store.add(["class": "genp", "acct": "later", "pdmn": "ck"])
        }
        XCTAssertEqual(try store.delete(item), 1)
    }

    // MARK: - Flags

    func test_accessControl_withContradictingFlags_throwsParam() {
        let rows: [(String, AccessControl.Flags)] = [
            ("any and all", [.or, .and, .devicePasscode]),
            ("both biometries", [.biometryAny, .biometryCurrentSet]),
            ("presence and passcode", [.userPresence, .devicePasscode]),
            ("presence or", [.userPresence, .or]),
            ("presence and biometry", [.userPresence, .biometryAny]),
            ("presence and companion", [.userPresence, .companion]),
        ]
        for (name, flags) in rows {
            assertThrows(.param, name) { try AccessControl(accessibility: .whenUnlocked, flags: flags) }
        }
    }

    func test_accessControl_withOtherFlags_keepsThoseThatMeanSomething() throws {
        let rows: [(flags: UInt64, kept: UInt64)] = [
            (0, 0), (0x1, 0x1), (0x8000_0001, 0x8000_0001), (0x4000_0001, 0x4000_0001), (0x2, 0x2),
            (0x8, 0x8),
            (0x4012, 0x4012), (0x8030, 0x8030), (0x4_0000_0104, 0),
        ]
        for (flags, kept) in rows {
            let control = try AccessControl(accessibility: .always, flags: .init(rawValue: flags))
            XCTAssertEqual(control.flags.rawValue, kept, String(flags, radix: 16))
            XCTAssertTrue(control.isConstraint)
        }
    }

    func test_accessControl_withEqualProtectionAndFlags_isEqual() throws {
        let one = try AccessControl(accessibility: .always, flags: .devicePasscode)
        XCTAssertEqual(one, try AccessControl(accessibility: .always, flags: .devicePasscode))
        XCTAssertNotEqual(one, try AccessControl(accessibility: .always))
        XCTAssertNotEqual(one, try AccessControl(accessibility: .whenUnlocked, flags: .devicePasscode))
        XCTAssertNotEqual(try AccessControl(accessibility: .always), AccessControl(plain: .always))
    }

    func test_add_withFlagsThatNothingEnforces_throwsUnimplemented() throws {
        for flags: AccessControl.Flags in [
            .userPresence, .biometryAny, .devicePasscode, .applicationPassword,
        ] {
            let item = item + ["accc": try control(.whenUnlocked, flags)]
            assertThrows(.unimplemented) { try self.store.add(item) }
        }
        XCTAssertNoThrow(try store.add(item + ["accc": try control(.whenUnlocked, .privateKeyUsage)]))
    }

    func test_add_withFlagsThatTheProgramAccepts_returnsThem() throws {
        let store = try makeStore(groups: nil) { $0.acceptsUnenforcedAccessControl = true }
        let given = try control(.afterFirstUnlock, .userPresence)
        try store.add(item + ["accc": given])
        XCTAssertEqual(try store.attributes(item)["accc"]?.control, given.control)
    }

    // MARK: - Both

    func test_add_withAccessControlAlone_setsAccessibility() throws {
        try store.add(item + ["accc": try control(.afterFirstUnlockThisDeviceOnly)])
        let stored = try store.attributes(item)
        XCTAssertEqual(stored["pdmn"]?.text, "cku")
        XCTAssertEqual(stored["accc"]?.control?.accessibility, .afterFirstUnlockThisDeviceOnly)
        XCTAssertEqual(stored["accc"]?.control?.isConstraint, true)
    }

    func test_add_withAccessibilityAlone_readsBackAccessControlOfIt() throws {
        try store.add(item + ["pdmn": "cku"])
        let stored = try store.attributes(item)
        XCTAssertEqual(stored["accc"]?.control, AccessControl(plain: .afterFirstUnlockThisDeviceOnly))
    }

    func test_copyMatching_withAnswerOfConstrainedItem_throwsParamUntilOneIsTakenOut() throws {
        try store.add(item + ["accc": try control(.afterFirstUnlock)])
        let answer = try store.attributes(item)
        assertThrows(.param) { try self.store.copyMatching(answer) }
        XCTAssertEqual(try store.labels(answer.without("accc")), ["a"])
        XCTAssertEqual(try store.labels(answer.without("pdmn")), ["a"])
    }

    func test_update_withBoth_throwsParamUnlessTheySayTheSame() throws {
        try store.add(item)
        let both: ItemDictionary = ["pdmn": "ck", "accc": try control(.afterFirstUnlock)]
        assertThrows(.param, "constraint") { try self.store.update(self.item, both) }
        let other: ItemDictionary = ["pdmn": "ck", "accc": .accessControl(AccessControl(plain: .always))]
        assertThrows(.param, "another") { try self.store.update(self.item, other) }
        try store.update(
            item, ["pdmn": "ck", "accc": .accessControl(AccessControl(plain: .afterFirstUnlock))])
        XCTAssertEqual(try store.attributes(item)["pdmn"]?.text, "ck")
    }

    func test_update_withAccessibility_takesConstraintsAway() throws {
        try store.add(item + ["accc": try control(.whenUnlocked)])
        try store.update(item, ["pdmn": "ck"])
        XCTAssertEqual(try store.attributes(item)["accc"]?.control, AccessControl(plain: .afterFirstUnlock))
    }

    func test_update_withAccessControl_replacesAccessibilityAndConstraints() throws {
        try store.add(item + ["accc": try control(.whenUnlocked, .privateKeyUsage)])
        let new = try control(.afterFirstUnlock)
        try store.update(item, ["accc": new])
        XCTAssertEqual(try store.attributes(item)["pdmn"]?.text, "ck")
        XCTAssertEqual(try store.attributes(item)["accc"]?.control, new.control)
    }
}
