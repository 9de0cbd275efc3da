import Foundation
import SecureStoreTesting
import XCTest

@testable import KeychainServices
@testable import SecureStore

/// A test of keychains as files, with a home of its own.
class KeychainTestCase: EnvironmentTestCase {
    override func setUpWithError() throws {
        try super.setUpWithError()
        KeychainStore.useDefault()
    }

    override func tearDownWithError() throws {
        KeychainStore.useDefault()
        try super.tearDownWithError()
    }

    /// A new keychain, with an empty password unless one is given.
    @discardableResult
    func create(_ name: String, _ password: String = "", line: UInt = #line) throws -> SecKeychain {
        var keychain: SecKeychain?
        let length = UInt32(password.utf8.count)
        let status = unsafe SecKeychainCreate(name, length, password, false, nil, &keychain)
        XCTAssertEqual(status, errSecSuccess, line: line)
        return try XCTUnwrap(keychain)
    }

    /// A new keychain with a password that a guess costs little, as ``create(_:_:line:)`` makes a dear one.
    func createCheap(_ name: String, _ password: String) throws -> SecKeychain {
        var options = StoreOptions(now: { Date() }, TestTerms(allowsAnyCost: true))
        options.deviceKey = .standard
        let store = try StoreDirectory().create(
            name, unlockingWith: .passphrase(secret(password), cost: .cheapest), options: options)
        let keychain = try open(XCTUnwrap(store.path))
        keychain.adopt(store)
        return keychain
    }

    /// The keychain of a file that need not exist.
    func open(_ name: String) throws -> SecKeychain {
        var keychain: SecKeychain?
        XCTAssertEqual(unsafe SecKeychainOpen(name, &keychain), errSecSuccess)
        return try XCTUnwrap(keychain)
    }

    /// The rights in a keychain, as its status call has them.
    func state(_ keychain: SecKeychain?) -> (status: OSStatus, state: SecKeychainStatus) {
        var state: SecKeychainStatus = 0
        let status = unsafe SecKeychainGetStatus(keychain, &state)
        return (status, state)
    }
}
