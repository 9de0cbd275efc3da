import RememberedLogin
import SecureStore
import SecureStoreTesting
import XCTest

/// Each test has a store in memory of its own, which opens at once and leaves nothing behind.
final class RememberedLoginTests: XCTestCase {
    private let clock = TestClock()

    func test_start_withNothingRemembered_asks() throws {
        XCTAssertEqual(try login(makeStore()).start(), .ask)
    }

    func test_start_afterRemember_signsIn() throws {
        let login = try login(makeStore())
        try login.remember(SecretBytes(utf8: "correct horse"))
        XCTAssertEqual(try login.start(), .signIn(try SecretBytes(utf8: "correct horse")))
    }

    func test_start_afterForget_asks() throws {
        let login = try login(makeStore())
        try login.remember(SecretBytes(utf8: "correct horse"))
        XCTAssertTrue(try login.forget())
        XCTAssertEqual(try login.start(), .ask)
    }

    // MARK: - A clock that the test moves

    func test_start_whenThePasswordIsTooOld_asks() throws {
        let login = try login(makeStore())
        try login.remember(SecretBytes(utf8: "correct horse"))
        clock.advance(by: RememberedLogin.lifetime)
        XCTAssertEqual(try login.start(), .ask)
    }

    func test_start_whenTheOldPasswordWasRememberedAgain_signsIn() throws {
        let login = try login(makeStore())
        try login.remember(SecretBytes(utf8: "correct horse"))
        clock.advance(by: RememberedLogin.lifetime)
        try login.remember(SecretBytes(utf8: "correct horse"))
        XCTAssertEqual(try login.start(), .signIn(try SecretBytes(utf8: "correct horse")))
    }

    // MARK: - Failures on demand

    func test_start_whileTheStoreIsLocked_waitsAndForgetsNothing() throws {
        let store = try makeStore()
        let login = login(store)
        try login.remember(SecretBytes(utf8: "correct horse"))
        try store.faults.failNext(.copyMatching, with: .interactionNotAllowed)
        XCTAssertEqual(try login.start(), .wait)
        XCTAssertEqual(try login.start(), .signIn(try SecretBytes(utf8: "correct horse")))
    }

    func test_start_withADamagedItem_throws() throws {
        let store = try makeStore()
        try store.faults.failNext(.copyMatching, with: .decode)
        XCTAssertThrowsError(try login(store).start()) { error in
            XCTAssertEqual((error as? StoreError)?.status, .decode)
        }
    }

    func test_remember_onAFullDisk_keepsTheOldPassword() throws {
        let store = try makeStore()
        let login = login(store)
        try login.remember(SecretBytes(utf8: "correct horse"))
        try store.faults.failNext(.transaction, with: .diskFull)
        XCTAssertThrowsError(try login.remember(SecretBytes(utf8: "battery staple"))) { error in
            XCTAssertEqual((error as? StoreError)?.status, .diskFull)
        }
        XCTAssertEqual(try login.start(), .signIn(try SecretBytes(utf8: "correct horse")))
    }

    func test_remember_whenTheDiskIsFullFromThenOn_keepsTheLastThatWasStored() throws {
        let store = try makeStore()
        let login = login(store)
        try store.faults.failAll(.transaction, after: 1, with: .diskFull)
        try login.remember(SecretBytes(utf8: "correct horse"))
        for word in ["battery", "staple"] {
            XCTAssertThrowsError(try login.remember(SecretBytes(utf8: word))) { error in
                XCTAssertEqual((error as? StoreError)?.status, .diskFull)
            }
        }
        XCTAssertEqual(try login.start(), .signIn(try SecretBytes(utf8: "correct horse")))
    }

    // MARK: - What the store was asked

    func test_start_always_readsOnceAndChangesNothing() throws {
        let store = try makeStore()
        let login = login(store)
        try login.remember(SecretBytes(utf8: "correct horse"))
        try store.faults.removeCalls()
        _ = try login.start()
        XCTAssertEqual(try store.faults.calls.map(\.operation), [.copyMatching])
        XCTAssertEqual(try store.faults.calls.map(\.itemClass), [.genericPassword])
    }

    // MARK: - What the tests start from

    private func makeStore() throws -> ItemStore { try ItemStore.inMemory(clock: clock) }

    private func login(_ store: ItemStore) -> RememberedLogin {
        RememberedLogin(store, account: "maria", now: { [clock] in clock.now })
    }
}
