import Foundation
import XCTest

@testable import SecureStore

/// A session that outlives the object it began with.
final class SessionKeyTests: StoreTestCase {
    private func protectedStore() throws -> ItemStore {
        try ItemStore.create(
            at: path, unlockingWith: .passphrase(secret("one"), cost: .cheapest), options: options)
    }

    func test_sessionKey_ofEachKindOfSlot_opensTheStore() throws {
        let store = try protectedStore()
        let code = try store.addRecoveryCode()
        try store.add(password("maria", .whenPasscodeSetThisDeviceOnly), secret: secret("kept"))
        for credential in [Credential.passphrase(try secret("one")), .recoveryCode(code)] {
            let session = try openStore(credential).sessionKey()
            let other = try openStore(.sessionKey(session))
            XCTAssertEqual(try other.only(query("maria")).secret?.text, "kept")
        }
    }

    func test_sessionKey_ofStoreThatOpensByItself_opensIt() throws {
        let session = try makeStore().sessionKey()
        XCTAssertEqual(try openStore(.sessionKey(session)).lockState, .unlocked)
    }

    func test_sessionKey_ofSession_isTheSame() throws {
        let session = try protectedStore().sessionKey()
        XCTAssertEqual(try openStore(.sessionKey(session)).sessionKey(), session)
    }

    func test_unlock_withSessionKey_bringsTheKeysBack() throws {
        let store = try protectedStore()
        let session = try store.sessionKey()
        store.lock()
        try store.unlock(with: .sessionKey(session))
        XCTAssertEqual(store.lockState, .unlocked)
    }

    func test_sessionKey_ofStoreThatIsNotUnlocked_throwsInteractionNotAllowed() throws {
        let store = try protectedStore()
        store.lock()
        assertThrows(.interactionNotAllowed, "locked") { try store.sessionKey() }
        let closed = try openStore()
        assertThrows(.interactionNotAllowed, "not yet unlocked") { try closed.sessionKey() }
    }

    func test_sessionKey_afterThisObjectChangedThePassphrase_throwsAuthFailedUntilUnlockedAgain() throws {
        let store = try protectedStore()
        try store.changePassphrase(from: secret("one"), to: secret("two"), cost: .cheapest)
        assertThrows(.authFailed) { try store.sessionKey() }
        try store.unlock(with: .passphrase(secret("two")))
        XCTAssertEqual(try openStore(.sessionKey(store.sessionKey())).lockState, .unlocked)
    }

    func test_open_withSessionKeyWhoseSlotIsGone_throwsAuthFailed() throws {
        let store = try protectedStore()
        let session = try store.sessionKey()
        try store.changePassphrase(from: secret("one"), to: secret("two"), cost: .cheapest)
        assertThrows(.authFailed) { try self.openStore(.sessionKey(session)) }
    }

    func test_open_withSessionKeyAndDamagedSlot_throwsInvalidDatabaseBlob() throws {
        let session = try protectedStore().sessionKey()
        try tamper("UPDATE slot SET sealed = randomblob(120)")
        assertThrows(.invalidDatabaseBlob) { try self.openStore(.sessionKey(session)) }
    }

    func test_open_withWhatIsNoSessionKeyOfThisStore_throwsAuthFailed() throws {
        let session = try protectedStore().sessionKey().bytes
        let other = directory + "/other.store"
        _ = try ItemStore.create(
            at: other, unlockingWith: .passphrase(secret("one"), cost: .cheapest), options: options)
        let rows: [(name: String, bytes: [UInt8], line: UInt)] = [
            ("empty", [], #line), ("cut short", session.dropLast(), #line),
            ("too long", session + [0], #line), ("another form", [2] + session.dropFirst(), #line),
            ("another slot", session[..<1] + [2] + session[2...], #line),
            ("another secret", session.dropLast() + [session[40] ^ 1], #line),
            ("another store's", try openOther(other).sessionKey().bytes, #line),
        ]
        for row in rows {
            assertThrows(.authFailed, row.name, line: row.line) {
                try self.openStore(.sessionKey(SecretBytes(copying: row.bytes)))
            }
        }
    }

    private func openOther(_ path: String) throws -> ItemStore {
        try ItemStore.open(at: path, unlockingWith: .passphrase(secret("one")), options: options)
    }
}
