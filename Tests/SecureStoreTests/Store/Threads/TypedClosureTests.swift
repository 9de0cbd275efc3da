import SecureStore
import XCTest

/// Functions that throw `StoreError` alone, around calls that take a closure; that they compile is the test.
///
/// The checks have a class of this name with those that do not compile.
final class TypedClosureTests: XCTestCase {
    private struct Profile: Codable { var visits = 0 }

    private let mail = GenericPassword(service: "mail.example", account: "maria")

    private static func newKey() throws(StoreError) -> SecretBytes { try SecretBytes.random(count: 32) }

    // MARK: - Bodies that need nothing

    private func key(_ store: ItemStore) throws(StoreError) -> SecretBytes? {
        try store.getOrCreate(mail, secret: .random(count: 32)).secret
    }

    private func visit(_ store: ItemStore) throws(StoreError) -> Int {
        try store.setValue(Profile(), of: mail)
        try store.updateValue(of: mail, as: Profile.self) { $0.visits += 1 }
        return try store.updateValue(of: mail, as: Profile.self) { profile in
            profile.visits += 1
            return profile.visits
        }
    }

    private func accounts(_ store: ItemStore) throws(StoreError) -> [String] {
        var accounts: [String] = []
        try store.list(Query<GenericPassword>(), returning: .attributes) { accounts.append($0.item.account) }
        return accounts
    }

    private func addAndDelete(_ store: ItemStore) throws(StoreError) {
        func body(_ changes: borrowing Transaction) throws(StoreError) {
            try changes.add(mail)
            try changes.delete(mail)
        }
        try store.transaction(body)
    }

    private func awaitedKey(_ store: ItemStore) async throws(StoreError) -> SecretBytes? {
        try await store.getOrCreate(mail, secret: Self.newKey()).secret
    }

    private func awaitedVisit(_ store: ItemStore) async throws(StoreError) -> Int {
        try await store.setValue(Profile(), of: mail)
        return try await store.updateValue(of: mail, as: Profile.self) { profile in
            profile.visits += 1
            return profile.visits
        }
    }

    // MARK: - Bodies that say what they throw

    private func swap(_ store: ItemStore) throws(StoreError) -> SecretBytes? {
        try store.transaction { changes throws(StoreError) in
            let match = try changes.getOrCreate(mail, secret: Self.newKey())
            do { try changes.add(mail) } catch { try changes.delete(mail) }
            return match.secret
        }
    }

    private func awaitedSwap(_ store: ItemStore) async throws(StoreError) {
        try await store.transaction { [mail] changes throws(StoreError) in
            for _ in 0..<2 { try changes.set(mail) }
            try changes.delete(mail)
        }
    }

    func test_functions_thatThrowStoreErrorAlone_needNoCast() async throws {
        let store = try ItemStore.inMemory()
        XCTAssertEqual(try key(store)?.count, 32)
        XCTAssertEqual(try visit(store), 2)
        XCTAssertEqual(try accounts(store), ["maria"])
        XCTAssertNotNil(try swap(store))
        XCTAssertNoThrow(try addAndDelete(store))
        let key = try await awaitedKey(store)
        XCTAssertEqual(key?.count, 32)
        let visits = try await awaitedVisit(store)
        XCTAssertEqual(visits, 1)
        try await awaitedSwap(store)
        XCTAssertEqual(try accounts(store), [])
    }
}
