import Foundation
import XCTest

@testable import SecureStore

/// Tests of what the library wrote, another program reads that knows nothing but the description of the
/// format.
final class SecondReaderTests: StoreTestCase {
    override class var parent: String { memory }

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

    /// The page's vectors as files: one key set, and two of them with an item that has earlier secrets.
    func test_read_ofVectorStores_givesItemsOfPage() throws {
        let page = try FormatPage()
        let key = directory + "/vector.key"
        XCTAssertTrue(FileManager.default.createFile(atPath: key, contents: Data(page.bytes("device-key"))))
        for (isTwo, earlier) in [(false, []), (true, ["6f6c64", ""])] {
            let made = try VectorStore(page, withTwoKeySets: isTwo)
            try made.insertItems(try made.unlock(.deviceKey).ring)
            let file = directory + "/\(isTwo).store"
            try PlainDatabase(file).run(
                "PRAGMA application_id = \(Schema.applicationID); PRAGMA journal_mode = WAL")
            try made.connection.copyPages(to: try Connection(path: file, role: .writing)) { _, _ in }
            let answer = try SecondReader().read(file, ["--device-key-file", key])
            XCTAssertEqual(answer.message, "")
            XCTAssertEqual(answer.items.count, made.items.count)
            XCTAssertEqual(answer.items.flatMap { $0.earlier ?? [] }.map(\.secret), earlier)
        }
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

    /// Every damage of the page's list "What a reader must refuse"; `MustRefuseTests` holds the library
    /// against it.
    func test_read_ofChangedStore_isRefused() throws {
        let reader = try SecondReader()
        for row in RefusedStore.all {
            try row.make(in: self)
            let answer = try reader.read(path, deviceKeyOption)
            XCTAssertEqual(answer.code, 1, row.name, line: row.line)
            XCTAssertTrue(
                answer.message.contains(row.words), "\(row.name): \(answer.message)", line: row.line)
            // With what a tampering that SQLite could not finish has left beside it.
            for suffix in ["", "-wal", "-shm", "-journal"]
            where FileManager.default.fileExists(atPath: path + suffix) {
                try FileManager.default.removeItem(atPath: path + suffix)
            }
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
