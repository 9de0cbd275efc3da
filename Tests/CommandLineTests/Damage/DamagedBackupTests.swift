import Foundation
import XCTest

@testable import SecureStore

/// Backups of a damaged store, and what doctor says of it.
final class DamagedBackupTests: DamagedStoreTestCase {
    /// A damaged store, and a directory for its copies.
    private func damage() throws {
        try makeStore(ofItems: 3)
        try FileManager.default.createDirectory(
            atPath: temporary + "/safe", withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        XCTAssertEqual(try run("backup", "safe/good").code, 0)
        try damageAllLeaves()
    }

    func test_backup_ofADamagedStore_keepsTheCopyUnderAnotherNameAndFails() throws {
        try damage()
        for name in ["copy.damaged", "copy.damaged-2"] {
            let outcome = try run("backup", "safe/copy")
            XCTAssertEqual(outcome.code, 3, outcome.errors)
            XCTAssertTrue(outcome.errors.contains("safe/\(name)\n"), outcome.errors)
        }
        XCTAssertEqual(
            try entries(of: temporary + "/safe").sorted(), ["copy.damaged", "copy.damaged-2", "good"])
    }

    func test_backup_withADamagedSlot_keepsTheCopyUnderAnotherName() throws {
        try makeStore(ofItems: 1)
        try setPassphrase("right")
        let worn = temporary + "/worn"
        XCTAssertEqual(try run("backup", worn).code, 0)
        try Connection(path: worn, role: .writing).execute("UPDATE slot SET checksum = randomblob(32)")
        // It is asked for between the copy and its verification.
        let command = "sh -c 'cat \(worn) > $(echo \(temporary)/copy.*); printf right'"
        let outcome = try run(
            "backup", temporary + "/copy", environment: ["SECURESTORE_PASSPHRASE_COMMAND": command])
        XCTAssertEqual(outcome.code, 3, outcome.errors)
        XCTAssertEqual(try entries(of: temporary).sorted(), ["copy.damaged", "worn"])
    }

    func test_backup_ofADamagedStore_isNoBackupToDoctorAndInfo() throws {
        try damage()
        let upkeep = home + "/.local/state/securestore/device.key.upkeep"
        try FileManager.default.removeItem(atPath: upkeep)
        XCTAssertEqual(try run("backup", "safe/copy").code, 3)
        XCTAssertFalse(FileManager.default.fileExists(atPath: upkeep))
    }

    func test_backup_overAGoodCopy_leavesItAsItWas() throws {
        try damage()
        let good = try Data(contentsOf: URL(fileURLWithPath: temporary + "/safe/good"))
        XCTAssertEqual(try run("backup", "safe/good").code, 48)
        XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: temporary + "/safe/good")), good)
    }

    func test_backup_ofALockedStore_saysThatItsItemsWereNotVerified() throws {
        try makeStore(ofItems: 1)
        try setPassphrase("right")
        try damageAllLeaves()
        let locked = try run("backup", temporary + "/locked")
        XCTAssertEqual(locked.code, 0, locked.errors)
        XCTAssertTrue(locked.errors.contains("items were not verified"), locked.errors)
        let opened = try run(
            "backup", temporary + "/opened", environment: ["SECURESTORE_PASSPHRASE": "right"])
        XCTAssertEqual(opened.code, 3, opened.errors)
        XCTAssertEqual(try entries(of: temporary).sorted(), ["locked", "opened.damaged"])
    }

    func test_restore_overAStoreOfAnOlderFormat_asks() throws {
        try makeStore(ofItems: 1)
        XCTAssertEqual(try run("backup", temporary + "/copy").code, 0)
        let older = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../SecureStoreTests/Golden/format-2/device.store")
        let content = try Data(contentsOf: older)
        try content.write(to: URL(fileURLWithPath: defaultPath))
        let outcome = try run("restore", temporary + "/copy")
        XCTAssertEqual(outcome.code, 48, outcome.errors)
        XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: defaultPath)), content)
    }

    func test_restore_ofABackupThatIsNotThere_saysSoBeforeItAsks() throws {
        try makeStore(ofItems: 1)
        let outcome = try run("restore", temporary + "/away")
        XCTAssertEqual(outcome.code, 50, outcome.errors)
        XCTAssertTrue(outcome.errors.contains(temporary + "/away"), outcome.errors)
        XCTAssertFalse(outcome.errors.contains("--yes"), outcome.errors)
    }

    func test_restore_overAStoreWhoseKeysAreDamaged_setsItAside() throws {
        try makeStore(ofItems: 1)
        XCTAssertEqual(try run("backup", temporary + "/copy").code, 0)
        try Connection(path: defaultPath, role: .writing).execute("DELETE FROM keyset")
        let damaged = try run("restore", temporary + "/copy")
        XCTAssertEqual(damaged.code, 0, damaged.errors)
        XCTAssertTrue(damaged.errors.contains("default.securestore.damaged-1\n"), damaged.errors)
        XCTAssertTrue(FileManager.default.fileExists(atPath: defaultPath + ".damaged-1"))
    }

    func test_salvage_ofAStoreWithoutSlots_saysThatNothingLeadsToItsKeys() throws {
        try makeStore(ofItems: 1)
        try Connection(path: defaultPath, role: .writing).execute("DELETE FROM slot")
        let outcome = try run("salvage", temporary + "/new", environment: ["SECURESTORE_PASSPHRASE": "any"])
        XCTAssertEqual(outcome.code, 49, outcome.errors)
        XCTAssertTrue(outcome.errors.contains("nothing in the file leads to the keys"), outcome.errors)
        XCTAssertFalse(outcome.errors.contains("hint"), outcome.errors)
    }

    func test_exitCode_ofADamagedBackup_isInTheHelp() throws {
        for page in [["help"], ["help", "backup"], ["man"]] {
            let text = try run(try Self.builtProduct("securestore"), page).text
            XCTAssertTrue(text.contains("damaged"), page.joined())
        }
    }

    func test_doctor_ofADamagedStore_noticesWhatVerifyNotices() throws {
        try damage()
        let doctor = try run("doctor")
        XCTAssertTrue(doctor.text.contains("problem: the store is damaged: items are missing"), doctor.text)
        XCTAssertEqual(doctor.code, 1)
    }

    func test_verify_ofAStoreThatDoesNotOpen_doesNotLeadToItself() throws {
        try makeStore(ofItems: 1)
        try Connection(path: defaultPath, role: .writing).execute("DELETE FROM slot")
        let outcome = try run("verify")
        XCTAssertEqual(outcome.code, 49, outcome.errors)
        XCTAssertTrue(
            outcome.errors.hasSuffix("hint: securestore salvage copies what is whole into a new store\n"))
    }

    func test_doctor_ofAStoreWhoseDeviceKeyIsLost_advisesNoCode() throws {
        try makeStore(ofItems: 1)
        try FileManager.default.removeItem(atPath: home + "/.local/state/securestore/device.key")
        let doctor = try run("doctor")
        XCTAssertTrue(doctor.text.contains("device.key is missing"), doctor.text)
        XCTAssertFalse(doctor.text.contains("securestore recovery-code"), doctor.text)
    }

    func test_doctor_ofAStoreThatTheKernelKeepsOpen_looksAtTheItems() throws {
        try damage()
        try setPassphrase("right")
        let unlocked = try run("unlock", environment: ["SECURESTORE_PASSPHRASE": "right"])
        try XCTSkipIf(unlocked.code != 0, "the kernel keeps no keys here")
        let doctor = try run("doctor")
        XCTAssertEqual(try run("lock").code, 0)
        XCTAssertTrue(doctor.text.contains("problem: the store is damaged"), doctor.text)
    }

    func test_doctor_ofALockedStore_saysThatItDidNotLookAtTheItems() throws {
        try makeStore(ofItems: 1)
        try setPassphrase("right")
        let doctor = try run("doctor")
        XCTAssertTrue(doctor.text.contains("advice: the items were not looked at"), doctor.text)
        let opened = try run("doctor", environment: ["SECURESTORE_PASSPHRASE": "right"])
        XCTAssertFalse(opened.text.contains("not looked at"), opened.text)
    }
}
