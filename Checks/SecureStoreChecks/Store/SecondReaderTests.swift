import Foundation
import XCTest

@testable import SecureStore

/// What the library wrote, another program reads that knows nothing but the description of the format.
final class SecondReaderTests: StoreTestCase {
    private let passphrase = "correct horse \u{e9}\u{0}"
    private var deviceKeyOption: [String] { ["--device-key-file", directory + "/device.key"] }

    private func makePassphraseStore() throws -> ItemStore {
        try ItemStore.create(
            at: path,
            unlockingWith: .passphrase(secret(passphrase), cost: PassphraseCost(passes: 2, memory: 16_384)),
            options: options)
    }

    private func write(_ text: String, to name: String) throws -> String {
        let path = directory + "/" + name
        XCTAssertTrue(FileManager.default.createFile(atPath: path, contents: Data(text.utf8)))
        return path
    }

    private func assertSame(_ answer: SecondReader.Answer, _ expected: [ReadItem], line: UInt = #line) {
        XCTAssertEqual(answer.message, "", line: line)
        XCTAssertEqual(answer.code, 0, line: line)
        XCTAssertEqual(answer.items.sorted { $0.id < $1.id }, expected, line: line)
    }

    // MARK: - Sound stores

    func test_vectors_computedBySecondReader_areThoseOfPage() throws {
        let answer = try SecondReader().checkVectors(FormatPage.path)
        XCTAssertEqual(answer.code, 0, answer.message)
    }

    func test_read_withDeviceKey_givesWhatLibraryGives() throws {
        let store = try makeStore()
        try FormatSamples.fill(store)
        let expected = try ReadItem.all(of: store)
        XCTAssertEqual(expected.count, 16)
        assertSame(try SecondReader().read(path, deviceKeyOption), expected)
    }

    func test_read_withPassphraseAndDeviceKey_givesWhatLibraryGives() throws {
        let store = try makePassphraseStore()
        try FormatSamples.fill(store)
        let expected = try ReadItem.all(of: store)
        XCTAssertEqual(Set(expected.map(\.accessibility)).count, Accessibility.allCases.count)
        let options = deviceKeyOption + ["--passphrase-fd", "0"]
        assertSame(try SecondReader().read(path, options, input: passphrase + "\n"), expected)
    }

    func test_read_withoutDeviceKey_leavesItsItemsUnopened() throws {
        let store = try makePassphraseStore()
        try FormatSamples.fill(store)
        let file = try write(passphrase, to: "passphrase")
        let answer = try SecondReader().read(path, ["--passphrase-file", file])
        XCTAssertEqual(answer.code, 0, answer.message)
        let unopened = answer.items.filter { $0.unopened == true }
        XCTAssertEqual(unopened.map(\.accessibility), ["aku", "cku", "dku", "akpu"])
    }

    func test_read_withRecoveryCode_givesWhatLibraryGives() throws {
        let store = try makePassphraseStore()
        try store.add(GenericPassword(service: "mail"), secret: secret("x"))
        let file = try write(try store.addRecoveryCode().text.lowercased(), to: "code")
        let answer = try SecondReader().read(path, ["--recovery-code-file", file])
        assertSame(answer, try ReadItem.all(of: store))
    }

    func test_read_afterPassphraseCameAndWent_givesWhatLibraryGives() throws {
        let store = try makeStore()
        try FormatSamples.fill(store)
        try store.setPassphrase(secret("one"), cost: .cheapest)
        try store.changePassphrase(from: secret("one"), to: secret("two"), cost: .cheapest)
        try store.removePassphrase()
        assertSame(try SecondReader().read(path, deviceKeyOption), try ReadItem.all(of: store))
    }

    func test_read_ofEmptyStore_givesNothing() throws {
        _ = try makeStore()
        assertSame(try SecondReader().read(path, deviceKeyOption), [])
    }

    // MARK: - Wrong credentials and changed files

    func test_read_withWrongPassphrase_isRefused() throws {
        _ = try makePassphraseStore()
        let answer = try SecondReader().read(path, ["--passphrase-fd", "0"], input: "wrong")
        XCTAssertEqual(answer.code, 1)
        XCTAssertTrue(answer.message.contains("the credential opens no slot"), answer.message)
    }

    func test_read_ofChangedStore_isRefused() throws {
        struct Row {
            let sql: String
            let reason: String
            let line: UInt
            init(_ sql: String, _ reason: String, line: UInt = #line) {
                (self.sql, self.reason, self.line) = (sql, reason, line)
            }
        }
        let cut = "CAST(substr(attributes, 1, length(attributes) - 8) || zeroblob(8) AS BLOB)"
        let rows = [
            Row("DELETE FROM item WHERE number = 2", "there are 2 items"),
            Row("UPDATE item SET generation = 2 WHERE number = 1", "its attributes do not open"),
            Row("UPDATE item SET attributes = \(cut) WHERE number = 1", "its attributes do not open"),
            Row("UPDATE item SET third = zeroblob(16) WHERE number = 1", "its tokens do not fit"),
            Row("UPDATE item SET number = 4 WHERE number = 1", "a number that was never given"),
            Row("UPDATE item SET seal = NULL WHERE number = 1", "half a secret"),
            Row("UPDATE item SET seal = NULL, secret = NULL WHERE number = 1", "its attributes do not open"),
            Row("UPDATE item SET secret = zeroblob(32) WHERE number = 1", "its secret does not open"),
            Row("UPDATE state SET keys = 2", "the state belongs to other keys"),
            Row("UPDATE state SET sealed = zeroblob(277)", "the sealed state does not open"),
            Row("UPDATE state SET sealed = zeroblob(228)", "has a sealed of a wrong size"),
            Row("UPDATE slot SET salt = zeroblob(16)", "its checksum differs"),
            Row("UPDATE keyset SET passcode = zeroblob(72)", "not the ones the state speaks of"),
            Row("UPDATE store SET commitment = zeroblob(32)", "a key that is not the store's"),
            Row("DELETE FROM node", "node 63 of the index is missing"),
            Row("UPDATE node SET number = 2", "node 63 of the index is missing"),
            Row("UPDATE node SET content = zeroblob(9)", "not the one that the items' rows give"),
            Row("UPDATE node SET content = CAST(content || x'00' AS BLOB)", "has a wrong size"),
            Row("INSERT INTO node VALUES(9, x'00')", "there are 2 nodes of the index"),
            Row("DELETE FROM slot", "the credential opens no slot"),
            Row("DROP TABLE state", "the tables are not those"),
            Row("CREATE INDEX added ON item(id)", "the tables are not those"),
            Row("ANALYZE", "the tables are not those"),
            Row("PRAGMA journal_mode = DELETE", "does not name the journal mode"),
            Row("PRAGMA user_version = 2", "has format 2"),
            Row("PRAGMA application_id = 7", "not a store"),
        ]
        let reader = try SecondReader()
        for row in rows {
            try makeStoreOfThree()
            try tamper(row.sql)
            let answer = try reader.read(path, deviceKeyOption)
            XCTAssertEqual(answer.code, 1, row.sql, line: row.line)
            XCTAssertTrue(answer.message.contains(row.reason), answer.message, line: row.line)
            // With what a tampering that SQLite could not finish has left beside it.
            for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: path + suffix) {
                try FileManager.default.removeItem(atPath: path + suffix)
            }
        }
    }

    private func makeStoreOfThree() throws {
        let store = try makeStore()
        for account in ["a", "b", "c"] {
            try store.add(GenericPassword(service: "mail", account: account), secret: secret(account))
        }
    }

    func test_read_withRowPutBack_isRefused() throws {
        let store = try makeStore()
        let item = GenericPassword(service: "mail")
        try store.add(item, secret: secret("old"))
        let beside = "ATTACH '\(try write("", to: "kept"))' AS beside;"
        try tamper("\(beside) CREATE TABLE beside.kept AS SELECT * FROM item")
        try store.set(item, secret: secret("new"))
        try tamper("\(beside) DELETE FROM item; INSERT INTO item SELECT * FROM beside.kept")
        let answer = try SecondReader().read(path, deviceKeyOption)
        XCTAssertEqual(answer.code, 1)
        XCTAssertTrue(answer.message.contains("the items are not the ones"), answer.message)
    }
}
