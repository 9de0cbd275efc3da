import Dispatch
import SecureStore
import XCTest

@testable import SecureStoreCLI

/// Secrets that two commands give one login at once.
final class LostSecretTests: XCTestCase {
    private let item = GenericPassword(service: "mail", account: "maria")

    private func store() throws -> ItemStore {
        var options = StoreOptions()
        options.earlierSecrets = History.usual
        let store = try ItemStore.inMemory(options: options)
        try store.add(item, secret: SecretBytes(utf8: "first"))
        return store
    }

    /// Calls `body` with the login and a secret, on two threads at once and again and again.
    private func twice(
        _ body: @escaping @Sendable (ItemStore, Login, SecretBytes) throws -> SecretBytes?
    ) throws {
        let store = try store()
        let login = Login(try XCTUnwrap(store.first(Query(identityOf: item))))
        for round in 1...300 {
            DispatchQueue.concurrentPerform(iterations: 2) { turn in
                do {
                    let secret = try SecretBytes(utf8: "\(turn) \(round)")
                    XCTAssertNil(try body(store, login, secret), "round \(round)")
                } catch { XCTFail("\(error)") }
            }
        }
    }

    func test_set_besideAnother_losesNoSecretThatIsKept() throws {
        try twice { store, login, secret in try login.set(secret, ItemWords(), in: store) }
    }

    func test_change_besideAnother_losesNoSecretThatIsKept() throws {
        try twice { store, login, secret in try login.change(nil, in: store) { _ in secret } }
    }

    func test_set_ofASecretThatIsTooLargeToBeKept_returnsIt() throws {
        let store = try store()
        let large = try SecretBytes(count: 20 << 10) { _ in }
        let login = Login(try XCTUnwrap(store.first(Query(identityOf: item))))
        XCTAssertNil(try login.set(large, ItemWords(), in: store))
        XCTAssertEqual(try login.set(SecretBytes(utf8: "last"), ItemWords(), in: store), large)
    }
}
