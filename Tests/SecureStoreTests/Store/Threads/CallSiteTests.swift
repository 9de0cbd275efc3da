import Foundation
import SecureStore
import XCTest

/// The calls as a program writes them, with nothing but the public interface; that they compile is the test.
final class CallSiteTests: XCTestCase {
    private struct Profile: Codable, Equatable { var name: String }
    private struct Refusal: Error {}

    private let mail = GenericPassword(service: "mail.example", account: "maria")

    func test_password_in_comesOut() throws {
        let store = try ItemStore.inMemory()
        try store.set(mail, secret: SecretBytes(utf8: "correct horse"))
        let password = try store.secret(of: mail)
        XCTAssertEqual(try password?.text(), "correct horse")
        XCTAssertEqual(password?.withBytes { Array($0) }, Array("correct horse".utf8))
        XCTAssertEqual(password?.withBytes { Data($0) }, Data("correct horse".utf8))
        XCTAssertEqual(password?.withSpan { $0.count }, 13)
    }

    func test_query_saysWhat_andTheCallHowMany() throws {
        let store = try ItemStore.inMemory()
        for account in ["tenant-7/a", "tenant-7/b", "maria"] {
            try store.set(GenericPassword(service: "mail.example", account: account, label: "my mail"))
        }
        let query = Query<GenericPassword>().where(.service, equals: "mail.example")
        XCTAssertEqual(try store.copyMatching(query).count, 3)
        XCTAssertEqual(try store.copyMatching(query, limit: 2, returning: .attributes).count, 2)
        XCTAssertEqual(try store.first(query)?.item.account, "tenant-7/a")
        let lastNight = Date(timeIntervalSinceNow: -43_200)
        XCTAssertEqual(try store.all(query.where(.modificationDate, in: lastNight...)).count, 3)
        XCTAssertEqual(try store.all(Query<InternetPassword>()), [])
        XCTAssertEqual(try store.only(query.where(.account, equals: "maria")).item.account, "maria")
        XCTAssertEqual(try store.count(query), 3)
        XCTAssertEqual(
            try store.count(Query<GenericPassword>().where(.account, startsWith: "tenant-7/")), 2)
        XCTAssertEqual(try store.count(Query<GenericPassword>().where(.label, contains: "mail")), 3)
        let page = try store.page(query, after: nil, limit: 2)
        XCTAssertEqual(page.matches.count, 2)
        XCTAssertEqual(try store.page(query, after: page.next, limit: 2).matches.count, 1)
        try store.delete(query)
        XCTAssertEqual(try store.deleteIfPresent(query), 0)
    }

    func test_async_neverBlocksThePool() async throws {
        let store = try ItemStore.inMemory()
        try await store.set(mail)
        let query = Query<GenericPassword>().where(.service, equals: "mail.example")
        let match = try await store.perform { store in try store.first(query) }
        let same = try await store.first(query)
        XCTAssertEqual(match?.item, same?.item)
        for try await match in store.items(query) { if match.item.account == "maria" { break } }
    }

    func test_opening_hasOneVocabulary() throws {
        let directory = NSTemporaryDirectory() + "call-site-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let path = directory + "/test.store"
        let passphrase = try SecretBytes(utf8: "a passphrase of several words")
        var options = StoreOptions()
        // Not the key of whoever runs the tests.
        options.deviceKey = .file(directory + "/device.key")
        let made = try ItemStore.create(
            at: path, unlockingWith: .passphrase(passphrase, cost: .interactive), options: options)
        try made.set(mail)
        let opened = try ItemStore.open(at: path, unlockingWith: .passphrase(passphrase))
        XCTAssertEqual(try opened.count(Query<GenericPassword>()), 1)
        XCTAssertTrue(
            try ItemStore.openOrCreate(at: path, unlockingWith: .passphrase(passphrase)).contains(mail))
        let reader = try ItemStore.open(
            at: path, unlockingWith: .passphrase(passphrase), options: StoreOptions(access: .readOnly))
        XCTAssertThrowsError(try reader.set(mail)) { XCTAssertEqual(($0 as? StoreError)?.status, .readOnly) }
    }

    /// A function can ask for what both kinds of access can do.
    private func rename(_ item: GenericPassword, in items: borrowing some ItemAccess & ~Copyable) throws {
        try items.update(item, Changes().set(.label, to: "Renamed"))
    }

    func test_function_ofItemAccess_takesAStoreAndATransaction() throws {
        let store = try ItemStore.inMemory()
        try store.set(mail)
        try rename(mail, in: store)
        try store.transaction { changes in try rename(mail, in: changes) }
        XCTAssertEqual(try store.first(Query(identityOf: mail))?.item.label, "Renamed")
    }

    func test_set_ofLabelledItem_keepsWhatItDoesNotMention() throws {
        let store = try ItemStore.inMemory()
        try store.set(mail, secret: SecretBytes(utf8: "correct horse"))
        var labelled = mail
        labelled.label = "Mail"
        try store.set(labelled, secret: SecretBytes(utf8: "battery staple"))
        try store.update(mail, Changes().set(.label, to: "Post").remove(.comment))
        try store.update(mail, Changes().secret(SecretBytes(utf8: "third")))
        XCTAssertEqual(try store.secret(of: mail)?.text(), "third")
        try store.delete(mail)
        XCTAssertFalse(try store.deleteIfPresent(mail))
    }

    func test_transaction_thatThrowsStoreErrorAlone_needsNoCast() throws {
        let store = try ItemStore.inMemory()
        do {
            try store.transaction { changes throws(StoreError) in
                try changes.set(mail, secret: SecretBytes(utf8: "one"))
                let present = try changes.first(Query<GenericPassword>())
                XCTAssertNotNil(present)
                try changes.add(mail)
            }
            XCTFail("a second item of one identity was added")
        } catch {
            XCTAssertEqual(error.status, .duplicateItem)
        }
        XCTAssertNil(try store.secret(of: mail))
    }

    func test_transaction_mayThrowWhatItLikes() throws {
        let store = try ItemStore.inMemory()
        XCTAssertThrowsError(
            try store.transaction { changes in
                try changes.set(mail, secret: SecretBytes(utf8: "one"))
                throw Refusal()
            }
        ) { XCTAssertTrue($0 is Refusal) }
        XCTAssertNil(try store.secret(of: mail))
    }

    func test_getOrCreate_thatThrowsStoreErrorAlone_needsNoCast() {
        do throws(StoreError) {
            let store = try ItemStore.inMemory()
            let match = try store.getOrCreate(mail, secret: .random(count: 32))
            XCTAssertEqual(match.secret?.count, 32)
        } catch {
            XCTFail(error.reason)
        }
    }

    func test_value_ofCodable_comesBack() throws {
        let store = try ItemStore.inMemory()
        let profile = Profile(name: "Maria")
        try store.setValue(profile, of: GenericPassword(service: "app", account: "profile", label: "Profile"))
        let item = GenericPassword(service: "app", account: "profile")
        XCTAssertEqual(try store.value(Profile.self, of: item), profile)
        try store.transaction { changes in
            try changes.setValue(Profile(name: "John"), of: item)
            XCTAssertEqual(try changes.value(Profile.self, of: item)?.name, "John")
        }
        XCTAssertEqual(try store.first(Query(identityOf: item))?.item.label, "Profile")
    }

    func test_error_canBeMadeByACaller() {
        XCTAssertEqual(StoreError(.itemNotFound, "made by a test").status, .itemNotFound)
    }
}
