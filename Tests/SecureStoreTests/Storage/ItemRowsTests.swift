import XCTest

@testable import SecureStore

/// Rows that one statement gives after each other must be those that were asked for.
final class ItemRowsTests: StoreTestCase {
    func test_item_inAnyOrder_isTheRowWithItsNumber() throws {
        let connection = try connection(withItems: 40, without: [3, 4, 17] + Array(20...33))
        let numbers: [Int64] = Array(1...41) + [5, 6, 2, 41, 40, 3, 1, 19, 34, 35, 16, 18, 18, 17, 18]
        let found = try read(numbers, over: connection)
        XCTAssertEqual(found, numbers.map { [3, 4, 17, 41].contains($0) || 20...33 ~= $0 ? nil : $0 })
    }

    func test_item_ofBothWidthsInTurn_hasItsSecretOrNot() throws {
        let connection = try connection(withItems: 12, without: [])
        let held = try HeldState(connection, nil, byTransaction: false)
        for number in Int64(1)...12 {
            let width: ItemColumns.Width = number.isMultiple(of: 3) ? .whole : .withoutSecret
            let row = try XCTUnwrap(held.connection.item(number, width))
            XCTAssertEqual(row.number, number)
            XCTAssertEqual(row.fields.hasSecretBytes, width == .whole)
        }
    }

    func test_letGo_afterARow_endsTheStateThatItsStatementHeld() throws {
        let connection = try connection(withItems: 2, without: [])
        do {
            let held = try HeldState(connection, nil, byTransaction: false)
            XCTAssertNotNil(try held.connection.item(1, .whole))
        }
        try delete([2])
        let held = try HeldState(connection, nil, byTransaction: false)
        XCTAssertNil(try held.connection.item(2, .whole))
    }

    private func connection(withItems count: Int, without numbers: [Int64]) throws -> Connection {
        let store = try makeStore()
        for index in 1...count {
            try store.add(GenericPassword(service: "s", account: "\(index)"), secret: secret("secret"))
        }
        try delete(numbers)
        return try Connection(path: path, role: .reading)
    }

    private func delete(_ numbers: [Int64]) throws {
        let writer = try Connection(path: path, role: .writing)
        for number in numbers { try writer.deleteItem(number: number) }
    }

    private func read(_ numbers: [Int64], over connection: Connection) throws -> [Int64?] {
        let held = try HeldState(connection, nil, byTransaction: false)
        return try numbers.map { try held.connection.item($0, .withoutSecret)?.number }
    }
}
