import Foundation
import XCTest

@testable import SecureStore

/// Stores with one thing broken: what is saved, what is lost, and what the report says of both.
final class SalvageDamageTests: SalvageTestCase {
    private static let count = 300
    private static let pageSize = 4_096

    /// A closed store with some hundred items, in one file; gives its items.
    private func makeDamageable() throws -> [ReadItem] {
        let store = try makeStore(ofItems: Self.count)
        let items = try ReadItem.all(of: store)
        try copyClosedFile()
        return items
    }

    private func zero(page: Int) throws {
        let start = (page - 1) * Self.pageSize
        try damage { bytes in for index in start..<(start + Self.pageSize) { bytes[index] = 0 } }
    }

    /// The last page with more than a few rows of items.
    private func pageOfItems() throws -> Int {
        let database = try DamagedDatabase(damagedPath)
        let pages = database.versions(.current).filter { version in
            database.rows(on: version).count { $0.item != nil } > 5
        }
        return Int(try XCTUnwrap(pages.last).page)
    }

    private func rowCount(_ bytes: [UInt8], _ start: Int) -> Int {
        Int(bytes[start + 3]) << 8 | Int(bytes[start + 4])
    }

    // MARK: - Rows

    func test_salvage_ofRowWhoseSecretIsDamaged_losesThatItemAndNamesIt() throws {
        let items = try makeDamageable()
        let reference = try openStore().only(query("7")).reference
        try tamper("UPDATE item SET secret = zeroblob(length(secret)) WHERE number = 8", at: damagedPath)
        let report = try salvage()
        XCTAssertEqual(report.lost.map(\.reference), [reference])
        XCTAssertEqual(report.recovered, Self.count - 1)
        XCTAssertEqual(report.completeness, .incomplete(expected: Self.count))
        XCTAssertNil(try fault(try openTarget(), report, amongStates: [items]))
    }

    func test_salvage_ofRowThatReachesBeyondTheEndOfTheFile_namesTheItem() throws {
        let store = try makeStore(ofItems: 3)
        let reference = try store.add(password("large"), secret: SecretBytes.random(count: 100_000))
        try copyClosedFile()
        try damage { $0.removeLast(8 * Self.pageSize) }
        let report = try salvage()
        XCTAssertEqual(report.lost.map(\.reference), [reference])
        XCTAssertEqual(report.lost.map(\.reason), ["a page that its row reaches over is not there"])
        XCTAssertEqual(report.recovered, 3)
    }

    /// The state lies in a row with the number 1, too.
    func test_salvage_ofRowThatWasDropped_countsWhatIsMissing() throws {
        let items = try makeDamageable()
        try tamper("DELETE FROM item WHERE number IN (1, 8)", at: damagedPath)
        let report = try salvage()
        XCTAssertEqual(report.recovered, Self.count - 2)
        XCTAssertEqual(
            report.lost.map(\.reason), [1, 8].map { "the generic password of row \($0): its row is missing" })
        XCTAssertEqual(report.completeness, .incomplete(expected: Self.count))
        XCTAssertNil(try fault(try openTarget(), report, amongStates: [items]))
    }

    func test_salvage_ofRowThatTookTheNumberOfItsNeighbour_losesThatRowAlone() throws {
        let items = try makeDamageable()
        let start = (try pageOfItems() - 1) * Self.pageSize
        try damage { bytes in
            let cells = [8, 10].map { start + Int(bytes[start + $0]) << 8 + Int(bytes[start + $0 + 1]) }
            // Behind two bytes of its length, the number of the row has two bytes.
            XCTAssertEqual(bytes[cells[0] + 2], bytes[cells[1] + 2])
            bytes[cells[0] + 3] = bytes[cells[1] + 3]
        }
        let report = try salvage()
        XCTAssertEqual(report.recovered, Self.count - 1)
        XCTAssertNil(try fault(try openTarget(), report, amongStates: [items]))
    }

    func test_salvage_ofDestroyedPageOfRows_namesTheClassAndRowOfEachLostItem() throws {
        let items = try makeDamageable()
        let page = try pageOfItems()
        let lost = rowCount(try damagedBytes(), (page - 1) * Self.pageSize)
        try zero(page: page)
        let report = try salvage()
        XCTAssertEqual([report.recovered, report.lost.count], [Self.count - lost, lost])
        XCTAssertEqual(report.completeness, .incomplete(expected: Self.count))
        let saved = Set(try ReadItem.all(of: try openTarget()).map(\.id))
        XCTAssertEqual(items.count { !saved.contains($0.id) }, lost)
        XCTAssertTrue(
            report.lost.allSatisfy { $0.reason.hasPrefix("the generic password of row ") }, "\(report.lost)")
    }

    // MARK: - What is not rows of items

    func test_salvage_ofDestroyedIndexOrTree_savesEverythingAndConfirmsIt() throws {
        let items = try makeDamageable()
        let roots = try rootPages()
        for name in ["item", "node"] {
            try copyFiles()
            try zero(page: try XCTUnwrap(roots[name]))
            let report = try salvage()
            XCTAssertTrue(report.isComplete, "\(name): \(report)")
            XCTAssertNil(try fault(try openTarget(), report, amongStates: [items]), name)
            try FileManager.default.removeItem(atPath: targetPath)
        }
    }

    func test_salvage_ofDestroyedHeader_savesEverythingAndConfirmsIt() throws {
        let items = try makeDamageable()
        let kinds: [(name: String, range: Range<Int>, byte: UInt8)] = [
            ("magic", 0..<16, 0), ("page size", 16..<18, 0xff), ("half the page size", 16..<17, 0x08),
            ("header", 0..<100, 0xee), ("schema", 100..<Self.pageSize, 0),
            ("first page", 0..<Self.pageSize, 0x0d),
        ]
        for kind in kinds {
            try copyFiles()
            try damage { bytes in for index in kind.range { bytes[index] = kind.byte } }
            let report = try salvage()
            XCTAssertTrue(report.isComplete, "\(kind.name): \(report)")
            XCTAssertNil(try fault(try openTarget(), report, amongStates: [items]), kind.name)
            try FileManager.default.removeItem(atPath: targetPath)
        }
    }

    func test_salvage_withoutState_savesEverythingAndConfirmsNothing() throws {
        let items = try makeDamageable()
        try zero(page: try XCTUnwrap(try rootPages()["state"]))
        let report = try salvage()
        XCTAssertEqual(report.recovered, Self.count)
        XCTAssertEqual(report.completeness, .unknown)
        XCTAssertNil(try fault(try openTarget(), report, amongStates: [items]))
    }

    func test_salvage_withoutWayToTheKeys_throws() throws {
        _ = try makeDamageable()
        for name in ["store", "slot", "keyset"] {
            try copyFiles()
            try zero(page: try XCTUnwrap(try rootPages()[name]))
            XCTAssertThrowsError(try salvage(), name) { error in
                let status = (error as? StoreError)?.status
                XCTAssertTrue([.invalidKeychain, .authFailed].contains(status), "\(name): \(error)")
            }
            XCTAssertFalse(FileManager.default.fileExists(atPath: targetPath))
        }
    }

    func test_salvage_ofFileCutShort_savesWhatIsLeft() throws {
        let items = try makeDamageable()
        try damage { $0.removeLast($0.count / 3) }
        let report = try salvage()
        XCTAssertGreaterThan(report.recovered, 0)
        XCTAssertLessThan(report.recovered, Self.count)
        XCTAssertFalse(report.isComplete)
        XCTAssertNil(try fault(try openTarget(), report, amongStates: [items]))
    }

    // MARK: - The journal

    /// A store whose file is empty of items and whose journal has them, one transaction each; gives the
    /// states of its items that there have been.
    private func makeJournal() throws -> [ReadItem] {
        let store = try makeStore()
        var states: [ReadItem] = []
        for number in 0..<10 { try store.add(password("\(number)"), secret: secret("first")) }
        states += try ReadItem.all(of: store)
        for number in 0..<10 {
            try store.update(query("\(number)"), Changes<GenericPassword>().secret(secret("second")))
        }
        states += try ReadItem.all(of: store)
        try copyFiles(of: store)
        return states
    }

    func test_salvage_ofJournal_savesItsLastState() throws {
        let states = try makeJournal()
        XCTAssertTrue(try salvage().isComplete)
        XCTAssertEqual(Set(try ReadItem.all(of: try openTarget())), Set(states.suffix(10)))
    }

    func test_salvage_ofJournalWithDamagedHeader_savesItsLastState() throws {
        let states = try makeJournal()
        let journal = try damagedBytes("-wal")
        for byte in 0..<32 {
            try writeDamaged(journal, "-wal")
            try damage("-wal") { $0[byte] ^= 0xff }
            XCTAssertTrue(try salvage().isComplete, "byte \(byte)")
            XCTAssertEqual(
                Set(try ReadItem.all(of: try openTarget())), Set(states.suffix(10)), "byte \(byte)")
            try FileManager.default.removeItem(atPath: targetPath)
        }
    }

    func test_salvage_ofJournalWithAnyDamagedFrame_savesEveryItemAndTellsOldFromNew() throws {
        let states = try makeJournal()
        let size = 24 + Self.pageSize
        let journal = try damagedBytes("-wal")
        let frames = (journal.count - 32) / size
        var complete = 0
        for frame in stride(from: 0, to: frames, by: 3 * Effort.step) {
            try writeDamaged(journal, "-wal")
            try damage("-wal") { $0[32 + frame * size + 24 + 2_000] ^= 0xff }
            let report = try salvage()
            let items = try ReadItem.all(of: try openTarget())
            XCTAssertTrue(Set(items).isSubset(of: states), "frame \(frame)")
            XCTAssertEqual(
                report.problems, ["the journal is damaged at frame \(frame + 1)"], "frame \(frame)")
            if report.isComplete {
                complete += 1
                XCTAssertEqual(Set(items), Set(states.suffix(10)), "frame \(frame)")
            }
            try FileManager.default.removeItem(atPath: targetPath)
        }
        // Most frames were overtaken by later ones, and what they held is nothing that is missed.
        XCTAssertGreaterThan(complete, 0)
    }

    func test_salvage_ofLostJournal_savesWhatTheFileHas() throws {
        let store = try makeStore(ofItems: 20)
        try tamper("PRAGMA wal_checkpoint(TRUNCATE)")
        let items = try ReadItem.all(of: store)
        try store.add(password("later"), secret: secret("x"))
        try copyFiles(of: store)
        try writeDamaged([UInt8](repeating: 0, count: 10_000), "-wal")
        let report = try salvage()
        XCTAssertEqual(report.recovered, 20)
        XCTAssertEqual(try ReadItem.all(of: try openTarget()), items)
    }
}
