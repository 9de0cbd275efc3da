import Foundation
import KeychainServices
import SecureStore
import XCTest

/// Whatever is in a dictionary: a status, never a trap, and nothing that stands in the way of the next call.
final class ArbitraryDictionaryTests: XCTestCase {
    override func setUpWithError() throws {
        KeychainStore.use(try ItemStore.inMemory())
    }

    override func tearDown() { KeychainStore.useDefault() }

    func test_eachCall_withArbitraryDictionaries_answersAStatus() {
        var random = SeededGenerator(seed: 2_026)
        var statuses: [OSStatus: Int] = [:]
        for _ in 0..<Effort.rounds(4_000) {
            let arbitrary = ArbitraryDictionary.make(using: &random)
            for status in ArbitraryDictionary.callAll(arbitrary, ArbitraryDictionary.make(using: &random)) {
                statuses[status, default: 0] += 1
            }
        }
        // That calls got as far as to succeed, and not only to refuse, is what makes this a test.
        for status in [errSecSuccess, errSecParam, errSecItemNotFound, errSecNoSuchAttr, errSecDuplicateItem]
        {
            XCTAssertGreaterThan(statuses[status] ?? 0, 0, "\(status)")
        }
        let item = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "after all that"] as CFDictionary
        XCTAssertEqual(SecItemAdd(item, nil), errSecSuccess)
    }

    func test_eachCall_withEveryKeyAndEveryValue_answersAStatus() {
        let classes = ["genp", "inet", "cert", "keys", "idnt"]
        for (number, key) in ArbitraryDictionary.keys.enumerated() {
            for (place, value) in ArbitraryDictionary.values.enumerated() {
                // Each value meets each class, at one key or another.
                let dictionary: NSMutableDictionary = ["class": classes[(number + place) % classes.count]]
                dictionary[key] = value
                for status in ArbitraryDictionary.callAll(dictionary, dictionary) {
                    XCTAssertLessThanOrEqual(status, 0, "\(key), value \(place)")
                }
            }
        }
    }
}
