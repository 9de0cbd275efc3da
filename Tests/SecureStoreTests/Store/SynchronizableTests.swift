import XCTest

@testable import SecureStore

final class SynchronizableTests: StoreTestCase {
    private func storeWithTwins() throws -> ItemStore {
        let store = try makeStore()
        try store.add(GenericPassword(service: "mail"), secret: secret("local"))
        try store.add(GenericPassword(service: "mail", isSynchronizable: true), secret: secret("travels"))
        return store
    }

    private let mail = Query<GenericPassword>().where(.service, equals: "mail")

    func test_copyMatching_withEachScope_seesItsKind() throws {
        let store = try storeWithTwins()
        let rows: [(SynchronizableScope, [String])] = [
            (.no, ["local"]), (.only, ["travels"]), (.any, ["local", "travels"]),
        ]
        for (scope, secrets) in rows {
            let found = try store.copyMatching(mail.synchronizable(scope))
            XCTAssertEqual(found.map { $0.secret?.text ?? "" }, secrets, "\(scope)")
        }
    }

    func test_update_withoutScope_leavesTheTravellingOne() throws {
        let store = try storeWithTwins()
        XCTAssertEqual(try store.update(mail, Changes().set(.label, to: "l")), 1)
        XCTAssertNil(try store.only(mail.synchronizable(.only)).item.label)
    }

    func test_delete_withoutScope_leavesTheTravellingOne() throws {
        let store = try storeWithTwins()
        XCTAssertEqual(try store.delete(mail), 1)
        XCTAssertNotNil(try store.first(mail.synchronizable(.only)))
    }

    /// A synchronizable item that no other device can open.
    private func stayingTraveller() -> GenericPassword {
        var item = GenericPassword(service: "mail", isSynchronizable: true)
        item.accessibility = .whenUnlockedThisDeviceOnly
        return item
    }

    func test_add_ofTravellingItemThatStaysOnTheDevice_keepsBoth() throws {
        let store = try makeStore()
        try store.add(stayingTraveller())
        let stored = try store.only(mail.synchronizable(.only)).item
        XCTAssertEqual(stored.accessibility, .whenUnlockedThisDeviceOnly)
    }

    func test_update_ofTravellingItemToStayOnTheDevice_keepsBoth() throws {
        let store = try storeWithTwins()
        let changes = Changes<GenericPassword>().set(.accessibility, to: .whenUnlockedThisDeviceOnly)
        try store.update(mail.synchronizable(.only), changes)
        let stored = try store.only(mail.synchronizable(.only)).item
        XCTAssertEqual(stored.accessibility, .whenUnlockedThisDeviceOnly)
    }

    func test_export_ofTravellingItemThatStaysOnTheDevice_leavesItOut() throws {
        let store = try makeStore()
        try store.add(stayingTraveller(), secret: secret("stays"))
        let report = try store.export(
            to: directory + "/export", passphrase: secret("pass"), cost: .cheapest)
        XCTAssertEqual(report.keptOnDevice, 1)
        XCTAssertEqual(report.exported, 0)
    }

    func test_add_ofTravellingItemWithAccessControl_throwsParam() throws {
        let store = try makeStore()
        var item = GenericPassword(isSynchronizable: true)
        item.accessControl = try AccessControl(accessibility: .whenUnlocked)
        assertThrows(.param) { try store.add(item) }
    }

    func test_isSynchronizable_ofStoredItem_isKept() throws {
        let store = try storeWithTwins()
        XCTAssertTrue(try store.only(mail.synchronizable(.only)).item.isSynchronizable)
        XCTAssertFalse(try store.only(mail).item.isSynchronizable)
    }
}
