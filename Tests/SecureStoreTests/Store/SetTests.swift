import FoundationEssentials
import XCTest

@testable import SecureStore

/// `set` and `replace` change what the item says; what it does not mention stays as it was.
final class SetTests: StoreTestCase {
    private let mail = GenericPassword(service: "mail", account: "maria")

    /// An item with a secret and with attributes that ``mail`` does not mention.
    private func makeStoreWithMail() throws -> ItemStore {
        let store = try makeStore()
        var item = mail
        item.label = "Mail"
        item.comment = "from the old machine"
        item.accessibility = .afterFirstUnlockThisDeviceOnly
        try store.set(item, secret: secret("hunter2"))
        return store
    }

    private func stored(_ store: ItemStore) throws -> ItemMatch<GenericPassword> {
        try store.only(Query(identityOf: mail))
    }

    func test_set_withoutSecret_keepsTheSecret() throws {
        let store = try makeStoreWithMail()
        try store.set(mail)
        XCTAssertEqual(try stored(store).secret, try secret("hunter2"))
    }

    func test_set_ofItemWithFewerAttributes_keepsTheOthers() throws {
        let store = try makeStoreWithMail()
        try store.set(mail, secret: secret("new"))
        let match = try stored(store)
        XCTAssertEqual(match.secret, try secret("new"))
        XCTAssertEqual(match.item.label, "Mail")
        XCTAssertEqual(match.item.comment, "from the old machine")
        XCTAssertEqual(match.item.accessibility, .afterFirstUnlockThisDeviceOnly)
    }

    func test_set_ofItemWithOtherAttributes_takesTheirValues() throws {
        let store = try makeStoreWithMail()
        var item = mail
        item.label = "Post"
        item.accessibility = .whenUnlocked
        try store.set(item)
        let match = try stored(store)
        XCTAssertEqual(match.item.label, "Post")
        XCTAssertEqual(match.item.comment, "from the old machine")
        XCTAssertEqual(match.item.accessibility, .whenUnlocked)
    }

    func test_set_ofAccessibility_takesTheAccessControlAway() throws {
        var options = options
        options.acceptsUnenforcedAccessControl = true
        let store = try ItemStore.create(at: path, options: options)
        var item = mail
        item.accessControl = try AccessControl(accessibility: .whenUnlocked, flags: .userPresence)
        try store.set(item, secret: secret("x"))
        item = mail
        item.accessibility = .afterFirstUnlock
        try store.set(item)
        XCTAssertNil(try stored(store).item.accessControl)
        XCTAssertEqual(try stored(store).item.accessibility, .afterFirstUnlock)
    }

    func test_set_inTransaction_keepsTheSecret() throws {
        let store = try makeStoreWithMail()
        try store.transaction { try $0.set(mail) }
        XCTAssertEqual(try stored(store).secret, try secret("hunter2"))
    }

    func test_replace_withoutSecret_keepsTheSecretAndTheAttributes() throws {
        let store = try makeStoreWithMail()
        let generation = try stored(store).generation
        try store.replace(mail, secret: nil, ifGeneration: generation)
        XCTAssertEqual(try stored(store).secret, try secret("hunter2"))
        XCTAssertEqual(try stored(store).item.label, "Mail")
    }

    func test_set_ofNewItem_addsIt() throws {
        let store = try makeStore()
        try store.set(mail, secret: secret("x"))
        XCTAssertEqual(try stored(store).secret, try secret("x"))
    }
}
