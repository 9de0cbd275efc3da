import XCTest

@testable import SecureStore

/// Holds the page that describes format 1 against the code: its vectors make a store, and the code gives the same.
final class FormatVectorTests: XCTestCase {
    private func openedItems(_ made: VectorStore, _ ring: KeyRing) throws -> [(ItemAttributes, [UInt8]?)] {
        let codec = RecordCodec(ring: ring)
        var items: [(ItemAttributes, [UInt8]?)] = []
        for number in Int64(1)...4 {
            let row = try XCTUnwrap(try made.connection.item(number, .whole))
            let columns = try XCTUnwrap(row.columns)
            let head = ItemHead(columns, hasSecret: row.fields.hasSecret)
            XCTAssertNotNil(codec.element(columns, row.fields))
            items.append(
                (try codec.attributes(head, row.fields), try codec.secret(head, row.fields)?.current.bytes))
        }
        return items
    }

    private func statements(_ connection: Connection) throws -> [String] {
        try connection.once("SELECT sql FROM sqlite_schema ORDER BY name") { statement throws(StoreError) in
            var texts: [String] = []
            while try statement.step() { texts.append(statement.text(0)) }
            return texts
        }
    }

    func test_schema_ofPage_isThatOfStore() throws {
        let (made, described) = (
            try Connection(path: nil, role: .writing), try Connection(path: nil, role: .writing)
        )
        try Schema.create(in: made)
        try described.execute(try FormatPage().schema)
        XCTAssertEqual(try statements(made), try statements(described))
        XCTAssertEqual(try statements(made).count, 6)
    }

    func test_table_ofPage_isClassTable() throws {
        let rows = AttributeName.allCases.map { name -> [String] in
            let row = ClassTable.row(name)
            let classes = ItemClass.stored.filter { row.classes.contains($0) }.map(\.code)
            let identity = ItemClass.stored.filter { row.identity.contains($0) }.map(\.code)
            return [
                String(name.rawValue), row.code,
                row.kind == .accessControl ? "access control" : "\(row.kind)",
                classes.count == 4 ? "all" : classes.joined(separator: ", "),
                identity.joined(separator: ", "), row.search.map { "\($0)" } ?? "",
            ]
        }
        XCTAssertEqual(try FormatPage().attributes, rows)
    }

    func test_vectors_computedByCode_areThoseOfPage() throws {
        let page = try FormatPage()
        let computed = try FormatVectors(page).values
        XCTAssertEqual(Set(computed.keys).union(FormatVectors.given), Set(page.vectors.keys))
        for (name, value) in computed { XCTAssertEqual(page.vectors[name], value, name) }
    }

    func test_unlock_withVectors_opensStateOfPage() throws {
        let page = try FormatPage()
        let made = try VectorStore(page)
        let credentials: [Credential] = [
            .deviceKey, .passphrase(try SecretBytes(copying: page.bytes("passphrase"))),
            .recoveryCode(try SecretBytes(copying: page.bytes("recovery-code"))),
        ]
        for credential in credentials {
            let state = try made.unlock(credential).state
            XCTAssertEqual([state.sequence, state.count, UInt64(state.nextNumber)], [9, 4, 5])
            let settings = try LockSettings(locksAfter: .seconds(300), locksOnSleep: true)
            XCTAssertEqual(state.lockSettings, settings)
        }
    }

    func test_verify_ofVectors_findsAllItemsWhole() throws {
        let made = try VectorStore(try FormatPage())
        let (ring, state) = try made.unlock(.deviceKey)
        XCTAssertEqual(try made.insertItems(ring), state.root)
        var verifier = Verifier(made.connection, ring, state)
        let rows = ProvenRows(made.connection, ring, state.root)
        let report = try verifier.run(ItemStore.settings(StoreOptions()).finder(rows, earlier: nil))
        XCTAssertEqual([report.checked, report.unopened], [4, 0])
        XCTAssertTrue(report.isIntact, "\(report)")
    }

    func test_open_ofVectorRows_givesItemsOfPage() throws {
        let made = try VectorStore(try FormatPage())
        let ring = try made.unlock(.deviceKey).ring
        try made.insertItems(ring)
        let opened = try openedItems(made, ring)
        let expected = try VectorItem.all()
        XCTAssertEqual(opened.map(\.0), expected.map(\.attributes))
        XCTAssertEqual(opened.map(\.1), expected.map(\.secret))
    }
}
