import XCTest

@testable import SecureStore

/// Rows that were damaged for a while, and are whole again.
final class StaleDamageTests: StoreTestCase {
    private func readAgain(_ column: String) throws {
        let store = try makeStore()
        try store.add(password("maria"), secret: secret("one"))
        let other = try PlainDatabase(path)
        let good = try other.rows("SELECT hex(\(column)) FROM item")[0][0]
        let last = good.hasSuffix("00") ? "FF" : "00"
        try other.run("UPDATE item SET \(column) = x'\(good.dropLast(2) + last)'")
        assertThrows(.decode) { _ = try store.first(query("maria")) }
        try other.run("UPDATE item SET \(column) = x'\(good)'")
        XCTAssertEqual(try openStore().first(query("maria"))?.secret?.text, "one")
        XCTAssertEqual(try store.first(query("maria"))?.secret?.text, "one")
    }

    func test_find_afterADamagedSecretWasPutRight_answersIt() throws { try readAgain("secret") }

    func test_find_afterDamagedAttributesWerePutRight_answersIt() throws { try readAgain("attributes") }
}
