import Foundation
import XCTest

@testable import SecureStore

/// Backups of replicas, which become stores by themselves, and what is saved of damaged replicas.
final class ReplicaBackupTests: FleetTestCase {
    private var newPath: String { directory + "/new.store" }

    /// A backup of the first of two hosts, with one item.
    @discardableResult
    private func backUp(_ prepare: (ItemStore) throws -> Void = { _ in }) throws -> ItemStore {
        let a = try begin {
            try $0.add(password("maria"), secret: secret("one"))
            try prepare($0)
        }
        _ = try join("b", lettingIn: a)
        try a.backup(to: backupPath)
        return a
    }

    private func restore(
        to path: String? = nil, on host: String, _ credential: Credential = .deviceKey
    ) throws -> ItemStore {
        try ItemStore.restore(
            from: backupPath, to: path ?? newPath, unlockingWith: credential, options: options(of: host)
        ).store
    }

    private func assertWorks(_ store: ItemStore, line: UInt = #line) throws {
        XCTAssertEqual(try store.only(query("maria")).secret?.text, "one", line: line)
        try store.add(password("stays", .whenUnlockedThisDeviceOnly), secret: secret("two"))
        try store.rotateKeys()
        XCTAssertTrue(try store.verify().isIntact, line: line)
    }

    // MARK: - Restoring

    func test_restore_withDeviceKeyOfEachHost_givesAStoreThatGoesOn() throws {
        try backUp()
        for host in ["a", "b"] {
            // Over the host's own replica, and then where there is none.
            for path in [path(of: host), directory + "/\(host).new"] {
                let store = try restore(to: path, on: host)
                XCTAssertEqual(try store.protection().slots.map(\.kind), [.deviceKey])
                try assertWorks(store)
                XCTAssertEqual(try ItemStore.open(at: path, options: options(of: host)).itemCount(), 2)
            }
        }
    }

    func test_restore_onNewMachineWithRecoveryCode_opensThereByItself() throws {
        var code: SecretBytes?
        try backUp { try $0.addRecoveryCode { code = $0 } }
        try assertWorks(try restore(on: "new", .recoveryCode(try XCTUnwrap(code))))
        let store = try ItemStore.open(at: newPath, options: options(of: "new"))
        XCTAssertEqual(try store.protection().slots.map(\.kind), [.recoveryCode, .deviceKey])
        XCTAssertEqual(try store.itemCount(), 2)
        assertThrows(.authFailed) { try ItemStore.open(at: self.newPath, options: self.options(of: "a")) }
    }

    func test_restore_onNewMachineWithPassphrase_opensWithItAndTakesItemsThatNeedIt() throws {
        let phrase = try secret("phrase")
        try backUp().setPassphrase(phrase, cost: .cheapest)
        try FileManager.default.removeItem(atPath: backupPath)
        try reopen("a").backup(to: backupPath)
        let store = try restore(on: "new", .passphrase(phrase))
        try store.add(password("needs", .whenPasscodeSetThisDeviceOnly), secret: secret("two"))
        try assertWorks(store)
        XCTAssertEqual(try store.protection().slots.map(\.kind), [.passphrase])
    }

    func test_restore_withRecoveryCodeAndWithoutDeviceKey_opensWithTheCodeAlone() throws {
        var code: SecretBytes?
        try backUp { try $0.addRecoveryCode { code = $0 } }
        var options = options
        options.deviceKey = .none
        let credential = Credential.recoveryCode(try XCTUnwrap(code))
        let store = try ItemStore.restore(
            from: backupPath, to: newPath, unlockingWith: credential, options: options
        ).store
        XCTAssertEqual(try store.only(query("maria")).secret?.text, "one")
        XCTAssertEqual(try store.protection().slots.map(\.kind), [.recoveryCode])
    }

    func test_restore_thatNothingWouldOpen_throwsNotAvailable() throws {
        let key = try backUp().sessionKey()
        var options = options
        options.deviceKey = .none
        assertThrows(.notAvailable) {
            try ItemStore.restore(
                from: self.backupPath, to: self.newPath, unlockingWith: .sessionKey(key), options: options)
        }
        XCTAssertFalse(FileManager.default.fileExists(atPath: newPath))
    }

    // MARK: - Refusals

    func test_restore_withWrongDeviceKey_saysSoAndChangesNothing() throws {
        try backUp()
        _ = try ItemStore.create(at: directory + "/other.store", options: options(of: "other"))
        for path in [self.path(of: "a"), newPath] {
            XCTAssertThrowsError(try restore(to: path, on: "other")) { error in
                XCTAssertEqual((error as? StoreError)?.status, .authFailed)
                XCTAssertEqual(
                    (error as? StoreError)?.reason,
                    "the backup does not open: \(KeyHierarchy.otherDeviceKey.reason)")
            }
        }
        XCTAssertFalse(FileManager.default.fileExists(atPath: newPath))
        XCTAssertEqual(try reopen("a").ownSlot(), 2)
    }

    func test_restore_withoutDeviceKey_throwsNotAvailableAndMakesNone() throws {
        try backUp()
        assertThrows(.notAvailable) { try self.restore(on: "new") }
        XCTAssertFalse(FileManager.default.fileExists(atPath: newPath))
        XCTAssertFalse(FileManager.default.fileExists(atPath: directory + "/new.key"))
    }

    func test_restore_withDeviceKeyOfReplicaWithPassphrase_asksForItAndChangesNothing() throws {
        let phrase = try secret("phrase")
        let a = try backUp()
        try a.setPassphrase(phrase, cost: .cheapest)
        try FileManager.default.removeItem(atPath: backupPath)
        try a.backup(to: backupPath)
        let names = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
        for path in [self.path(of: "a"), newPath] {
            assertThrows(.authFailed) { try self.restore(to: path, on: "a") }
        }
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: directory).sorted(), names)
        XCTAssertEqual(a.ownSlot(), 2)
        try assertWorks(try restore(to: path(of: "a"), on: "a", .passphrase(phrase)))
    }

    func test_addRecoveryCode_withoutTheServer_showsNone() throws {
        try backUp()
        let store = try ItemStore.open(at: path(of: "a"), options: options(of: "a"))
        assertThrows(.readOnly) { try store.addRecoveryCode { _ in XCTFail("a code was shown") } }
        var shown: SecretBytes?
        try reopen("a").addRecoveryCode { shown = $0 }
        try store.backup(to: directory + "/copy.store")
        let code = Credential.recoveryCode(try XCTUnwrap(shown))
        XCTAssertNoThrow(
            try ItemStore.open(
                at: directory + "/copy.store", unlockingWith: code, options: options(of: "new")))
    }

    // MARK: - Salvage

    private func salvage(on host: String, _ credential: Credential = .deviceKey) throws -> SalvageReport {
        try ItemStore.salvage(
            from: backupPath, to: newPath, unlockingWith: credential, options: options(of: host))
    }

    func test_salvage_ofReplica_opensItWithEveryHostsKeyAndWithACode() throws {
        var code: SecretBytes?
        try backUp { try $0.addRecoveryCode { code = $0 } }
        let credentials = [
            ("a", Credential.deviceKey), ("b", .deviceKey), ("new", .recoveryCode(try XCTUnwrap(code))),
        ]
        for (host, credential) in credentials {
            XCTAssertTrue(try salvage(on: host, credential).isComplete)
            let saved = try ItemStore.open(
                at: newPath, unlockingWith: credential, options: options(of: host))
            XCTAssertEqual(try saved.only(query("maria")).secret?.text, "one")
            XCTAssertNil(try saved.fleetIdentifier())
            try FileManager.default.removeItem(atPath: newPath)
        }
    }

    func test_salvage_ofReplicaWithoutHeader_opensItWithTheDeviceKey() throws {
        try backUp()
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: backupPath))
        try file.write(contentsOf: Data("broken".utf8))
        try file.close()
        assertThrows(.invalidKeychain) { try self.restore(on: "b") }
        XCTAssertEqual(try salvage(on: "b").recovered, 1)
    }

    func test_salvage_withWrongDeviceKey_saysSo() throws {
        try backUp()
        _ = try ItemStore.create(at: directory + "/other.store", options: options(of: "other"))
        XCTAssertThrowsError(try salvage(on: "other")) { error in
            XCTAssertEqual((error as? StoreError)?.status, .authFailed)
            XCTAssertEqual(
                (error as? StoreError)?.reason, KeyHierarchy.otherDeviceKey.reason)
        }
    }

    // MARK: - What opens a replica

    func test_protection_ofReplica_tellsThatTheDeviceKeyOpensIt() throws {
        let a = try backUp()
        XCTAssertTrue(try a.protection().opensWithDeviceKey)
        try a.setPassphrase(secret("phrase"), cost: .cheapest)
        XCTAssertTrue(try a.protection().opensWithDeviceKey)
        XCTAssertTrue(try a.protection().hasPassphrase)
    }

    func test_slotKinds_thatTheDeviceKeyOpens_areTwo() {
        let all: [KeySlot.Kind] = [.deviceKey, .passphrase, .recoveryCode, .host]
        XCTAssertEqual(all.filter(\.opensWithDeviceKey), [.deviceKey, .host])
    }

    // MARK: - Leaving

    func test_leave_ofReplicaWithPassphrase_needsIt() throws {
        let a = try begin { try $0.add(password("maria"), secret: secret("one")) }
        try a.setPassphrase(secret("phrase"), cost: .cheapest)
        assertThrows(.authFailed) { try self.reopen("a").leaveFleet() }
        XCTAssertEqual(try reopen("a").itemCount(), 1)
        let phrase = Credential.passphrase(try secret("phrase"))
        try ItemStore.open(at: path(of: "a"), unlockingWith: phrase, options: options(of: "a")).leaveFleet()
        let store = try ItemStore.open(at: path(of: "a"), unlockingWith: phrase, options: options(of: "a"))
        try assertWorks(store)
    }

    func test_everyCall_afterFileOfHostThatLeftTookItsPlace_throwsInvalidKeychain() throws {
        let a = try begin { try $0.add(password("maria"), secret: secret("old")) }
        let b = try join("b", lettingIn: a)
        try b.leaveFleet()
        // The keys are those that the other host has, too: only the numbers tell the two apart.
        for _ in 0..<2 { try a.addRecoveryCode { _ in } }
        try a.set(password("maria"), secret: secret("new"))
        let tables = ["store", "slot", "keyset", "state", "item", "node"]
        let sql = tables.map { "DELETE FROM main.\($0); INSERT INTO main.\($0) SELECT * FROM left.\($0)" }
        try tamper(
            "ATTACH '\(path(of: "b"))' AS left; BEGIN IMMEDIATE; \(sql.joined(separator: "; ")); COMMIT",
            at: path(of: "a"))
        for call in StoreCall.reads + StoreCall.changes {
            assertThrows(.invalidKeychain, call.name) { try call.call(a) }
        }
    }

    func test_leave_duringARestore_openStoreGoesOn() throws {
        for turn in 0..<8 {
            let host = "host\(turn)", copy = "\(directory)/copy\(turn)"
            _ = try ItemStore.create(at: path(of: host), options: options(of: host))
            let a = try ItemStore.beginFleet(
                Self.id, at: path(of: host), over: KeptFleet(), options: options(of: host))
            try a.backup(to: copy)
            let reader = try ItemStore.open(at: path(of: host), options: options(of: host))
            var isDone = false
            _ = try ItemStore.restore(from: copy, to: path(of: host), options: options(of: host)) { _ in
                guard !isDone else { return .proceed }
                isDone = true
                do { try a.leaveFleet() } catch { XCTFail("\(error)") }
                _ = try? reader.itemCount()
                return .proceed
            }
            XCTAssertNoThrow(try reader.itemCount())
        }
    }
}
