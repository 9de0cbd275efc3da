import XCTest

@testable import SecureStore

/// Every field of the associated data ties a box to its place: with one of them different, it does not open.
final class AssociatedDataTests: StoreTestCase {
    private let store = Bytes16(high: 1, low: 2)
    private let columns = ItemColumns(
        number: 3, id: Bytes16(high: 4, low: 5), itemClass: 1, access: 2, keyset: 6, generation: 7,
        identity: Bytes16(high: 0, low: 0), group: Bytes16(high: 0, low: 0), variant: Bytes16(high: 0, low: 0)
    )

    private func bytes<let capacity: Int>(_ data: FixedBytes<capacity>) -> [UInt8] {
        data.withBytes { $0.array(at: 0, count: $0.byteCount) ?? [] }
    }

    /// True if a box sealed with the one opens with the other.
    private func opens(_ sealed: [UInt8], _ other: [UInt8]) throws -> Bool {
        let key = try SealingKey.random()
        let opened = try key.openKey(key.box(key, FixedBytes<96>(sealed)), FixedBytes<96>(other))
        return opened != nil
    }

    func test_associatedData_ofItem_isEveryFieldInOrder() {
        let data = bytes(FileFormat.associatedData(.secret, store: store, columns, hasSecret: true))
        let expected: [[UInt8]] = [
            Array("SSTR".utf8), [2, 2],
            [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2],
            [0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 5],
            [1, 2], [6, 0, 0, 0], [7, 0, 0, 0, 0, 0, 0, 0], [3, 0, 0, 0, 0, 0, 0, 0], [1],
        ]
        XCTAssertEqual(data, expected.flatMap { $0 })
    }

    func test_associatedData_ofStore_isEveryFieldInOrder() {
        let data = bytes(FileFormat.associatedData(.slot, store: store, number: 9))
        let expected: [[UInt8]] = [
            Array("SSTR".utf8), [2, 7], [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2],
            [9, 0, 0, 0, 0, 0, 0, 0],
        ]
        XCTAssertEqual(data, expected.flatMap { $0 })
    }

    func test_open_withOneColumnDifferent_fails() throws {
        let rows: [(name: String, change: (inout ItemColumns) -> Void, line: UInt)] = [
            ("number", { $0.number = 4 }, #line),
            ("id", { $0.id = Bytes16(high: 4, low: 6) }, #line),
            ("class", { $0.itemClass = 2 }, #line),
            ("access", { $0.access = 3 }, #line),
            ("key set", { $0.keyset = 7 }, #line),
            ("generation", { $0.generation = 8 }, #line),
        ]
        let sealed = bytes(
            FileFormat.associatedData(.secret, store: store, columns, hasSecret: true))
        for row in rows {
            var changed = columns
            row.change(&changed)
            let other = bytes(
                FileFormat.associatedData(.secret, store: store, changed, hasSecret: true))
            XCTAssertFalse(try opens(sealed, other), row.name, line: row.line)
        }
    }

    func test_open_ofItemFieldInOtherStoreOrField_fails() throws {
        func data(_ field: FileFormat.Field, _ store: Bytes16) -> [UInt8] {
            bytes(FileFormat.associatedData(field, store: store, columns, hasSecret: true))
        }
        let sealed = data(.secret, store)
        XCTAssertFalse(try opens(sealed, data(.secret, Bytes16(high: 1, low: 3))))
        XCTAssertFalse(try opens(sealed, data(.attributes, store)))
    }

    func test_open_ofItemFieldWhoseSecretIsGone_fails() throws {
        let sealed = bytes(
            FileFormat.associatedData(.attributes, store: store, columns, hasSecret: true))
        let other = bytes(
            FileFormat.associatedData(.attributes, store: store, columns, hasSecret: false))
        XCTAssertFalse(try opens(sealed, other))
    }

    func test_open_ofStoreFieldWithOnePartDifferent_fails() throws {
        let sealed = bytes(FileFormat.associatedData(.slot, store: store, number: 9))
        let foreign = Bytes16(high: 1, low: 3)
        let others = [
            FileFormat.associatedData(.mainRoot, store: store, number: 9),
            FileFormat.associatedData(.slot, store: foreign, number: 9),
            FileFormat.associatedData(.slot, store: store, number: 10),
        ]
        for other in others { XCTAssertFalse(try opens(sealed, bytes(other))) }
    }

    func test_open_withSameAssociatedData_succeeds() throws {
        let sealed = bytes(
            FileFormat.associatedData(.secret, store: store, columns, hasSecret: true))
        XCTAssertTrue(try opens(sealed, sealed))
    }

    /// Two futures of one item: every column is the same in both, only the attributes' tag is not.
    func test_find_withSecretOfOtherFuture_throwsDecode() throws {
        let mail = GenericPassword(service: "mail", account: "maria")
        try makeStore().add(mail, secret: secret("past"))
        try FileManager.default.copyItem(atPath: path, toPath: directory + "/other.store")
        try openStore().set(mail, secret: secret("one"))
        try ItemStore.open(at: directory + "/other.store", options: options).set(mail, secret: secret("two"))
        try tamper(
            """
            ATTACH '\(directory)/other.store' AS other;
            UPDATE main.item SET (seal, secret) = (SELECT seal, secret FROM other.item)
            """)
        let store = try openStore()
        assertThrows(.decode) { try store.only(Query(identityOf: mail)) }
    }
}
