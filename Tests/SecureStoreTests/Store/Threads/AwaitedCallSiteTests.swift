import SecureStore
import XCTest

/// Awaited calls as a program writes them, with nothing but the public interface; that they compile is the
/// test.
final class AwaitedCallSiteTests: XCTestCase {
    private let mail = GenericPassword(service: "mail.example", account: "maria")
    private let query = Query<GenericPassword>().where(.service, equals: "mail.example")

    @MainActor private final class Model {
        let store: ItemStore
        var account = "maria"
        init(_ store: ItemStore) { self.store = store }

        func rename(_ account: String) async throws(StoreError) {
            let item = GenericPassword(service: "mail.example", account: self.account)
            try await store.update(item, Changes().set(.account, to: account))
            self.account = account
        }

        func save() async throws {
            try await store.transaction { [account] changes in
                try changes.set(GenericPassword(service: "mail.example", account: account))
            }
        }
    }

    private actor Sessions {
        let store: ItemStore
        init(_ store: ItemStore) { self.store = store }

        func close(_ item: GenericPassword) async throws -> Bool { try await store.deleteIfPresent(item) }
        /// A function that is not asynchronous gets the call that blocks.
        func isOpen(_ item: GenericPassword) throws -> Bool { try store.contains(item) }
    }

    func test_password_in_comesOut() async throws {
        let store = try ItemStore.inMemory()
        try await store.set(mail, secret: SecretBytes(utf8: "correct horse"))
        let password = try await store.secret(of: mail)
        XCTAssertEqual(try password?.text(), "correct horse")
        try await store.set(mail)
        guard let match = try await store.first(query), let secret = match.secret else {
            return XCTFail("the secret did not stay")
        }
        XCTAssertEqual(secret, password)
        for match in try await store.all(query, returning: .attributes) { XCTAssertNil(match.secret) }
    }

    func test_calls_sideBySide_answerAll() async throws {
        let store = try ItemStore.inMemory()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask { try await store.set(GenericPassword(service: "\(number)")) }
            }
            try await group.waitForAll()
        }
        async let passwords = store.count(Query<GenericPassword>())
        async let logins = store.count(Query<InternetPassword>())
        let counts = try await (passwords, logins)
        XCTAssertEqual(counts.0, 8)
        XCTAssertEqual(counts.1, 0)
    }

    func test_call_withTry_mayBeNil() async throws {
        let store = try ItemStore.inMemory()
        try? await store.delete(mail)
        let found = (try? await store.contains(mail)) == true
        XCTAssertFalse(found)
    }

    func test_call_ofMainActorAndActor_isAwaited() async throws {
        let store = try ItemStore.inMemory()
        let model = await Model(store)
        try await model.save()
        try await model.rename("bob")
        let bob = GenericPassword(service: "mail.example", account: "bob")
        let sessions = Sessions(store)
        let isOpen = try await sessions.isOpen(bob)
        let wasOpen = try await sessions.close(bob)
        XCTAssertTrue(isOpen && wasOpen)
    }

    func test_call_inClosureWithoutAwait_isTheOneThatBlocks() async throws {
        let store = try ItemStore.inMemory()
        let counts = try [mail, mail].map { item in
            try store.set(item)
            return try store.count(query)
        }
        XCTAssertEqual(counts, [1, 1])
        try await Task { [mail] in try store.delete(mail) }.value
        let count = try await store.perform { [query] store in try store.count(query) }
        XCTAssertEqual(count, 0)
    }

    func test_error_ofAwaitedCall_isAnsweredByAnother() async throws {
        let store = try ItemStore.inMemory()
        do { try await store.update(mail, Changes().set(.label, to: "Mail")) } catch {
            guard error.status == .itemNotFound else { throw error }
            try await store.add(mail)
        }
        let count = try await store.count(query)
        XCTAssertEqual(count, 1)
    }

    func test_list_inPages_isWhole() async throws {
        let store = try ItemStore.inMemory()
        for number in 0..<5 {
            try await store.set(GenericPassword(service: "mail.example", account: "\(number)"))
        }
        var (count, cursor): (Int, PageCursor?) = (0, nil)
        repeat {
            let page = try await store.page(query, after: cursor, limit: 2)
            (count, cursor) = (count + page.matches.count, page.next)
        } while cursor != nil
        XCTAssertEqual(count, 5)
    }
}
