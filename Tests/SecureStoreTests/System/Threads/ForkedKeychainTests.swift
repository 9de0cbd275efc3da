import Foundation
import XCTest

@testable import KeychainServices
@testable import SecureStore

/// A keychain by Apple's names in a child that was forked while another thread was opening it.
final class ForkedKeychainTests: EnvironmentTestCase {
    func test_call_inChildForkedWhileAThreadOpensTheKeychain_isRefused() throws {
        let (begun, ended) = (directory + "/begun", directory + "/ended")
        _ = try ItemStore.create(
            at: path, unlockingWith: .passphrase(secret("pass"), cost: .interactive), options: options)
        set(
            "SECURESTORE_PASSPHRASE_COMMAND",
            "touch '\(begun)'; until [ -e '\(ended)' ]; do sleep 0.01; done; printf pass")
        let keychain = KeychainStore.keychain(at: path)
        let call: @Sendable () -> StoreStatus? = { thrownStatus { try keychain.withStore { _ in } } }
        let answer = { () -> Int32 in
            keychain.lockIfOpen()
            keychain.close()
            return call() == .notAvailable ? 0 : 1
        }
        let status = Locked<StoreStatus?>(.param)
        let thread = JoinableThread { status.update { $0 = call() } }
        let deadline = ContinuousClock.now + .seconds(20)
        while !FileManager.default.fileExists(atPath: begun), ContinuousClock.now < deadline { usleep(1_000) }
        let end = try endOfForkedChild(answer)
        XCTAssertTrue(FileManager.default.createFile(atPath: ended, contents: nil))
        thread.join()
        XCTAssertEqual(end, .exit(0))
        XCTAssertNil(status.value)
        keychain.close()
    }

    func test_keychain_inChild_isAnObjectOfItsOwn() throws {
        let (path, keychain) = (path, KeychainStore.keychain(at: path))
        XCTAssertTrue(KeychainStore.keychain(at: path) === keychain)
        let end = try endOfForkedChild { KeychainStore.keychain(at: path) === keychain ? 1 : 0 }
        XCTAssertEqual(end, .exit(0))
    }
}
