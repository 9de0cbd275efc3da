import Foundation
import KeychainServices
import XCTest

@testable import SecureStore

/// Tests of what may happen to the user's default store, and of what each way to it answers then.
final class DefaultStoreTests: DefaultStoreTestCase {
    override func setUpWithError() throws {
        try super.setUpWithError()
        KeychainStore.useDefault()
    }

    override func tearDownWithError() throws {
        KeychainStore.useDefault()
        try super.tearDownWithError()
    }

    /// Goes through every door after every hand, each time in a home that was empty before.
    private func assertAnswers(
        _ answer: DefaultStoreAnswer, after hands: [DefaultStoreHand],
        by doors: [DefaultStoreDoor] = DefaultStoreDoor.allCases
    ) throws {
        for hand in hands {
            try startAgain()
            try hand.act(self)
            for door in doors {
                guard let status = answer.status(of: door) else { continue }
                let before = try left(by: door)
                assertThrows(status, "\(hand.name): \(door)", line: hand.line) { try door.call(self) }
                if case .there = answer { continue }
                XCTAssertEqual(try left(by: door), before, "\(hand.name): \(door)", line: hand.line)
            }
            for door in doors where answer.status(of: door) == nil {
                try startAgain()
                try hand.act(self)
                assertLeads(door, to: answer, "\(hand.name): \(door)", line: hand.line)
            }
        }
    }

    private func assertLeads(
        _ door: DefaultStoreDoor, to answer: DefaultStoreAnswer, _ name: String, line: UInt
    ) {
        do {
            guard let store = try door.call(self), case .there(let count) = answer else { return }
            XCTAssertEqual(try store.itemCount(), count, name, line: line)
        } catch { XCTFail("\(name): \(error)", line: line) }
    }

    // MARK: - What each hand leaves

    func test_everyDoor_whereNoStoreIsYet_makesOneOrNothing() throws {
        // `create` finds a directory after some of these, and none after others.
        let doors = DefaultStoreDoor.allCases.filter { $0 != .create }
        try assertAnswers(.noneYet, after: DefaultStoreHand.noneYet, by: doors)
        let openers = doors.filter { !DefaultStoreDoor.makers.contains($0) }
        try assertAnswers(.noneYet, after: DefaultStoreHand.noneYetButAPassphrase, by: openers)
    }

    func test_everyDoor_toStoreThatIsGone_throwsNotAvailableAndMakesNothing() throws {
        try assertAnswers(.refused(.notAvailable), after: DefaultStoreHand.gone)
    }

    func test_everyDoor_toAnotherStore_throwsInvalidDBLocation() throws {
        try assertAnswers(.doubted(.invalidDBLocation), after: DefaultStoreHand.another)
    }

    func test_everyDoor_toWhatOthersCanChange_throwsInvalidDBLocation() throws {
        try assertAnswers(.refused(.invalidDBLocation), after: DefaultStoreHand.open)
    }

    func test_everyDoor_toStoreWhoseKeyIsGone_throwsNotAvailableAndMakesNone() throws {
        try assertAnswers(.doubted(.notAvailable), after: DefaultStoreHand.keyless)
    }

    func test_everyDoor_byListThatCannotBeRead_throwsInvalidDataAndMakesNothing() throws {
        try assertAnswers(.refused(.invalidData), after: DefaultStoreHand.unreadableList)
    }

    func test_everyDoor_toStoreThatIsThere_leadsToIt() throws {
        for (hand, items) in DefaultStoreHand.there { try assertAnswers(.there(items), after: [hand]) }
    }

    func test_openDefault_ofStoreThatIsNotThere_saysWhatToDo() throws {
        XCTAssertEqual(
            reason { try openDefault() },
            "there is no store at \(defaultPath) yet; openOrCreateDefault() makes it")
        let first = try openOrCreateDefault().identifier()
        try putAnotherThere()
        let second = try ItemStore.information(at: defaultPath).identifier
        let forget = "(ItemStore.forget(at:), securestore init --forget)"
        XCTAssertEqual(
            reason { try openDefault() },
            "the store at \(defaultPath) is not the one that was opened there before (\(second), not \(first)); put "
                + "that one back or restore a backup of it, or, if the other one is meant, forget the one before it "
                + forget)
        try loseStore()
        XCTAssertEqual(
            reason { try openDefault() },
            "the store that was at \(defaultPath) is gone; restore a backup of it, or forget it first \(forget)"
        )
    }

    // MARK: - Where it lies

    func test_openOrCreateDefault_lies_whereTheEnvironmentSays() throws {
        let (stores, keys) = ("securestore/default.securestore", "securestore/device.key")
        let rows: [(variables: [String: String], there: [String], gone: String, line: UInt)] = [
            ([:], [".local/share/" + stores, ".local/state/" + keys], "data", #line),
            (
                ["XDG_DATA_HOME": "/data", "XDG_STATE_HOME": "/state"], ["data/" + stores, "state/" + keys],
                ".local", #line
            ),
            (
                ["SECURESTORE_PATH": "/deep/mine.store", "SECURESTORE_DEVICE_KEY_FILE": "/keys/mine.key"],
                ["deep/mine.store", "keys/mine.key"], ".local", #line
            ),
        ]
        for row in rows {
            try startAgain()
            for (name, place) in row.variables { set(name, directory + place) }
            try openOrCreateDefault()
            for name in row.there { XCTAssertTrue(exists(name), name, line: row.line) }
            XCTAssertFalse(exists(row.gone), line: row.line)
        }
    }

    func test_openOrCreateDefault_withRelativeDirectory_ignoresIt() throws {
        set("XDG_DATA_HOME", "data")
        try openOrCreateDefault()
        XCTAssertTrue(exists(".local/share/securestore/default.securestore"))
    }

    func test_everyDoor_withRelativePath_throwsParam() throws {
        set("SECURESTORE_PATH", "mine.store")
        for door in DefaultStoreDoor.allCases { assertThrows(.param, "\(door)") { try door.call(self) } }
        XCTAssertFalse(FileManager.default.fileExists(atPath: "mine.store"))
    }

    func test_newFiles_underAnyUmask_areTheOwners() throws {
        for mask in [mode_t(0o022), 0o777] {
            try startAgain()
            let before = umask(mask)
            defer { umask(before) }
            try openOrCreateDefault().set(password("maria"), secret: secret("one"))
            umask(before)
            let files = FileManager.default
            let names = try XCTUnwrap(files.enumerator(atPath: directory)).compactMap { $0 as? String }
            XCTAssertGreaterThan(names.count, 6)
            for name in names {
                let type =
                    try files.attributesOfItem(atPath: directory + "/" + name)[.type] as? FileAttributeType
                XCTAssertEqual(try mode(directory + "/" + name), type == .typeDirectory ? 0o700 : 0o600, name)
            }
        }
    }

    // MARK: - Opening

    func test_openDefault_ofStoreWithPassphrase_isAsOpenAsTheSourceMakesIt() throws {
        try openOrCreateDefault().setPassphrase(secret("pass"), cost: .cheapest)
        XCTAssertEqual(try openDefault().lockState, .notYetUnlocked)
        set("SECURESTORE_PASSPHRASE", "pass")
        XCTAssertEqual(try openDefault().lockState, .unlocked)
        set("SECURESTORE_PASSPHRASE", "wrong")
        assertThrows(.authFailed) { try self.openDefault() }
    }

    func test_openDefault_withPassphraseItDoesNotNeed_opens() throws {
        try openOrCreateDefault()
        set("SECURESTORE_PASSPHRASE_FILE", directory + "/missing")
        XCTAssertEqual(try openDefault().lockState, .unlocked)
    }

    func test_openDefault_readOnly_notesNothing() throws {
        try openOrCreateDefault()
        try remove(Self.list)
        let before = try contents()
        XCTAssertEqual(try ItemStore.openDefault(options: StoreOptions(access: .readOnly)).itemCount(), 0)
        XCTAssertEqual(try contents(), before)
    }

    func test_read_inDirectoryThatOthersCanWrite_reportsWhichAndWhy() throws {
        try openOrCreateDefault()
        let folder = directory + "/.local/share/securestore"
        setMode(0o777, of: folder)
        let reasons = Locked<[String]>([])
        KeychainStore.reportErrors { error in reasons.update { $0.append(error.reason) } }
        defer { KeychainStore.reportErrors(to: nil) }
        assertThrows(.invalidDBLocation) { try DefaultStoreDoor.read.call(self) }
        XCTAssertTrue(
            try XCTUnwrap(reasons.value.last).contains(
                "its directory \(folder) can be written by others (mode 777); keep it elsewhere, or run chmod go-w \(folder)"
            ))
    }

    func test_read_withoutAnyStore_refusesWhatItAlwaysRefuses() {
        XCTAssertEqual(SecItemCopyMatching([kSecClass: "frob"] as CFDictionary, nil), errSecNoSuchClass)
        XCTAssertEqual(SecItemDelete([kSecAttrAccount: 7] as CFDictionary), errSecParam)
    }

    func test_add_afterAppleNameDeletedTheStore_makesANewOneOnceItIsTheDefault() throws {
        try openOrCreateDefault()
        var keychain: SecKeychain?
        XCTAssertEqual(unsafe SecKeychainCopyDefault(&keychain), errSecSuccess)
        XCTAssertEqual(SecKeychainDelete(keychain), errSecSuccess)
        assertThrows(.noDefaultKeychain) { try DefaultStoreDoor.add.call(self) }
        XCTAssertEqual(SecKeychainSetDefault(keychain), errSecSuccess)
        XCTAssertNoThrow(try DefaultStoreDoor.add.call(self))
        XCTAssertNoThrow(try DefaultStoreDoor.read.call(self))
    }

    func test_restore_whereListCannotBeWritten_changesNothing() throws {
        try ItemStore.create(at: path, options: standard).backup(to: copy)
        try openOrCreateDefault().add(password("kept"))
        try asOrdinaryUser {
            setMode(0o500, of: directory + "/.local/state/securestore")
            assertThrows(.wrPerm) {
                try ItemStore.restore(from: self.copy, to: self.defaultPath, options: self.standard)
            }
            setMode(0o700, of: directory + "/.local/state/securestore")
            XCTAssertEqual(try openDefault().itemCount(), 1)
        }
    }
}
