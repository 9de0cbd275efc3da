import XCTest

@testable import SecureStore

/// Calls that name their item, in the store and in transactions.
final class ByItemTests: StoreTestCase {
    private let mail = GenericPassword(service: "mail", account: "maria")
    private let other = GenericPassword(service: "mail", account: "john")

    private func makeStoreWithBoth() throws -> ItemStore {
        let store = try makeStore()
        try store.set(mail, secret: SecretBytes(utf8: "correct horse"))
        try store.set(other, secret: SecretBytes(utf8: "battery staple"))
        return store
    }

    func test_secret_ofItem_isItsSecret() throws {
        let store = try makeStoreWithBoth()
        XCTAssertEqual(try store.secret(of: mail)?.text(), "correct horse")
        XCTAssertNil(try store.secret(of: GenericPassword(service: "mail")))
    }

    func test_secret_ofItemThatIsLocked_throws() throws {
        let store = try makeStoreWithBoth()
        store.lock()
        assertThrows(.interactionNotAllowed) { try store.secret(of: self.mail) }
    }

    func test_update_ofItem_changesItAlone() throws {
        let store = try makeStoreWithBoth()
        try store.update(mail, Changes().set(.label, to: "Post").secret(SecretBytes(utf8: "third")))
        XCTAssertEqual(try store.secret(of: mail)?.text(), "third")
        XCTAssertEqual(try store.secret(of: other)?.text(), "battery staple")
        assertThrows(.itemNotFound) { try store.update(GenericPassword(service: "x"), Changes()) }
    }

    func test_delete_ofItem_deletesItAlone() throws {
        let store = try makeStoreWithBoth()
        try store.delete(mail)
        XCTAssertNil(try store.secret(of: mail))
        XCTAssertNotNil(try store.secret(of: other))
        assertThrows(.itemNotFound) { try store.delete(self.mail) }
    }

    func test_deleteIfPresent_ofItem_saysWhetherItWas() throws {
        let store = try makeStoreWithBoth()
        XCTAssertTrue(try store.deleteIfPresent(mail))
        XCTAssertFalse(try store.deleteIfPresent(mail))
        XCTAssertNotNil(try store.secret(of: other))
    }

    func test_transaction_byItem_seesItsOwnChanges() throws {
        let store = try makeStoreWithBoth()
        try store.transaction { changes in
            try changes.update(mail, Changes().secret(SecretBytes(utf8: "third")))
            XCTAssertEqual(try changes.secret(of: mail)?.text(), "third")
            try changes.delete(other)
            XCTAssertNil(try changes.secret(of: other))
            XCTAssertEqual(try changes.first(Query<GenericPassword>())?.item.account, "maria")
        }
        XCTAssertEqual(try store.secret(of: mail)?.text(), "third")
    }

    func test_text_ofBytesThatAreNotUTF8_throwsDecode() throws {
        let bytes = try SecretBytes(copying: [0xff, 0xfe])
        assertThrows(.decode) { try bytes.text() }
        XCTAssertEqual(try SecretBytes(utf8: "é\0🔑").text(), "é\0🔑")
        XCTAssertEqual(try SecretBytes(utf8: "").text(), "")
    }
}
