import Foundation
import XCTest

@testable import SecureStore

/// Pages whose numbers lie: what is read of them is bounded, and never beyond them.
final class DamagedDatabaseTests: SalvageTestCase {
    private static let pageSize = 512

    /// A file of one page of rows behind an empty first page; `cells` is what stands at its end.
    private func database(
        count: Int = 1, pointers: [Int]? = nil, cells: [UInt8] = [], more: [[UInt8]] = []
    ) throws -> DamagedDatabase {
        var page = [UInt8](repeating: 0, count: Self.pageSize)
        page[0] = 13
        (page[3], page[4]) = (UInt8(count >> 8), UInt8(count & 0xff))
        for (index, pointer) in (pointers ?? [Self.pageSize - cells.count]).enumerated() {
            (page[8 + 2 * index], page[9 + 2 * index]) = (UInt8(pointer >> 8), UInt8(pointer & 0xff))
        }
        page.replaceSubrange((Self.pageSize - cells.count)..., with: cells)
        var first = Array("SQLite format 3\0".utf8) + [2, 0]
        first += [UInt8](repeating: 0, count: Self.pageSize - first.count)
        first[31] = UInt8(2 + more.count)
        try writeDamaged(first + page + more.joined())
        return try DamagedDatabase(damagedPath)
    }

    private func rows(_ database: DamagedDatabase) -> [ScannedRow] {
        database.versions(.current).flatMap { database.rows(on: $0) }
    }

    func test_rows_ofSoundPage_areRead() throws {
        // Length, number 7, and a record of NULL, -2, 1, "a", and the number 0x010203.
        let record: [UInt8] = [6, 0, 1, 9, 15, 3, 0xfe, 0x61, 1, 2, 3]
        let row = try XCTUnwrap(rows(try database(cells: [UInt8(record.count), 7] + record)).first)
        XCTAssertEqual(row.number, 7)
        XCTAssertTrue(row.isNull(0))
        XCTAssertEqual([row.integer(1), row.integer(2), row.integer(4)], [-2, 1, 0x010203])
        XCTAssertEqual(row.blob(3), Array("a".utf8))
    }

    func test_rows_ofPageThatLies_areNone() throws {
        let huge: [UInt8] = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]
        let cases: [(name: String, database: () throws -> DamagedDatabase, line: UInt)] = [
            ("more cells than fit", { try self.database(count: 0xffff, pointers: []) }, #line),
            ("cell beyond the page", { try self.database(pointers: [0xffff]) }, #line),
            ("cell in the header", { try self.database(pointers: [1]) }, #line),
            ("cell at the very end", { try self.database(cells: [5]) }, #line),
            ("negative length", { try self.database(cells: huge + [1]) }, #line),
            ("length beyond the page", { try self.database(cells: [100, 1, 2, 0]) }, #line),
            ("length beyond all rows", { try self.database(cells: [0xff, 0xff, 0xff, 0x7f, 1]) }, #line),
            ("record header beyond the record", { try self.database(cells: [3, 1, 60, 0, 0]) }, #line),
            ("negative record header", { try self.database(cells: [10, 1] + huge + [0]) }, #line),
            ("value beyond the record", { try self.database(cells: [3, 1, 2, 120, 0]) }, #line),
            ("huge value", { try self.database(cells: [12, 1, 10] + huge + [0, 0]) }, #line),
            ("value of no kind", { try self.database(cells: [3, 1, 2, 10, 0]) }, #line),
        ]
        for item in cases { XCTAssertEqual(rows(try item.database()).count, 0, item.name, line: item.line) }
    }

    func test_rows_whoseOverflowLeadsNowhereOrInACircle_areNone() throws {
        // 600 bytes, of which 39 and some stand here; then the number of the next page.
        for next in [UInt8(0), 2, 3, 0xff] {
            let here = [UInt8](repeating: 0, count: 480)
            let overflow = [0, 0, 0, next] + [UInt8](repeating: 0, count: Self.pageSize - 4)
            let cell: [UInt8] = [0xff, 0xff, 0x7f, 1] + here.prefix(300) + [0, 0, 0, next]
            XCTAssertEqual(rows(try database(cells: cell, more: [overflow])).count, 0, "next \(next)")
        }
    }

    // MARK: - At random

    /// The faults of a salvager over files that are changed at random, one for each round; no new store is
    /// made.
    private func faults(rounds: Int, seed: UInt64, of suffix: String, among items: [ReadItem]) throws
        -> [String]
    {
        let bytes = try damagedBytes(suffix)
        let device = Result<DeviceKey, StoreError>.success(try options.deviceKey.load())
        let known = Set(items.map { "\($0.id) \($0.generation)" })
        var random = SeededGenerator(seed: seed)
        var (faults, found): ([String], Int) = ([], 0)
        for round in 0..<Effort.rounds(rounds) {
            try writeDamaged(random.mutate(bytes), suffix)
            do {
                let database = try DamagedDatabase(damagedPath)
                var salvager = Salvager(database, try SalvagedKeys(database, .deviceKey, device), nil)
                try salvager.run()
                let names = salvager.chosen.map { "\($0.id.hexadecimal) \($0.item.generation)" }
                found += names.count
                if !known.isSuperset(of: names) { faults.append("round \(round): \(names)") }
            } catch {
                let isExpected = [.invalidKeychain, .authFailed, .invalidDatabaseBlob].contains(error.status)
                if !isExpected { faults.append("round \(round): \(error)") }
            }
        }
        XCTAssertGreaterThan(found, 0)
        return faults
    }

    func test_salvager_ofRandomlyChangedFile_findsErrorsOrRightItems() throws {
        _ = try TamperSamples(in: try makeStore())
        let items = try ReadItem.all(of: try openStore())
        try copyClosedFile(pageSize: 512)
        XCTAssertEqual(try faults(rounds: 1_000, seed: 3, of: "", among: items), [])
    }

    func test_salvager_ofRandomlyChangedJournal_findsErrorsOrRightItems() throws {
        let store = try makeStore()
        var items: [ReadItem] = []
        for word in ["first", "second"] {
            for number in 0..<3 { try store.set(password("\(number)"), secret: secret(word)) }
            items += try ReadItem.all(of: store)
        }
        try copyFiles(of: store)
        XCTAssertEqual(try faults(rounds: 250, seed: 5, of: "-wal", among: items), [])
    }
}
