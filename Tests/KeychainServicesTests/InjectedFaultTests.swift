import Foundation
import KeychainServices
import SecureStore
import SecureStoreTesting
import XCTest

/// A program's own failures, made by `SecureStoreTesting`, come out of Apple's functions as their codes.
final class InjectedFaultTests: XCTestCase {
    private let item = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "maria"] as CFDictionary

    override func tearDown() { KeychainStore.useDefault() }

    private func useStoreWithFaults() throws -> InjectedFaults {
        let store = try ItemStore.inMemory(clock: SecureStoreTesting.TestClock())
        KeychainStore.use(store)
        return try store.faults
    }

    func test_eachCall_whenItIsToFail_answersThatCodeOnce() throws {
        let faults = try useStoreWithFaults()
        let calls: [(InjectedFaults.Operation, () -> OSStatus)] = [
            (.add, { SecItemAdd(self.item, nil) }),
            (.copyMatching, { SecItemCopyMatching(self.item, nil) }),
            (.update, { SecItemUpdate(self.item, [kSecAttrLabel: "Mail"] as CFDictionary) }),
            (.delete, { SecItemDelete(self.item) }),
        ]
        for (operation, call) in calls {
            faults.failNext(operation, with: .interactionNotAllowed)
            XCTAssertEqual(call(), errSecInteractionNotAllowed, "\(operation)")
            XCTAssertEqual(call(), errSecSuccess, "\(operation)")
        }
    }
}
