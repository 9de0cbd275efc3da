import Foundation
import XCTest

@testable import SecureStore

final class ExportTests: ExportTestCase {
    private let small = PassphraseCost(passes: 1, memory: 8_192)

    // MARK: - What is in it

    func test_export_ofEveryClass_givesEqualItemsWhenImported() throws {
        let store = try makeStore()
        try FormatSamples.fill(store)
        let report = try export(store)
        let target = try makeTarget()
        try importAll(into: target)
        XCTAssertEqual(try contents(of: target), try travellers(of: store))
        XCTAssertEqual(report.exported, try target.itemCount())
        XCTAssertTrue(try target.verify().isIntact)
    }

    func test_export_ofCodeThatSpellsANumber_isTakenByTheImport() throws {
        let store = try makeStore()
        let code = InternetProtocol(rawValue: "12")
        try store.add(InternetPassword(server: "typed", protocol: code), secret: secret("x"))
        let named = try ItemAttributes(
            .internetPassword, [.server: .string("by name"), .protocol: .string("12")])
        try store.add(InternetPassword(attributes: named))
        XCTAssertTrue(try export(store).isComplete)
        let target = try makeTarget()
        XCTAssertEqual(try importAll(into: target).added, 2)
        let query = Query<InternetPassword>().where(.protocol, equals: code)
        let found = try target.copyMatching(query)
        XCTAssertEqual(found.map(\.item.server).sorted(), ["by name", "typed"])
    }

    func test_export_ofDeviceOnlyItems_leavesThemOutAndCountsThem() throws {
        let store = try makeStore()
        try FormatSamples.fill(store)
        let all = try ReadItem.all(of: store)
        let report = try export(store)
        XCTAssertEqual(report.keptOnDevice, all.count { $0.accessibility.hasSuffix("u") })
        XCTAssertEqual(report.exported + report.keptOnDevice, all.count)
        XCTAssertTrue(report.isComplete)
    }

    func test_export_withAccessGroups_leavesOtherGroupsOut() throws {
        let store = try makeStore()
        try store.add(GenericPassword(service: "mine", accessGroup: "a"), secret: secret("x"))
        try store.add(GenericPassword(service: "other", accessGroup: "b"), secret: secret("x"))
        var options = options
        options.accessGroups = ["a"]
        let report = try export(try ItemStore.open(at: path, options: options))
        XCTAssertEqual([report.exported, report.inOtherGroups], [1, 1])
    }

    func test_export_ofEmptyStore_importsNothing() throws {
        try export(try makeStore())
        XCTAssertEqual(try importAll(into: try makeTarget()), ImportReport())
    }

    func test_export_ofSecretsOfManyFrames_givesThemWhenImported() throws {
        let store = try makeStore()
        let sizes = [1, 65_535, 65_536, 65_537, 200_000, FileFormat.largestSecret]
        for size in sizes { try store.add(password("\(size)"), secret: SecretBytes.random(count: size)) }
        try export(store)
        let target = try makeTarget()
        try importAll(into: target)
        for size in sizes {
            let (old, new) = (
                try store.only(query("\(size)")), try target.only(query("\(size)"))
            )
            XCTAssertTrue(old.secret == new.secret, "\(size) bytes")
        }
    }

    func test_export_whileOthersWrite_isOfOneMoment() throws {
        let store = try makeStore(ofItems: 600)
        let other = try openStore()
        let report = try export(store) { progress in
            guard progress.done == 256 else { return .proceed }
            do {
                try other.add(password("new"), secret: secret("new"))
                try other.delete(query("599"))
                try other.update(query("598"), Changes<GenericPassword>().secret(secret("changed")))
            } catch { XCTFail("\(error)") }
            return .proceed
        }
        let target = try makeTarget()
        try importAll(into: target)
        XCTAssertEqual(report.exported, 600)
        XCTAssertEqual(try target.only(query("599")).secret?.text, "599")
        XCTAssertEqual(try target.only(query("598")).secret?.text, "598")
    }

    func test_export_ofHalfRotatedStore_isComplete() throws {
        let store = try makeStore(ofItems: 20)
        try store.beginRotation { $0 % 2 == 1 }
        XCTAssertTrue(try export(store).isComplete)
        let target = try makeTarget()
        XCTAssertEqual(try importAll(into: target).added, 20)
        XCTAssertEqual(try contents(of: target), try travellers(of: store))
    }

    // MARK: - What is wrong with the store

    func test_export_ofDamagedItem_namesItAndExportsTheRest() throws {
        let store = try makeStore(ofItems: 3)
        let reference = try store.only(query("1")).reference
        try tamper("UPDATE item SET secret = zeroblob(32) WHERE number = 2")
        let report = try export(try openStore())
        XCTAssertEqual(report.damaged.map(\.reference), [reference])
        XCTAssertEqual([report.exported, report.damagedCount], [2, 1])
        XCTAssertFalse(report.isComplete)
    }

    func test_export_aroundRowThatCannotBeRead_exportsTheRest() throws {
        _ = try makeStore(ofItems: 3)
        // More than a statement may read.
        try tamper("UPDATE item SET secret = zeroblob(26214400) WHERE number = 2")
        let report = try export(try openStore())
        XCTAssertEqual([report.exported, report.damagedCount], [2, 1])
        XCTAssertFalse(report.isComplete)
    }

    func test_export_afterRowWasDropped_isNotComplete() throws {
        _ = try makeStore(ofItems: 3)
        try tamper("DELETE FROM item WHERE number = 2")
        let report = try export(try openStore())
        XCTAssertEqual([report.exported, report.damagedCount], [2, 1])
        XCTAssertFalse(report.isComplete)
    }

    func test_export_afterItemWasMadeToLookDeviceOnly_isNotComplete() throws {
        _ = try makeStore(ofItems: 3)
        try tamper("UPDATE item SET access = 4 WHERE number = 2")
        let report = try export(try openStore())
        XCTAssertEqual([report.keptOnDevice, report.damagedCount], [0, 1])
        XCTAssertFalse(report.isComplete)
    }

    // MARK: - Where it goes

    func test_export_toFile_isForOwnerAlone() throws {
        try export(try makeStore(ofItems: 1))
        let mode = try FileManager.default.attributesOfItem(atPath: exportPath)[.posixPermissions] as? Int
        XCTAssertEqual(mode, 0o600)
    }

    func test_export_toTakenName_throwsDuplicateKeychainAndLeavesWhatIsThere() throws {
        let store = try makeStore(ofItems: 1)
        try writeExport("there".utf8)
        assertThrows(.duplicateKeychain) { try self.export(store) }
        XCTAssertEqual(try exportedBytes(), Array("there".utf8))
    }

    func test_export_toNameTakenMeanwhile_throwsDuplicateKeychainAndLeavesWhatIsThere() throws {
        let store = try makeStore(ofItems: 1)
        assertThrows(.duplicateKeychain) {
            try self.export(store) { [exportPath] _ in
                _ = FileManager.default.createFile(atPath: exportPath, contents: Data("there".utf8))
                return .proceed
            }
        }
        XCTAssertEqual(try exportedBytes(), Array("there".utf8))
    }

    func test_export_cancelled_throwsUserCanceledAndLeavesNothing() throws {
        let store = try makeStore(ofItems: 600)
        let before = Set(try FileManager.default.contentsOfDirectory(atPath: directory))
        assertThrows(.userCanceled) { try self.export(store) { $0.done < 512 ? .proceed : .cancel } }
        XCTAssertEqual(Set(try FileManager.default.contentsOfDirectory(atPath: directory)), before)
    }

    func test_export_toMissingDirectory_throwsNoSuchKeychain() throws {
        let store = try makeStore(ofItems: 1)
        assertThrows(.noSuchKeychain) {
            try store.export(to: self.directory + "/none/x", passphrase: self.phrase(), cost: .cheapest)
        }
    }

    func test_export_toPipe_isImportedFromPipe() throws {
        let (store, target, phrase) = (try makeStore(ofItems: 600), try makeTarget(), try phrase())
        let pipe = Pipe()
        let writer = Locked<Result<ExportReport, any Error>?>(nil)
        let thread = JoinableThread {
            let descriptor = pipe.fileHandleForWriting.fileDescriptor
            let result = Result {
                try store.export(toDescriptor: descriptor, passphrase: phrase, cost: .cheapest)
            }
            writer.update { $0 = result }
            try? pipe.fileHandleForWriting.close()
        }
        let input = pipe.fileHandleForReading.fileDescriptor
        let report = try target.importItems(fromDescriptor: input, passphrase: phrase)
        thread.join()
        XCTAssertEqual(report.added, 600)
        XCTAssertEqual(try writer.value?.get().exported, 600)
        XCTAssertEqual(try contents(of: target), try travellers(of: store))
    }

    func test_export_toPipeThatNobodyReads_throwsIOAndLeavesTheProgramAlive() throws {
        let store = try makeStore(ofItems: 1)
        let before = signal(SIGPIPE, SIG_DFL)
        defer { signal(SIGPIPE, before) }
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        assertThrows(.io) {
            try store.export(
                toDescriptor: pipe.fileHandleForWriting.fileDescriptor, passphrase: self.phrase(),
                cost: .cheapest)
        }
    }

    // MARK: - Refused

    func test_export_ofStoreThatIsLockedAsItBegins_throwsInteractionNotAllowedAndLeavesNothing() throws {
        _ = try makeStore(ofItems: 1)
        let locker = Locker()
        var options = options
        options.interceptor = locker
        let store = try ItemStore.open(at: path, options: options)
        locker.store.update { $0 = store }
        // The store has the locker: it would never be closed.
        defer { locker.store.update { $0 = nil } }
        assertThrows(.interactionNotAllowed) { try self.export(store) }
        XCTAssertFalse(FileManager.default.fileExists(atPath: exportPath))
    }

    func test_export_ofLockedStore_throwsInteractionNotAllowedAndLeavesNothing() throws {
        let store = try makeStore(ofItems: 1)
        store.lock()
        assertThrows(.interactionNotAllowed) { try self.export(store) }
        XCTAssertFalse(FileManager.default.fileExists(atPath: exportPath))
    }

    func test_export_withPassphraseOrCostThatIsNone_throwsParam() throws {
        let store = try makeStore(ofItems: 1)
        assertThrows(.param, "empty") {
            try store.export(to: self.exportPath, passphrase: secret(""), cost: .cheapest)
        }
        let real = try ItemStore.open(at: path, options: StoreOptions.usual(deviceKey: options.deviceKey))
        assertThrows(.param, "too cheap") {
            try real.export(to: self.exportPath, passphrase: self.phrase(), cost: self.small)
        }
    }
}

extension StoreOptions {
    /// The usual choices, so that costs are checked.
    fileprivate static func usual(deviceKey: DeviceKeySource) -> StoreOptions {
        var options = StoreOptions()
        options.deviceKey = deviceKey
        return options
    }
}

/// Locks a store as soon as it is read.
private final class Locker: EngineInterceptor {
    let store = Locked<ItemStore?>(nil)
    var allowsAnyCost: Bool { true }

    func willBegin(_ step: EngineStep, _ itemClass: ItemClass?, _ reference: ItemReference?) {
        if step == .read { store.value?.lock() }
    }
}
