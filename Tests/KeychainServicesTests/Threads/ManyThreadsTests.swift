import Dispatch
import Foundation
import KeychainServices
import SecureStore
import XCTest

/// Calls from many threads, none of which gives up waiting for the others.
final class ManyThreadsTests: StoreTestCase {
    override func setUpWithError() throws {
        try super.setUpWithError()
        var options = options
        // A busy machine may take longer than the usual five seconds for all of them.
        options.patience = .seconds(60)
        KeychainStore.use(try ItemStore.create(at: path, options: options))
    }

    override func tearDownWithError() throws {
        KeychainStore.useDefault()
        try super.tearDownWithError()
    }

    private static func item(_ number: Int) -> [String: Any] {
        [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "many",
            kSecAttrAccount as String: "account \(number)",
        ]
    }

    func test_saves_fromAsManyThreads_allSucceed() {
        let (count, statuses) = (Effort.rounds(200), Locked<Set<OSStatus>>([]))
        onThreads(count) { number in
            let full = Self.item(number).merging([kSecValueData as String: Data("secret \(number)".utf8)]) {
                $1
            }
            let status = SecItemAdd(full as CFDictionary, nil)
            statuses.update { $0.insert(status) }
        }
        XCTAssertEqual(statuses.value, [errSecSuccess])
        var result: CFTypeRef?
        let all = [kSecClass: kSecClassGenericPassword, kSecMatchLimit: kSecMatchLimitAll] as CFDictionary
        XCTAssertEqual(unsafe SecItemCopyMatching(all, &result), errSecSuccess)
        XCTAssertEqual((result as? NSArray)?.count, count)
    }

    func test_mixedCalls_fromManyQueues_answerWhatTheyFind() {
        let (queues, rounds, group) = (16, Effort.rounds(200), DispatchGroup())
        let unexpected = Locked<Set<OSStatus>>([])
        for queue in 0..<queues {
            DispatchQueue(label: "queue \(queue)").async(group: group) {
                for round in 0..<rounds {
                    let query = Self.item(round % 10) as CFDictionary
                    let status: OSStatus
                    switch (queue + round) % 4 {
                    case 0: status = SecItemAdd(query, nil)
                    case 1: status = SecItemCopyMatching(query, nil)
                    case 2: status = SecItemUpdate(query, [kSecAttrLabel: "x"] as CFDictionary)
                    default: status = SecItemDelete(query)
                    }
                    if ![errSecSuccess, errSecItemNotFound, errSecDuplicateItem].contains(status) {
                        unexpected.update { $0.insert(status) }
                    }
                }
            }
        }
        group.wait()
        XCTAssertEqual(unexpected.value, [])
    }
}
