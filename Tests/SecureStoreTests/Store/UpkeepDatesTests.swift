import Foundation
import XCTest

@testable import SecureStore

/// The file in which it is kept when a store was backed up and its keys rotated.
final class UpkeepDatesTests: DefaultStoreTestCase {
    private var file: String { directory + "/.local/state/securestore/device.key.upkeep" }
    private let first = "00000000000000000000000000000001"
    private let second = "00000000000000000000000000000002"

    override func setUpWithError() throws {
        try super.setUpWithError()
        try openOrCreateDefault()
    }

    func test_note_ofAnAct_isKnownOfItsStoreAlone() throws {
        try UpkeepDates.note(.backup, of: first, at: Date(timeIntervalSince1970: 1_000))
        XCTAssertEqual(
            try UpkeepDates.known(of: first), [.backup: Date(timeIntervalSince1970: 1_000)])
        XCTAssertEqual(try UpkeepDates.known(of: second), [:])
        XCTAssertEqual(try mode(file), 0o600)
    }

    func test_note_again_replacesTheDateOfThatActAlone() throws {
        for seconds in [1.0, 2.0] {
            try UpkeepDates.note(.backup, of: first, at: Date(timeIntervalSince1970: seconds))
        }
        try UpkeepDates.note(.rotation, of: first, at: Date(timeIntervalSince1970: 3))
        XCTAssertEqual(
            try String(contentsOfFile: file, encoding: .utf8),
            "securestore upkeep 1\n\(first) backup 2\n\(first) rotation 3\n")
    }

    func test_note_ofTooManyStores_dropsTheOldest() {
        var dates = UpkeepDates()
        for number in 0...UpkeepDates.mostEntries {
            dates.note(.backup, of: Bytes16(high: 0, low: UInt64(number)), at: Date())
        }
        XCTAssertEqual(dates.entries.count, UpkeepDates.mostEntries)
        XCTAssertEqual(dates.entries[0].id, Bytes16(high: 0, low: 1))
        XCTAssertLessThan(dates.text.utf8.count, UpkeepDates.mostBytes)
    }

    func test_note_inAFileThatCannotBeRead_leavesItAsItIs() throws {
        let rows = [
            "", "securestore upkeep 2\n", "securestore upkeep 1\n\(first) backup\n",
            "securestore upkeep 1\n\(first) backup -1\n", "securestore upkeep 1\n\(first) meal 1\n",
            "securestore upkeep 1\n\(first) backup 999999999999999\n", "securestore upkeep 1\n1 backup 1\n",
        ]
        for text in rows {
            try Data(text.utf8).write(to: URL(fileURLWithPath: file))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
            assertThrows(.invalidData, text) { try UpkeepDates.note(.backup, of: self.first) }
            XCTAssertEqual(try String(contentsOfFile: file, encoding: .utf8), text)
        }
    }

    func test_note_ofADateOutOfRange_keepsTheNearestOne() {
        var dates = UpkeepDates()
        dates.note(.backup, of: Bytes16(high: 0, low: 0), at: .distantPast)
        XCTAssertEqual(dates.entries[0].seconds, 0)
    }

    func test_note_whereTheServiceManagerPassesTheKey_saysThatNothingIsKept() throws {
        try write("securestore.device-key", Array(repeating: 7, count: 32))
        set("CREDENTIALS_DIRECTORY", directory)
        assertThrows(.notAvailable) { try UpkeepDates.note(.backup, of: self.first) }
        XCTAssertEqual(try UpkeepDates.known(of: first), [:])
    }
}
