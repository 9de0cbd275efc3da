import Foundation
import XCTest

@testable import SecureStore

final class ImportTests: ExportTestCase {
    /// Exports an item, and puts one of the same identity and another secret into the target, modified
    /// earlier or later.
    private func makeConflict(targetIsLater: Bool) throws -> ItemStore {
        let store = try ItemStore.inMemory(options: options)
        let target = try ItemStore.inMemory(options: options)
        if targetIsLater {
            try store.add(password("a"), secret: secret("exported"))
            clock.advance(by: 60)
            try target.add(password("a"), secret: secret("existing"))
        } else {
            try target.add(password("a"), secret: secret("existing"))
            clock.advance(by: 60)
            try store.add(password("a"), secret: secret("exported"))
        }
        try export(store)
        return target
    }

    // MARK: - Policy

    func test_import_overOtherItem_followsPolicy() throws {
        struct Row {
            let policy: ImportPolicy
            let targetIsLater: Bool
            let winner: String
            let line: UInt
            init(_ policy: ImportPolicy, targetIsLater: Bool, _ winner: String, line: UInt = #line) {
                (self.policy, self.targetIsLater, self.winner, self.line) = (
                    policy, targetIsLater, winner, line
                )
            }
        }
        let rows = [
            Row(.keepExisting, targetIsLater: false, "existing"),
            Row(.keepExisting, targetIsLater: true, "existing"),
            Row(.replaceExisting, targetIsLater: false, "exported"),
            Row(.replaceExisting, targetIsLater: true, "exported"),
            Row(.newest, targetIsLater: false, "exported"),
            Row(.newest, targetIsLater: true, "existing"),
        ]
        for row in rows {
            let target = try makeConflict(targetIsLater: row.targetIsLater)
            let report = try importAll(into: target, row.policy)
            XCTAssertEqual(try target.only(query("a")).secret?.text, row.winner, line: row.line)
            XCTAssertEqual(report.replaced, row.winner == "exported" ? 1 : 0, line: row.line)
            XCTAssertEqual(report.kept, row.winner == "existing" ? 1 : 0, line: row.line)
            try FileManager.default.removeItem(atPath: exportPath)
        }
    }

    func test_import_withItemsToReplace_replacesTheseAlone() throws {
        let (store, target) = (
            try ItemStore.inMemory(options: options), try ItemStore.inMemory(options: options)
        )
        for name in ["a", "b"] {
            try store.add(password(name), secret: secret("exported"))
            try target.add(password(name), secret: secret("existing"))
        }
        try export(store)
        let chosen = try store.only(query("b")).reference
        let report = try target.importItems(from: exportPath, passphrase: phrase(), replacing: [chosen])
        XCTAssertEqual([report.replaced, report.kept], [1, 1])
        let secrets = try ["a", "b"].map { try target.only(query($0)).secret?.text }
        XCTAssertEqual(secrets, ["existing", "exported"])
    }

    func test_import_asATrial_reportsAndChangesNothing() throws {
        let target = try makeConflict(targetIsLater: false)
        let before = try target.information()
        let report = try target.importItems(
            from: exportPath, passphrase: phrase(), policy: .replaceExisting, isTrial: true)
        XCTAssertEqual(report.replaced, 1)
        XCTAssertEqual(try target.only(query("a")).secret?.text, "existing")
        XCTAssertEqual(try target.information(), before)
    }

    func test_import_replacing_takesDatesAndKeepsReference() throws {
        let target = try makeConflict(targetIsLater: true)
        let before = try target.only(query("a"))
        try importAll(into: target, .replaceExisting)
        let after = try target.only(query("a"))
        XCTAssertEqual(after.reference, before.reference)
        XCTAssertGreaterThan(after.generation, before.generation)
        XCTAssertEqual(after.item.modificationDate, before.item.modificationDate?.addingTimeInterval(-60))
    }

    func test_import_again_leavesEverythingUnchanged() throws {
        try export(try makeStore(ofItems: 300))
        for policy in [ImportPolicy.keepExisting, .replaceExisting, .newest] {
            let target = try ItemStore.inMemory(options: options)
            try importAll(into: target, policy)
            let sequence = try target.sequenceNumber()
            XCTAssertEqual(try importAll(into: target, policy).unchanged, 300)
            XCTAssertEqual(try target.sequenceNumber(), sequence)
        }
    }

    func test_import_ofTextThatOnlyLooksTheSame_isNoUnchangedItem() throws {
        let store = try makeStore()
        try store.add(GenericPassword(service: "s", label: "e\u{301}"), secret: secret("x"))
        try export(store)
        let target = try makeTarget()
        try target.add(GenericPassword(service: "s", label: "\u{e9}"), secret: secret("x"))
        XCTAssertEqual(try importAll(into: target, .replaceExisting).replaced, 1)
    }

    // MARK: - References and dates

    func test_import_ofItemThatIsNotThere_keepsReferenceAndDates() throws {
        let store = try makeStore(ofItems: 1)
        try export(store)
        clock.advance(by: 1_000)
        let target = try makeTarget()
        try importAll(into: target)
        let (old, new) = (try store.only(query("0")), try target.only(query("0")))
        XCTAssertEqual(new.reference, old.reference)
        XCTAssertEqual(new.item, old.item)
    }

    func test_import_withTakenId_givesNewReferenceAndReportsIt() throws {
        let store = try makeStore(ofItems: 1)
        try export(store)
        try store.update(query("0"), Changes<GenericPassword>().set(.account, to: "renamed"))
        let items = Locked<[ImportedItem]>([])
        let report = try importAll(into: store, onItem: { item in items.update { $0.append(item) } })
        XCTAssertEqual([report.added, report.renamed], [1, 1])
        XCTAssertEqual(items.value.map(\.exported), [try store.only(query("renamed")).reference])
        XCTAssertEqual(items.value.map(\.reference), [try store.only(query("0")).reference])
    }

    // MARK: - Refused items

    func test_import_ofOtherGroup_refusesItAndTakesTheRest() throws {
        let store = try makeStore()
        for group in ["a", "b", "a2"] {
            try store.add(GenericPassword(service: "s", accessGroup: group), secret: secret(group))
        }
        try export(store)
        let refused = Locked<[ImportedItem]>([])
        let report = try importAll(
            into: try makeTarget(groups: ["a", "a2"]),
            onItem: { item in
                if item.outcome.refusal?.status == .missingEntitlement { refused.update { $0.append(item) } }
            })
        XCTAssertEqual(report.added, 2)
        XCTAssertEqual(report.refused, [.missingEntitlement: 1])
        XCTAssertEqual(refused.value.map(\.reference), [nil])
    }

    func test_import_ofAccessControlThatNothingEnforces_isRefusedWithUnimplemented() throws {
        var options = options
        options.acceptsUnenforcedAccessControl = true
        let store = try ItemStore.create(at: path, options: options)
        var key = KeyItem(keyClass: .private, applicationLabel: Data([1]))
        key.accessControl = try AccessControl(accessibility: .whenUnlocked, flags: .userPresence)
        try store.add(key, secret: secret("x"))
        try export(store)
        XCTAssertEqual(try importAll(into: try makeTarget()).refused, [.unimplemented: 1])
    }

    func test_import_overDamagedItem_refusesItAndTakesTheRest() throws {
        let store = try makeStore(ofItems: 3)
        try export(store)
        try tamper("UPDATE item SET secret = zeroblob(32) WHERE number = 2")
        let report = try importAll(into: try openStore())
        XCTAssertEqual(report.refused, [.decode: 1])
        XCTAssertEqual(report.unchanged, 2)
    }

    func test_import_intoLockedStore_refusesWhatItsLockCovers() throws {
        let store = try makeStore()
        try store.add(password("open", .afterFirstUnlock), secret: secret("x"))
        try store.add(password("closed", .whenUnlocked), secret: secret("x"))
        try export(store)
        let target = try makeTarget()
        target.lock()
        let report = try importAll(into: target)
        XCTAssertEqual(report.added, 1)
        XCTAssertEqual(report.refused, [.interactionNotAllowed: 1])
    }

    // MARK: - Whole imports

    func test_import_withWrongPassphrase_throwsAuthFailed() throws {
        try export(try makeStore(ofItems: 1))
        let target = try makeTarget()
        assertThrows(.authFailed) {
            try target.importItems(from: self.exportPath, passphrase: secret("another"))
        }
    }

    func test_import_ofWhatIsNoFile_throws() throws {
        let target = try makeTarget()
        assertThrows(.noSuchKeychain, "missing") { try self.importAll(into: target) }
        assertThrows(.invalidDBLocation, "directory") {
            try target.importItems(from: self.directory, passphrase: self.phrase())
        }
    }

    func test_import_intoStoreWithoutARow_refusesThatItemAlone() throws {
        let store = try makeStore(ofItems: 3)
        try export(store)
        try tamper("DELETE FROM item WHERE number = 2")
        let report = try importAll(into: try openStore())
        XCTAssertEqual(report.unchanged, 2)
        XCTAssertEqual(report.refused, [.decode: 1])
    }

    func test_import_cancelled_keepsWhatWasTakenAndGoesOnWhenRunAgain() throws {
        let store = try makeStore(ofItems: 600)
        try export(store)
        let target = try makeTarget()
        assertThrows(.userCanceled) {
            try self.importAll(into: target, onProgress: { $0.done < 800 ? .proceed : .cancel })
        }
        let taken = try target.itemCount()
        XCTAssertGreaterThan(taken, 0)
        XCTAssertEqual(try importAll(into: target).added, 600 - taken)
        XCTAssertEqual(try contents(of: target), try travellers(of: store))
    }

    func test_import_ofManyItems_reportsThatTheyAreReadAndThenThatTheyAreStored() throws {
        try export(try makeStore(ofItems: 600))
        let target = try makeTarget()
        let steps = Locked<[(progress: WorkProgress, stored: Int)]>([])
        try assertProgress { observer in
            try importAll(
                into: target,
                onProgress: { progress in
                    let stored = (try? target.itemCount()) ?? -1
                    steps.update { $0.append((progress, stored)) }
                    return observer(progress)
                })
        }
        let reading = steps.value.filter { $0.progress.done < 600 }
        XCTAssertFalse(reading.isEmpty)
        XCTAssertTrue(
            reading.allSatisfy { $0.progress.total >= 2 * $0.progress.done && $0.stored == 0 }, "\(reading)")
        XCTAssertEqual(steps.value.last?.progress, WorkProgress(done: 1_200, total: 1_200))
    }

    func test_estimate_ofFileThatIsPartlyRead_isWhatTheRestWouldHold() throws {
        try writeExport([UInt8](repeating: 0, count: 10_000))
        let input = try RereadFile(path: exportPath, copiesIn: directory)
        var part = [UInt8](repeating: 0, count: 1_000)
        XCTAssertEqual(input.estimate(after: 0), 0)
        XCTAssertEqual(try input.read(into: &part), 1_000)
        XCTAssertEqual(input.estimate(after: 50), 500)
        XCTAssertEqual(input.estimate(after: 2_000), 10_000)
    }

    func test_import_toldPerItem_tellsOnlyWhatIsOnTheDisk() throws {
        try export(try makeStore(ofItems: 300))
        let target = try makeTarget()
        let other = try ItemStore.open(at: targetPath, options: options)
        var (seen, missing) = (0, 0)
        try importAll(
            into: target,
            onItem: { _ in
                seen += 1
                do { if try other.itemCount() < seen { missing += 1 } } catch { missing += 1 }
            })
        XCTAssertEqual([seen, missing], [300, 0])
    }

    /// Closing the file would give up SQLite's locks on it, whichever store reads it.
    ///
    /// The next process that closes the store would then take the journal away from this one.
    func test_import_ofTheStoresOwnFiles_isRefusedAndKeepsItsLocks() throws {
        let store = try makeStore(ofItems: 2)
        let other = try makeTarget()
        let link = directory + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        let number = try XCTUnwrap(attributes[.systemFileNumber] as? Int)
        for file in [path, link, path + "-wal", path + "-shm"] {
            for store in [store, other, try ItemStore.inMemory()] {
                assertThrows(.param, file) {
                    _ = try store.importItems(from: file, passphrase: secret("phrase"))
                }
            }
            let locks = try String(contentsOfFile: "/proc/locks", encoding: .utf8)
            XCTAssertTrue(locks.contains(":\(number) "), file)
        }
    }
}
