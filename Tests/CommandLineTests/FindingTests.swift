import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCLI

/// Tests of what doctor says of states that a test cannot bring about.
final class FindingTests: XCTestCase {
    private func codes(_ findings: [Finding]) -> [String] { findings.map(\.code) }

    private func ofVolume(_ change: (inout VolumeFacts) -> Void) -> [Finding] {
        var facts = VolumeFacts()
        change(&facts)
        return Finding.ofVolume("/data", facts, storeSize: 3 << 20)
    }

    func test_volume_withRoom_isNotMentioned() {
        XCTAssertEqual(ofVolume { $0.free = 4 << 20 }, [])
    }

    func test_volume_withoutRoomForACopy_isAProblem() {
        let findings = ofVolume { $0.free = 4 << 20 - 1 }
        XCTAssertEqual(
            findings.map(\.text), ["/data has only 4095 KiB left, and a rotation needs 4096 KiB"])
        XCTAssertEqual(findings.map(\.hint), ["make room; df -h /data shows how full it is"])
    }

    func test_volume_thatTakesNoFilesOrIsReadOnly_isAProblem() {
        XCTAssertEqual(codes(ofVolume { $0.takesFiles = false }), ["full"])
        XCTAssertEqual(codes(ofVolume { $0.isWithinQuota = false }), ["full"])
        XCTAssertEqual(codes(ofVolume { $0.isReadOnly = true }), ["read-only"])
    }

    func test_openStore_withSQLiteThatLosesChanges_isAdvice() {
        let mended = [3_006_023, 3_044_006, 3_044_008, 3_050_007, 3_051_003, 3_052_000, 4_000_000]
        for number in mended {
            XCTAssertEqual(Finding.ofOpenStore("/data/a", SQLiteVersion(number: number)), [], "\(number)")
        }
        for number in [3_007_000, 3_040_001, 3_044_005, 3_045_000, 3_050_006, 3_051_000, 3_051_002] {
            let findings = Finding.ofOpenStore("/data/a", SQLiteVersion(number: number))
            XCTAssertEqual(codes(findings), ["sqlite"], "\(number)")
        }
        XCTAssertEqual(
            Finding.ofOpenStore("/data/a", SQLiteVersion(number: 3_040_001)).first?.text,
            "programs have /data/a open, and with SQLite 3.40.1 the sqlite3 tool or an early build of securestore can "
                + "lose what they change")
    }

    func test_volume_ofTheTests_isSeen() throws {
        let facts = try XCTUnwrap(VolumeFacts(of: "/", needing: 1))
        XCTAssertGreaterThan(facts.free, 0)
        XCTAssertTrue(facts.isWithinQuota)
        XCTAssertNil(VolumeFacts(of: "/none/such", needing: 1))
    }

    func test_anything_ofAnotherUser_isLeftToThem() {
        var facts = FileFacts()
        (facts.isOwn, facts.mode) = (false, 0o777)
        for kind in [FileFacts.Kind.file, .link, .directory, .other] {
            facts.kind = kind
            XCTAssertEqual(
                Finding.ofPrivateFile("/a", facts, "file").map(\.hint),
                ["run this as that user, or keep a copy of your own elsewhere"])
        }
        XCTAssertEqual(
            Finding.ofDirectory("/a", facts).map(\.hint), ["keep the store in a directory of your own"])
    }

    func test_file_ofAnotherKind_isAProblem() {
        var facts = FileFacts()
        let path = "/data/a file"
        facts.kind = .directory
        XCTAssertEqual(
            Finding.ofPrivateFile(path, facts, "file").map(\.text),
            ["/data/a file is not a regular file"])
    }

    func test_file_thatItsOwnerMayNotWrite_isAProblem() {
        var facts = FileFacts()
        facts.mode = 0o400
        XCTAssertEqual(Finding.ofPrivateFile("/a", facts, "file").map(\.hint), ["chmod 600 /a"])
    }

    /// Nothing writes to a device key, and a service manager passes one that nobody can change.
    func test_deviceKey_thatCanOnlyBeRead_isNoProblem() {
        var facts = FileFacts()
        facts.mode = 0o400
        XCTAssertEqual(Finding.ofPrivateFile("/a", facts, "device-key", needing: 0o400), [])
        facts.mode = 0o200
        XCTAssertEqual(
            Finding.ofPrivateFile("/a", facts, "device-key", needing: 0o400).map(\.text),
            ["/a may not be read by its owner (mode 200)"])
    }

    func test_clock_thatIsALittleBehind_isNotMentioned() {
        let now = Date(timeIntervalSince1970: 1_000_000)
        XCTAssertEqual(Finding.ofClock(now, newest: now + 60), [])
        XCTAssertEqual(codes(Finding.ofClock(now, newest: now + 61)), ["clock"])
    }

    func test_backup_isOldOnlyIfTheStoreHasChangedSince() {
        let now = Date(timeIntervalSince1970: 1_000_000_000)
        let month = 30 * 86_400.0
        let rows = [
            (last: now - month - 1, changed: now, codes: ["old-backup"]),
            (last: now - month, changed: now, codes: []),
            (last: now - 2 * month, changed: now - 2 * month, codes: []),
        ]
        for row in rows {
            XCTAssertEqual(
                codes(Finding.ofBackup(row.last, storeChanged: row.changed, now: now)), row.codes)
        }
    }
}
