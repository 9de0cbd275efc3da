import FoundationEssentials
import SecureStoreTestSupport
import XCTest

@testable import SecureStore
@testable import SecureStoreCLI

/// Logins that were deleted, at any age and with any attributes.
final class DeletedLoginsTests: StoreTestCase {
    private func store(_ days: Double = 0) throws -> ItemStore {
        var options = try DeletedLogins.options()
        options.now = { Date(timeIntervalSinceNow: -days * 86_400) }
        return try ItemStore.inMemory(options: options)
    }

    private func discard(_ item: some PasswordItem, in store: ItemStore) throws -> ItemReference {
        let reference = try store.add(item, secret: secret("password"))
        let isKept = try store.transaction { changes in try DeletedLogins.add(reference, in: changes) }
        XCTAssertTrue(isKept)
        return reference
    }

    func test_expired_ofEachAge_areThoseOverThirtyDays() throws {
        for (days, count) in [(-400.0, 0), (0, 0), (29.9, 0), (30.1, 1), (400, 1)] {
            let store = try store(days)
            _ = try discard(GenericPassword(service: "mail", account: "maria"), in: store)
            XCTAssertEqual(try DeletedLogins.expired(in: store).count, count, "\(days)")
        }
    }

    func test_deleteExpired_ofOneThatWasBroughtBack_leavesIt() throws {
        let store = try store(31)
        let reference = try discard(GenericPassword(service: "mail"), in: store)
        try DeletedLogins.restore(GenericPassword.self, reference, in: store)
        let isGone = try store.transaction { changes throws(StoreError) in
            try DeletedLogins.deleteExpired(GenericPassword.self, reference, in: changes)
        }
        XCTAssertFalse(isGone)
        XCTAssertEqual(try reference.password(in: store).secret?.text, "password")
    }

    func test_restore_ofOneThatIsBackAlready_isNotFound() throws {
        let store = try store()
        let reference = try discard(GenericPassword(service: "mail"), in: store)
        try DeletedLogins.restore(GenericPassword.self, reference, in: store)
        XCTAssertThrowsError(try DeletedLogins.restore(GenericPassword.self, reference, in: store)) {
            XCTAssertEqual(($0 as? CommandError)?.exitCode, ExitCode(.itemNotFound))
        }
    }

    func test_add_ofOneWithAPartOfTheMarksName_hintsAtNowAndKeepsThePart() throws {
        let store = try store()
        let reference = try store.add(GenericPassword(service: "mail"), secret: secret("password"))
        let part = Changes<GenericPassword>().part(DeletedLogins.mark, try secret("mine"))
        try store.update(Query<GenericPassword>().reference(reference), part)
        try store.transaction { changes throws in
            XCTAssertThrowsError(try DeletedLogins.add(reference, in: changes)) {
                XCTAssertEqual(($0 as? CommandError)?.exitCode, ExitCode(.param))
                XCTAssertEqual(($0 as? CommandError)?.hint, "--now deletes it for good")
            }
        }
        XCTAssertEqual(try reference.password(in: store).parts[DeletedLogins.mark]?.text, "mine")
    }

    func test_add_ofOneWithTheMostParts_hintsAtNowAndChangesNothing() throws {
        let store = try store()
        let reference = try store.add(GenericPassword(service: "mail"), secret: secret("password"))
        let value = try SecretBytes(utf8: "v")
        let parts = (0..<256).reduce(Changes<GenericPassword>()) { $0.part("\($1)", value) }
        try store.update(Query<GenericPassword>().reference(reference), parts)
        let isKept = try store.transaction { changes throws in
            do { return try DeletedLogins.add(reference, in: changes) } catch let error as CommandError {
                XCTAssertEqual(error.exitCode, ExitCode(.dataTooLarge))
                XCTAssertEqual(error.hint, "--now deletes it for good")
                return false
            }
        }
        XCTAssertFalse(isKept)
        XCTAssertEqual(try store.count(Query<GenericPassword>()), 1)
    }

    func test_restore_ofAnyLogin_givesItBackAsItWas() throws {
        let hinted = try InternetPassword(server: "forge.example", account: "eva", protocol: .https)
        var hints = hinted.attributes
        try hints.set(.syncViewHint, to: .string("PasswordsAndAutofill"))
        let items: [any PasswordItem] = [
            GenericPassword(service: "mail", account: "maria"), try InternetPassword(attributes: hints),
            GenericPassword(service: "mail", account: "maria", label: "Mail=\n", accessGroup: "work"),
            GenericPassword(service: "synchronized", isSynchronizable: true),
        ]
        for item in items {
            let store = try store()
            let reference = try discard(item, in: store)
            XCTAssertEqual(
                try reference.password(in: store).attributes.column(.label), "securestore.deleted")
            try DeletedLogins.restore(reference.itemClass.passwordType, reference, in: store)
            let login = try reference.password(in: store)
            for name in [AttributeName.label, .accessGroup, .syncViewHint] where item.attributes[name] != nil
            {
                XCTAssertEqual(login.attributes[name], item.attributes[name], "\(name)")
            }
            XCTAssertEqual(login.parts, [])
            XCTAssertEqual(login.secret?.text, "password")
        }
    }

    /// A vault renews its tokens, and takes no parts.
    func test_add_ofTokens_keepsNone() throws {
        let store = try store()
        var item = GenericPassword(service: "api", account: "maria")
        item.kind = GenericPassword.kindOfTokens
        let reference = try store.add(item, secret: secret("tokens"))
        XCTAssertFalse(try store.transaction { changes in try DeletedLogins.add(reference, in: changes) })
    }
}
