import Foundation
import SecureStore
import XCTest

@testable import TokenVault

/// Storing, reading, changing, deleting.
final class VaultTests: VaultTestCase {
    func test_save_thenRead_isTheSame() throws {
        let pair = try pair()
        try vault.save(pair, for: "maria")
        XCTAssertEqual(try vault.pair(for: "maria"), pair)
        XCTAssertEqual(try vault.pair(for: "maria")?.accessToken, pair.accessToken)
        XCTAssertEqual(try vault.pair(for: "maria")?.refreshToken, pair.refreshToken)
    }

    func test_save_isOneItem() throws {
        for number in 1...3 { try vault.save(pair(number), for: "maria") }
        XCTAssertEqual(try store.itemCount(), 1)
        XCTAssertEqual(try storedAccess(), "access-3")
    }

    func test_read_withoutPair_isNil() throws {
        XCTAssertNil(try vault.pair(for: "maria"))
        XCTAssertNil(try vault.pair(for: "maria")?.accessToken)
        XCTAssertNil(try vault.pair(for: "maria")?.refreshToken)
    }

    func test_accounts_areThoseOfTheServiceInOrder() throws {
        for account in ["maria", "john"] { try vault.save(pair(), for: account) }
        try makeVault("other").save(pair(), for: "eve")
        try store.add(GenericPassword(service: "api", account: "no pair"))
        XCTAssertEqual(try vault.accounts(), ["maria", "john"])
    }

    func test_update_ofEitherTokenOrBoth_keepsTheRest() throws {
        try vault.save(pair(), for: "maria")
        try vault.update(for: "maria") { $0.accessToken = try Token("a") }
        XCTAssertEqual(try vault.pair(for: "maria")?.refreshToken?.text(), "refresh-1")
        try vault.update(for: "maria") { $0.refreshToken = try Token("r") }
        XCTAssertEqual(try storedAccess(), "a")
        try vault.update(for: "maria") { ($0.accessToken, $0.refreshToken) = (try Token("b"), nil) }
        XCTAssertEqual(try storedAccess(), "b")
        XCTAssertNil(try vault.pair(for: "maria")?.refreshToken)
    }

    func test_update_thatThrows_changesNothing() throws {
        struct Own: Error {}
        try vault.save(pair(), for: "maria")
        XCTAssertThrowsError(
            try vault.update(for: "maria") {
                $0.refreshToken = nil
                throw Own()
            })
        XCTAssertEqual(try vault.pair(for: "maria")?.refreshToken?.text(), "refresh-1")
    }

    func test_update_withoutPair_throwsNotSignedIn() {
        assertThrows(.notSignedIn) { try self.vault.update(for: "maria") { $0.scope = nil } }
    }

    func test_delete_saysWhetherThereWasOne() throws {
        try vault.save(pair(), for: "maria")
        XCTAssertTrue(try vault.delete(for: "maria"))
        XCTAssertFalse(try vault.delete(for: "maria"))
        XCTAssertNil(try vault.pair(for: "maria"))
    }

    func test_save_keepsWhatAPersonWroteOnTheItem() throws {
        try vault.save(pair(), for: "maria")
        try store.update(
            Query<GenericPassword>().where(.service, equals: "api"),
            Changes<GenericPassword>().set(.comment, to: "for work"))
        try vault.save(pair(2), for: "maria")
        XCTAssertEqual(try store.first(Query<GenericPassword>())?.item.comment, "for work")
    }

    func test_save_takesAccessibilityAndGroupOfTheOptions() throws {
        let vault = makeVault {
            ($0.accessibility, $0.accessGroup) = (.afterFirstUnlock, "team")
        }
        try vault.save(pair(), for: "maria")
        let item = try store.first(Query<GenericPassword>())?.item
        XCTAssertEqual(item?.accessibility, .afterFirstUnlock)
        XCTAssertEqual(item?.accessGroup, "team")
        XCTAssertNil(try makeVault().pair(for: "maria"))
    }

    // MARK: - Revisions

    func test_change_ofAnOlderRevision_throwsChangedAndChangesNothing() throws {
        try vault.save(pair(), for: "maria")
        let old = try XCTUnwrap(vault.entry(for: "maria")).revision
        try vault.save(pair(2), for: "maria")
        assertThrows(.changed) { try self.vault.delete(for: "maria", ifRevision: old) }
        assertThrows(.changed) { try self.vault.save(try self.pair(3), for: "maria", ifRevision: old) }
        XCTAssertEqual(try storedAccess(), "access-2")
    }

    func test_change_ofAnItemMadeAnew_throwsChanged() throws {
        try vault.save(pair(), for: "maria")
        let old = try XCTUnwrap(vault.entry(for: "maria")).revision
        try vault.delete(for: "maria")
        try vault.save(pair(2), for: "maria")
        assertThrows(.changed) { try self.vault.delete(for: "maria", ifRevision: old) }
    }

    func test_change_ofTheCurrentRevision_succeeds() throws {
        try vault.save(pair(), for: "maria")
        try vault.save(pair(2), for: "maria", ifRevision: XCTUnwrap(vault.entry(for: "maria")).revision)
        try vault.delete(for: "maria", ifRevision: XCTUnwrap(vault.entry(for: "maria")).revision)
        XCTAssertNil(try vault.pair(for: "maria"))
    }

    func test_change_ofARevisionThatIsGone_throwsChangedAndStoresNothing() throws {
        try vault.save(pair(), for: "maria")
        let old = try XCTUnwrap(vault.entry(for: "maria")).revision
        try vault.delete(for: "maria")
        assertThrows(.changed) { try self.vault.delete(for: "maria", ifRevision: old) }
        assertThrows(.changed) { try self.vault.save(try self.pair(), for: "maria", ifRevision: old) }
        XCTAssertEqual(try store.itemCount(), 0)
    }

    // MARK: - Refused

    func test_readOnlyVault_readsAndRefusesToWrite() throws {
        try vault.save(pair(), for: "maria")
        let reader = makeVault { $0.access = .readOnly }
        XCTAssertEqual(try reader.pair(for: "maria")?.accessToken.text(), "access-1")
        assertThrows(.readOnly) { try reader.save(try self.pair(2), for: "maria") }
        assertThrows(.readOnly) { try reader.update(for: "maria") { $0.scope = nil } }
        assertThrows(.readOnly) { try reader.delete(for: "maria") }
    }

    func test_anyCall_onRecordWithAnyBitFlipped_succeedsOrThrowsMalformed() async throws {
        try vault.save(pair(expiresIn: -1), for: "maria")
        try setStanding(.dead("gone"))
        let query = Query<GenericPassword>().where(.service, equals: "api")
        let stored = try await store.only(query)
        let whole = try XCTUnwrap(stored.secret).withBytes { Array($0) }
        for bit in 0..<(whole.count * 8) {
            var flipped = whole
            flipped[bit / 8] ^= 1 << (bit % 8)
            try await store.update(query, Changes().secret(SecretBytes(copying: flipped)))
            let error = await thrown {
                _ = try self.vault.entry(for: "maria")
                _ = try await self.vault.validAccessToken(for: "maria") { $0 }
                try self.vault.update(for: "maria") { $0.scope = nil }
                try self.vault.save(try self.pair(), for: "maria")
            }
            let code = (error as? TokenVaultError)?.code
            let expected: [TokenVaultError.Code] = [.malformed, .reauthenticationRequired]
            XCTAssertTrue(error == nil || code.map(expected.contains) == true, "bit \(bit): \(error!)")
        }
    }

    func test_anyCall_onItemOfSomebodyElse_throwsMalformedAndKeepsIt() throws {
        try store.add(
            GenericPassword(service: "api", account: "maria"), secret: SecretBytes(copying: "hunter2".utf8))
        assertThrows(.malformed) { try self.vault.pair(for: "maria") }
        assertThrows(.malformed) { try self.vault.save(try self.pair(), for: "maria") }
        assertThrows(.malformed) { try self.vault.update(for: "maria") { $0.scope = nil } }
        assertThrows(.malformed) { try self.vault.delete(for: "maria") }
        XCTAssertEqual(try store.first(Query<GenericPassword>())?.secret?.count, 7)
    }
}
