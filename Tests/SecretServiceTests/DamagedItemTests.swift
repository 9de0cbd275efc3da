import SecureStore
import SecureStoreCLI
import SecureStoreTesting
import XCTest

@testable import SecureStoreSecretService

/// An item that cannot be opened, among others that can.
final class DamagedItemTests: XCTestCase {
    func test_search_withADamagedItem_findsTheOthers() throws {
        let items = try ItemStore.inMemory(
            options: DefaultStore.options, clock: SecureStoreTesting.TestClock())
        let store = CollectionStore("login", label: "Login", items)
        _ = try store.synchronize()
        for user in ["maria", "bob"] {
            _ = try store.create(
                [("service", "mail"), ("user", user)], label: nil, SecretBytes(utf8: "secret"), "text/plain",
                in: "login", replacing: true)
        }
        _ = try store.synchronize()
        XCTAssertEqual(try store.search([("service", "mail")], in: nil).count, 2)
        try items.faults.failNext(.copyMatching, with: .decode)
        XCTAssertEqual(try store.search([("service", "mail")], in: nil).count, 1)
    }
}
