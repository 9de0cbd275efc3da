import XCTest

@testable import SecureStore

final class AddTests: StoreTestCase {
    private let mail = GenericPassword(service: "mail", account: "maria")

    func test_add_withTakenIdentity_throwsDuplicateItem() throws {
        let store = try makeStore()
        try store.add(mail, secret: secret("one"))
        assertThrows(.duplicateItem) { try store.add(self.mail, secret: secret("two")) }
    }
}
