import FoundationEssentials
import XCTest

@testable import SecureStore

/// Tests of what an item's secret was before, for stores that are opened to keep it.
final class EarlierSecretsTests: ExportTestCase {
    private let mail = GenericPassword(service: "mail", account: "maria")

    private func keeping(_ most: Int) -> StoreOptions {
        var options = options
        options.earlierSecrets = most
        return options
    }

    /// A store in which the item had these secrets, a second apart.
    private func makeStore(_ secrets: [String], keeping most: Int = 4) throws -> ItemStore {
        let store = try ItemStore.create(at: path, options: keeping(most))
        for text in secrets {
            try store.set(mail, secret: secret(text))
            clock.advance(by: 1)
        }
        return store
    }

    private func earlier(_ store: ItemStore) throws -> [String] {
        try store.earlierSecrets(of: mail).map(\.secret.text)
    }

    func test_set_ofNewSecret_keepsTheOneBefore() throws {
        let start = clock.now
        let store = try makeStore(["one", "two", "three"])
        XCTAssertEqual(try store.secret(of: mail)?.text, "three")
        XCTAssertEqual(try earlier(store), ["two", "one"])
        let dates = try store.earlierSecrets(of: mail).map { $0.replaced.timeIntervalSince(start) }
        XCTAssertEqual(dates, [2, 1])
    }

    func test_set_inStoreThatKeepsNone_keepsNone() throws {
        XCTAssertEqual(try earlier(try makeStore(["one", "two"], keeping: 0)), [])
    }

    func test_set_inStoreThatKeepsNone_leavesThoseOfBefore() throws {
        _ = try makeStore(["one", "two"])
        let other = try ItemStore.open(at: path, options: keeping(0))
        try other.set(mail, secret: secret("three"))
        XCTAssertEqual(try earlier(other), ["one"])
    }

    func test_set_beyondTheLimit_dropsTheOldest() throws {
        let store = try makeStore((1...20).map { "\($0)" }, keeping: 3)
        XCTAssertEqual(try earlier(store), ["19", "18", "17"])
    }

    func test_set_withAnyLimit_keepsSixteen() throws {
        let store = try makeStore((1...20).map { "\($0)" }, keeping: .max)
        XCTAssertEqual(try earlier(store), (4...19).reversed().map { "\($0)" })
    }

    func test_set_ofSameSecret_keepsNothingMore() throws {
        XCTAssertEqual(try earlier(try makeStore(["one", "two", "two"])), ["one"])
    }

    func test_set_ofEarlierSecret_exchangesTheTwo() throws {
        XCTAssertEqual(try earlier(try makeStore(["one", "two", "three", "two"])), ["three", "one"])
    }

    func test_set_ofLargeSecrets_keepsThoseWithRoom() throws {
        let (large, half) = (String(repeating: "l", count: 16_373), String(repeating: "h", count: 9_000))
        let store = try makeStore(["small", half, half + "2", large, "last"], keeping: 16)
        XCTAssertEqual(try earlier(store), [half + "2", "small"])
    }

    func test_set_ofLargestSecret_keepsTheOneBefore() throws {
        let store = try makeStore(["small"])
        try store.set(mail, secret: SecretBytes.random(count: FileFormat.largestSecret))
        XCTAssertEqual(try earlier(store), ["small"])
    }

    func test_earlierSecrets_ofEmptySecret_isThere() throws {
        XCTAssertEqual(try earlier(try makeStore(["", "one"])), [""])
    }

    func test_set_ofAttributes_keepsThem() throws {
        let store = try makeStore(["one", "two"])
        var item = mail
        (item.label, item.accessibility) = ("Mail", .afterFirstUnlockThisDeviceOnly)
        try store.set(item)
        XCTAssertEqual(try earlier(store), ["one"])
        XCTAssertEqual(try store.secret(of: mail)?.text, "two")
    }

    func test_update_thatForgets_removesThem() throws {
        let store = try makeStore(["one", "two"])
        try store.update(mail, Changes().forgettingEarlierSecrets())
        XCTAssertEqual(try earlier(store), [])
        XCTAssertEqual(try store.secret(of: mail)?.text, "two")
    }

    func test_update_thatForgetsWithNewSecret_keepsTheLast() throws {
        let store = try makeStore(["one", "two"])
        try store.update(mail, Changes().secret(secret("three")).forgettingEarlierSecrets())
        XCTAssertEqual(try earlier(store), ["two"])
    }

    func test_earlierSecrets_inTransaction_seesItsChange() throws {
        let store = try makeStore(["one"])
        try store.transaction { changes in
            try changes.set(mail, secret: secret("two"))
            XCTAssertEqual(try changes.earlierSecrets(of: mail).map(\.secret.text), ["one"])
        }
    }

    func test_earlierSecrets_ofMissingItem_throws() throws {
        let store = try makeStore(["one"])
        XCTAssertThrowsError(try store.earlierSecrets(of: GenericPassword(service: "other"))) {
            XCTAssertEqual(($0 as? StoreError)?.status, .itemNotFound)
        }
    }

    func test_earlierSecrets_ofTwoItems_throws() throws {
        let store = try makeStore(["one"])
        try store.add(GenericPassword(service: "mail", account: "paul"), secret: secret("x"))
        let query = Query<GenericPassword>().where(.service, equals: "mail")
        XCTAssertThrowsError(try store.earlierSecrets(query)) {
            XCTAssertEqual(($0 as? StoreError)?.status, .multipleValuesUnsupported)
        }
    }

    // MARK: - What happens to the whole store

    func test_rotateKeys_keepsThem() throws {
        let store = try makeStore(["one", "two"])
        try store.rotateKeys()
        XCTAssertEqual(try earlier(store), ["one"])
    }

    func test_salvage_keepsThem() throws {
        try withExtendedLifetime(try makeStore(["one", "two"])) { store in
            try store.backup(to: directory + "/copy.store")
            _ = try ItemStore.salvage(
                from: directory + "/copy.store", to: targetPath, unlockingWith: .deviceKey, options: options)
        }
        XCTAssertEqual(try earlier(try ItemStore.open(at: targetPath, options: options)), ["one"])
    }

    func test_export_leavesThemOut() throws {
        try export(try makeStore(["one", "two"]))
        let target = try makeTarget()
        try importAll(into: target)
        XCTAssertEqual(try target.secret(of: mail)?.text, "two")
        XCTAssertEqual(try earlier(target), [])
    }

    func test_import_overItem_keepsWhatItReplaces() throws {
        try export(try makeStore(["one", "two"]))
        let target = try ItemStore.create(at: targetPath, options: keeping(4))
        try target.set(mail, secret: secret("ours"))
        try importAll(into: target, .replaceExisting)
        XCTAssertEqual(try target.secret(of: mail)?.text, "two")
        XCTAssertEqual(try earlier(target), ["ours"])
    }

    func test_import_ofItemWithoutSecret_keepsWhatItReplaces() throws {
        let store = try makeStore()
        try store.add(mail)
        try export(store)
        let target = try ItemStore.create(at: targetPath, options: keeping(4))
        for text in ["one", "two"] { try target.set(mail, secret: secret(text)) }
        try importAll(into: target, .replaceExisting)
        let secrets = try earlier(target) + [target.secret(of: mail)?.text].compactMap { $0 }
        XCTAssertEqual(secrets.sorted(), ["one", "two"])
    }

    func test_salvage_ofMalformedList_savesThePresentSecret() throws {
        try export(try makeStore(["new"]))
        var options = keeping(4)
        options.now = { Date(timeIntervalSinceReferenceDate: .nan) }
        let (other, copy) = (directory + "/other.store", directory + "/copy.store")
        try withExtendedLifetime(try ItemStore.create(at: other, options: keeping(4))) { store in
            try store.set(mail, secret: secret("old"))
            try importAll(into: try ItemStore.open(at: other, options: options), .replaceExisting)
            try store.backup(to: copy)
        }
        _ = try ItemStore.salvage(
            from: copy, to: targetPath, unlockingWith: .deviceKey, options: self.options)
        let saved = try ItemStore.open(at: targetPath, options: self.options)
        XCTAssertEqual(try saved.secret(of: mail)?.text, "new")
        XCTAssertEqual(try earlier(saved), [])
    }
}
