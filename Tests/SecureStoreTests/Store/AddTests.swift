import FoundationEssentials
import XCTest

@testable import SecureStore

final class AddTests: StoreTestCase {
    private let mail = GenericPassword(service: "mail", account: "maria")

    func test_add_withTakenIdentity_throwsDuplicateItem() throws {
        let store = try makeStore()
        try store.add(mail, secret: secret("one"))
        assertThrows(.duplicateItem) { try store.add(self.mail, secret: secret("two")) }
    }

    func test_add_ofEachClass_isFoundWithItsSecret() throws {
        let store = try makeStore()
        for item in try SampleItems.all() { try assertRoundTrip(item, store) }
    }

    private func assertRoundTrip<Item: StorableItem>(_ item: Item, _ store: ItemStore) throws {
        let reference = try store.add(item, secret: secret("secret"))
        let match = try store.only(Query(identityOf: item))
        XCTAssertEqual(match.reference, reference, "\(Item.itemClass)")
        XCTAssertEqual(match.secret?.text, "secret", "\(Item.itemClass)")
        let given = item.attributes.entries.filter { $0.name != .accessGroup }
        for entry in given { XCTAssertEqual(match.item.attributes[entry.name], entry.value) }
    }

    func test_add_ofEachClassTwice_throwsDuplicateItem() throws {
        let store = try makeStore()
        for item in try SampleItems.all() {
            try store.add(item)
            assertThrows(.duplicateItem, "\(item.attributes.itemClass)") { try store.add(item) }
        }
    }

    func test_add_differingInOnePartOfTheIdentity_isAnotherItem() throws {
        let store = try makeStore()
        let items = [
            try InternetPassword(server: "s"), try InternetPassword(server: "t"),
            try InternetPassword(server: "s", account: "a"),
            try InternetPassword(server: "s", securityDomain: "d"),
            try InternetPassword(server: "s", protocol: .ssh),
            try InternetPassword(server: "s", authenticationType: .ntlm),
            try InternetPassword(server: "s", port: 1), try InternetPassword(server: "s", path: "/"),
        ]
        for item in items { try store.add(item) }
        XCTAssertEqual(try store.itemCount(), items.count)
    }

    func test_add_differingInAccountAndServiceBoundary_isAnotherItem() throws {
        let store = try makeStore()
        try store.add(GenericPassword(service: "ab", account: "c"))
        XCTAssertNoThrow(try store.add(GenericPassword(service: "a", account: "bc")))
    }

    func test_add_differingOutsideTheIdentity_throwsDuplicateItem() throws {
        let store = try makeStore()
        try store.add(mail)
        var other = mail
        (other.label, other.comment, other.generic) = ("l", "c", Data([1]))
        other.accessibility = .always
        assertThrows(.duplicateItem) { try store.add(other) }
    }

    func test_add_withoutAccountAndService_isUniqueAsEmptyOnes() throws {
        let store = try makeStore()
        try store.add(GenericPassword())
        assertThrows(.duplicateItem) { try store.add(GenericPassword(service: "", account: "")) }
    }

    func test_add_withAccountAsBytesOfTheSameText_throwsDuplicateItem() throws {
        let store = try makeStore()
        try store.add(mail)
        let bytes = AttributeValue.data(Data("maria".utf8))
        let same = try ItemAttributes(.genericPassword, [.service: .string("mail"), .account: bytes])
        assertThrows(.duplicateItem) { try store.add(try GenericPassword(attributes: same)) }
    }

    func test_add_withoutSecret_hasNone() throws {
        let store = try makeStore()
        try store.add(mail)
        XCTAssertNil(try store.only(query("maria")).secret)
    }

    func test_add_withDatesOfItsOwn_takesTheClocks() throws {
        let store = try makeStore()
        let long = AttributeValue.date(Date(timeIntervalSinceReferenceDate: 5))
        let given = try ItemAttributes(.genericPassword, [.creationDate: long, .modificationDate: long])
        try store.add(try GenericPassword(attributes: given))
        let item = try store.only(Query<GenericPassword>()).item
        XCTAssertEqual([item.creationDate, item.modificationDate], [clock.now, clock.now])
    }

    func test_add_afterReopening_isStillThere() throws {
        try makeStore().add(mail, secret: secret("one"))
        XCTAssertEqual(try openStore().only(query("maria")).secret?.text, "one")
    }

    func test_add_afterDelete_hasANewReference() throws {
        let store = try makeStore()
        let old = try store.add(mail)
        try store.delete(query("maria"))
        XCTAssertNotEqual(try store.add(mail), old)
    }
}
