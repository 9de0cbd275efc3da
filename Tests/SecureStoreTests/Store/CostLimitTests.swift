import XCTest

@testable import SecureStore

final class CostLimitTests: StoreTestCase {
    private var strict: StoreOptions {
        var strict = StoreOptions()
        strict.deviceKey = options.deviceKey
        return strict
    }

    func test_create_withCostOutOfBounds_throwsParamAndMakesNothing() throws {
        let rows: [(String, PassphraseCost)] = [
            ("cheapest", .cheapest), ("one pass", .init(passes: 1, memory: 64 << 20)),
            ("too little memory", .init(passes: 2, memory: 64 << 20 - 1)),
            ("too much memory", .init(passes: 2, memory: 1 << 31)),
            ("too many passes", .init(passes: 17, memory: 64 << 20)),
            ("too much work", .init(passes: 5, memory: 1 << 30)),
            ("numbers without end", .init(passes: .max, memory: .max)),
            ("negative", .init(passes: -2, memory: -1)),
        ]
        for (name, cost) in rows {
            assertThrows(.param, name) {
                try ItemStore.create(
                    at: self.path, unlockingWith: .passphrase(secret("one"), cost: cost), options: self.strict
                )
            }
            assertThrows(.noSuchKeychain, name) { try ItemStore.open(at: self.path, options: self.strict) }
        }
    }

    func test_changesOfSlots_withCostBelowTheLeast_throwParam() throws {
        let store = try ItemStore.create(at: path, options: strict)
        assertThrows(.param) { try store.setPassphrase(secret("one"), cost: .cheapest) }
        assertThrows(.param) { try store.addPassphraseSlot(secret("one"), cost: .cheapest) }
        assertThrows(.param) {
            try store.changePassphrase(from: secret("one"), to: secret("two"), cost: .cheapest)
        }
        XCTAssertTrue(try store.protection().opensWithDeviceKey)
    }

    func test_setPassphrase_withTheLeastCost_opens() throws {
        let store = try ItemStore.create(at: path, options: strict)
        try store.setPassphrase(secret("one"), cost: .interactive)
        XCTAssertEqual(try store.protection().slots.map(\.cost), [.interactive])
        store.lock()
        try store.unlock(with: .passphrase(secret("one")))
        XCTAssertEqual(store.lockState, .unlocked)
    }
}
