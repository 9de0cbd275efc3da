import Foundation
import XCTest

@testable import SecureStoreCLI

final class MomentTests: XCTestCase {
    private let now = Date(timeIntervalSince1970: 1_000_000_000)

    func test_date_ofDaysAndTimes_isInUTC() {
        let rows: [(text: String, seconds: Double, line: UInt)] = [
            ("2026-11-22", 1_795_305_600, #line), ("2026-11-22T10:00:00Z", 1_795_341_600, #line),
            ("2024-02-29", 1_709_164_800, #line), ("1970-01-01T00:00:00Z", 0, #line),
        ]
        for row in rows {
            XCTAssertEqual(
                Moment.date(row.text, now: now)?.timeIntervalSince1970, row.seconds, row.text, line: row.line)
        }
    }

    func test_date_ofATimeAgo_isThatLongBeforeNow() {
        let rows = [("1s", 1), ("90m", 5_400), ("8h", 28_800), ("7d", 604_800)]
        for (text, seconds) in rows {
            XCTAssertEqual(Moment.date(text, now: now), now - Double(seconds), text)
        }
    }

    func test_date_ofAnythingElse_isNil() {
        let texts = [
            "", "d", "7", "-7d", "0d", "7w", "7 d", "2026", "2026-11", "2026-13-01", "2026-02-30",
            "2026-02-30T10:00:00Z", "2026-11-22T25:00:00Z", "2026-11-22T10:00:00",
            "2026-11-22T10:00:00+01:00", "2026-11-22 10:00", "22.11.2026", "yesterday",
            "99999999999999999999d", "2026-11-22x", "٢d",
        ]
        for text in texts { XCTAssertNil(Moment.date(text, now: now), text) }
    }
}
