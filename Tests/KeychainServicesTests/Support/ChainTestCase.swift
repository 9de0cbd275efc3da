import SecureStore
import XCTest

@testable import KeychainServices

/// A test with an empty keychain in memory, and certificates made for it.
class ChainTestCase: XCTestCase {
    private var chain: MadeChain?
    var made: MadeChain { get throws { try XCTUnwrap(chain) } }

    override func setUpWithError() throws {
        KeychainStore.use(try ItemStore.inMemory())
        chain = try MadeChain()
    }

    override func tearDown() { KeychainStore.useDefault() }

    func add(_ reference: Any) {
        XCTAssertEqual(SecItemAdd([kSecValueRef: reference] as CFDictionary, nil), errSecSuccess)
    }
}
