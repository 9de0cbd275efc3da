import Foundation
import XCTest

@testable import SecureStore

/// Every operation on a store whose keys are being changed: half of its items are under the old ones.
final class HalfRotatedStoreTests: StoreTestCase {
    /// Items `0` to `7`, of which those with even names have new keys.
    private func halfRotated(_ add: (ItemStore) throws -> Void = { _ in }) throws -> ItemStore {
        let store = try makeStore()
        for number in 0..<8 {
            var item = password("\(number)")
            item.label = number < 4 ? "low" : "high"
            try store.add(item, secret: secret("secret \(number)"))
        }
        try add(store)
        try store.beginRotation { $0 % 2 == 1 }
        XCTAssertEqual(try keysets(), ["1", "2"])
        XCTAssertEqual(try itemsByKeyset().map { $0[0] }, ["1", "2"])
        return store
    }

    private func names(_ query: Query<GenericPassword>, in store: ItemStore) throws -> [String] {
        try store.copyMatching(query).map(\.item.account)
    }

    private typealias Act = (ItemStore) throws -> Void

    /// Runs each act on a half rotated store of its own, in the object that began and in another one.
    private func assertHalfRotated(_ rows: [(name: String, act: Act, line: UInt)]) throws {
        for row in rows {
            for isOther in [false, true] {
                let store = try halfRotated()
                do { try row.act(isOther ? openStore() : store) } catch {
                    XCTFail("\(row.name): \(error)", line: row.line)
                }
                XCTAssertTrue(try store.verify().isIntact, row.name, line: row.line)
                try store.rotateKeys()
                XCTAssertTrue(try store.verify().isIntact, row.name, line: row.line)
                try removeStore()
            }
        }
    }

    func test_information_ofHalfRotatedStore_countsItemsUnderBothKeySets() throws {
        XCTAssertEqual(try halfRotated().information().itemCounts, [.genericPassword: 8])
    }

    func test_information_untilTheRotationEnds_saysThatItGoesOn() throws {
        let store = try halfRotated()
        XCTAssertTrue(try store.information().isRotating)
        XCTAssertTrue(try ItemStore.information(at: path, options: options).isRotating)
        try store.rotateKeys()
        XCTAssertFalse(try store.information().isRotating)
    }

    func test_find_inHalfRotatedStore_findsItemsUnderBothKeySetsOldestFirst() throws {
        let all = (0..<8).map { "\($0)" }
        let mail = Query<GenericPassword>().where(.service, equals: "mail")
        let low = Query<GenericPassword>().where(.label, equals: "low")
        let rows: [(name: String, query: Query<GenericPassword>, found: [String], line: UInt)] = [
            ("by service", mail, all, #line),
            ("by label", low, ["0", "1", "2", "3"], #line),
            ("by account", Query().where(.account, equals: "5"), ["5"], #line),
            ("by identity, new", query("4"), ["4"], #line),
            ("by identity, old", query("5"), ["5"], #line),
            ("by class", Query(), all, #line),
            (
                "by what has no token", Query().where(.accessibility, equals: .whenUnlocked), all,
                #line
            ),
        ]
        let store = try halfRotated()
        for row in rows {
            XCTAssertEqual(try names(row.query, in: store), row.found, row.name, line: row.line)
            XCTAssertEqual(try names(row.query, in: openStore()), row.found, row.name, line: row.line)
        }
        assertThrows(.itemNotFound) { try store.copyMatching(query("8")) }
    }

    func test_find_byReferenceInHalfRotatedStore_givesTheSecret() throws {
        let store = try halfRotated()
        for number in 0..<8 {
            let match = try store.only(query("\(number)"))
            let again = try store.only(Query<GenericPassword>().reference(match.reference))
            XCTAssertEqual(again.secret?.text, "secret \(number)")
        }
    }

    func test_list_ofHalfRotatedStore_givesEveryItemOnceInOrder() throws {
        let store = try halfRotated()
        var seen: [String] = []
        try store.list(Query<GenericPassword>()) { seen.append($0.item.account) }
        XCTAssertEqual(seen, (0..<8).map { "\($0)" })
    }

    func test_changes_ofHalfRotatedStore_keepItWhole() throws {
        let changes = Changes<GenericPassword>().set(.label, to: "changed")
        try assertHalfRotated([
            ("add", { try $0.add(password("new"), secret: secret("x")) }, #line),
            ("set, new", { try $0.set(password("4"), secret: secret("x")) }, #line),
            ("set, old", { try $0.set(password("5"), secret: secret("x")) }, #line),
            (
                "update, all",
                { try $0.update(Query<GenericPassword>().where(.service, equals: "mail"), changes) }, #line
            ),
            ("delete, new", { try $0.delete(query("4")) }, #line),
            ("delete, old", { try $0.delete(query("5")) }, #line),
            ("delete, all", { try $0.deleteAll(of: GenericPassword.self) }, #line),
            ("passphrase", { try $0.setPassphrase(secret("p"), cost: .cheapest) }, #line),
            ("code", { _ = try $0.addRecoveryCode() }, #line),
        ])
    }

    func test_export_ofHalfRotatedStore_holdsEveryItem() throws {
        let store = try halfRotated()
        let file = directory + "/export"
        _ = try store.export(to: file, passphrase: secret("one"), cost: .cheapest)
        let other = try ItemStore.create(at: directory + "/other.store", options: options)
        _ = try other.importItems(from: file, passphrase: secret("one"))
        XCTAssertEqual(try names(Query(), in: other), (0..<8).map { "\($0)" })
    }

    func test_backup_ofHalfRotatedStore_isOneThatTheRotationGoesOnIn() throws {
        let store = try halfRotated()
        let copy = directory + "/copy.store"
        try store.backup(to: copy)
        let other = try ItemStore.open(at: copy, options: options)
        try other.rotateKeys()
        XCTAssertEqual(try ReadItem.all(of: other), try ReadItem.all(of: store))
        XCTAssertEqual(try keysets(at: copy), ["2"])
    }

    func test_salvage_ofHalfRotatedStore_findsTheItemsOfBothKeySets() throws {
        let before = try ReadItem.all(of: halfRotated())
        let new = directory + "/new.store"
        _ = try ItemStore.salvage(from: path, to: new, options: options)
        let salvaged = try ReadItem.all(of: ItemStore.open(at: new, options: options))
        XCTAssertEqual(salvaged.map(\.secret), before.map(\.secret))
    }

    func test_add_ofIdentityUnderEitherKeySet_throwsDuplicateItem() throws {
        let store = try halfRotated()
        for name in ["4", "5"] {
            assertThrows(.duplicateItem, name) { try store.add(password(name)) }
            assertThrows(.duplicateItem, name) { try self.openStore().add(password(name)) }
        }
        XCTAssertEqual(try store.itemCount(), 8)
    }

    func test_update_toIdentityUnderEitherKeySet_throwsDuplicateItem() throws {
        let store = try halfRotated()
        for (from, to) in [("0", "1"), ("1", "0"), ("0", "2"), ("1", "3")] {
            let changes = Changes<GenericPassword>().set(.account, to: to)
            assertThrows(.duplicateItem, "\(from) to \(to)") { try store.update(query(from), changes) }
        }
        XCTAssertTrue(try store.verify().isIntact)
    }

    func test_update_ofItemUnderTheOldKeys_keepsReferenceAndGoesToTheNewOnes() throws {
        let store = try halfRotated()
        let before = try store.only(query("5"))
        try store.update(query("5"), Changes().set(.label, to: "changed"))
        let after = try store.only(query("5"))
        XCTAssertEqual(after.reference, before.reference)
        XCTAssertGreaterThan(after.generation, before.generation)
        XCTAssertEqual(try itemsByKeyset(), [["1", "3"], ["2", "5"]])
    }

    func test_identity_whoseHalvesAreUnderDifferentKeySets_isFound() throws {
        let hash = Data("hash".utf8)
        for isCertificateNew in [true, false] {
            let store = try makeStore()
            var certificate = CertificateItem(issuer: Data([1]), serialNumber: Data([2]))
            certificate.publicKeyHash = hash
            try store.add(certificate, secret: secret("certificate"))
            try store.add(KeyItem(keyClass: .private, applicationLabel: hash), secret: secret("key"))
            try store.beginRotation { ($0 == 1) == isCertificateNew }
            XCTAssertEqual(try store.only(Query<IdentityItem>()).secret?.text, "key")
            try removeStore()
        }
    }

    func test_verify_withItemOfUnknownKeySet_namesIt() throws {
        let store = try halfRotated()
        try tamper("UPDATE item SET keyset = 3 WHERE number = 5")
        XCTAssertEqual(try store.verify().damaged.count, 1)
        assertThrows(.decode) { try store.copyMatching(query("4")) }
    }

    func test_verify_withItemMovedToTheOtherKeySet_namesIt() throws {
        for (from, to) in [(1, 2), (2, 1)] {
            let store = try halfRotated()
            try tamper("UPDATE item SET keyset = \(to) WHERE keyset = \(from)")
            XCTAssertEqual(try store.verify().damaged.count, 4)
            try removeStore()
        }
    }

    // MARK: - Passphrases meanwhile

    func test_removePassphrase_ofHalfRotatedStore_destroysItsItemsOfBothKeySets() throws {
        let store = try ItemStore.create(
            at: path, unlockingWith: .passphrase(secret("one"), cost: .cheapest), options: options)
        for name in ["a", "b"] { try store.add(password(name, .whenPasscodeSetThisDeviceOnly)) }
        try store.add(password("kept"), secret: secret("kept"))
        try store.beginRotation { $0 == 1 }
        try store.removePassphrase()
        XCTAssertEqual(try store.itemCount(), 1)
        let boxes = try PlainDatabase(path).rows("SELECT count(passcode), count(device) FROM keyset")
        XCTAssertEqual(boxes, [["0", "2"]])
        try store.rotateKeys()
        XCTAssertEqual(try openStore().only(query("kept")).secret?.text, "kept")
    }

    func test_setPassphrase_ofHalfRotatedStore_allowsItsItems() throws {
        let store = try halfRotated()
        try store.setPassphrase(secret("one"), cost: .cheapest)
        try store.add(password("new", .whenPasscodeSetThisDeviceOnly), secret: secret("x"))
        try store.rotateKeys()
        let other = try openStore(.passphrase(secret("one")))
        XCTAssertEqual(try other.only(query("new")).secret?.text, "x")
        XCTAssertTrue(try other.verify().isIntact)
    }

    func test_lock_ofHalfRotatedStore_keepsWhatLockingKeepsOfBothKeySets() throws {
        let store = try makeStore()
        for name in ["a", "b"] { try store.add(password(name, .afterFirstUnlock), secret: secret(name)) }
        for name in ["c", "d"] { try store.add(password(name), secret: secret(name)) }
        try store.beginRotation { $0 % 2 == 1 }
        store.lock()
        for name in ["a", "b"] { XCTAssertEqual(try store.only(query(name)).secret?.text, name) }
        for name in ["c", "d"] {
            assertThrows(.interactionNotAllowed) { try store.copyMatching(query(name)) }
        }
        try openStore().rotateKeys()
        for name in ["a", "b"] { XCTAssertEqual(try store.only(query(name)).secret?.text, name) }
    }
}
