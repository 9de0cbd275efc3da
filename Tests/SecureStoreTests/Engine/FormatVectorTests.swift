import XCTest

@testable import SecureStore

/// Holds the page that describes format 1 against the code: its vectors make a store, and the code gives the
/// same.
final class FormatVectorTests: XCTestCase {
    private func openedItems(_ made: VectorStore, _ ring: KeyRing) throws -> [(ItemAttributes, StoredSecret?)]
    {
        let codec = RecordCodec(ring: ring)
        var items: [(ItemAttributes, StoredSecret?)] = []
        for item in made.items {
            let row = try XCTUnwrap(try made.connection.item(item.number, .whole))
            let columns = try XCTUnwrap(row.columns)
            XCTAssertNotNil(codec.element(columns, row.fields))
            items.append(
                (
                    try codec.attributes(columns, row.fields),
                    try codec.secret(columns, row.fields, withEarlier: true)
                ))
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
        XCTAssertEqual(try statements(made).count, 7)
    }

    func test_table_ofPage_isClassTable() throws {
        let rows = AttributeName.allCases.map { name -> [String] in
            let row = ClassTable.row(name)
            let classes = ItemClass.stored.filter { row.classes.contains($0) }.map(\.code)
            let identity = ItemClass.stored.filter { row.identity.contains($0) }.map(\.code)
            return [
                String(name.position.rawValue), row.code,
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
        for (isTwo, count) in [(false, 4), (true, 5)] {
            let made = try VectorStore(try FormatPage(), withTwoKeySets: isTwo)
            let (ring, state) = try made.unlock(.deviceKey)
            let roots = try made.insertItems(ring)
            XCTAssertEqual([roots.root, roots.previousRoot], [state.root, state.previousRoot])
            var verifier = Verifier(made.connection, ring, state)
            let rows = ProvenRows(made.connection, ring, state.root)
            let earlier = ring.previous.map { ProvenRows(made.connection, $0, state.previousRoot) }
            let report = try verifier.run(ItemStore.settings(StoreOptions()).finder(rows, earlier: earlier))
            XCTAssertEqual([report.checked, report.unopened], [count, 0])
            XCTAssertTrue(report.isIntact, "\(report)")
        }
    }

    func test_open_ofVectorRows_givesItemsOfPage() throws {
        let made = try VectorStore(try FormatPage(), withTwoKeySets: true)
        let ring = try made.unlock(.deviceKey).ring
        try made.insertItems(ring)
        let opened = try openedItems(made, ring)
        XCTAssertEqual(opened.map(\.0), made.items.map(\.attributes))
        XCTAssertEqual(opened.map(\.1?.current.bytes), made.items.map(\.secret))
        let (earlier, expected) = (opened.flatMap { $0.1?.earlier ?? [] }, made.items.flatMap(\.earlier))
        XCTAssertEqual(earlier.map(\.secret.bytes), expected.map(\.secret.bytes))
        XCTAssertEqual(earlier.map(\.replaced), expected.map(\.replaced))
    }
}
