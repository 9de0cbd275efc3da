import XCTest

@testable import SecureStore

/// The values that settings may have, and their bytes.
final class LockSettingsTests: XCTestCase {
    private func bytes(_ settings: LockSettings) -> [UInt8] {
        var bytes: [UInt8] = []
        settings.append(to: &bytes)
        return bytes
    }

    func test_init_withTimeThatIsNoWholeNumberInRange_throwsParam() {
        let rows: [(time: Duration, line: UInt)] = [
            (.seconds(-1), #line),
            (.milliseconds(-1), #line),
            (.milliseconds(1_500), #line),
            (.seconds(Int64(UInt32.max)), #line),
            (.seconds(Int64.max), #line),
        ]
        for row in rows {
            assertThrows(.param, "\(row.time)", line: row.line) {
                try LockSettings(locksAfter: row.time, locksOnSleep: false)
            }
        }
    }

    func test_append_ofSettings_writesTheirBytes() throws {
        let rows: [(time: Duration?, onSleep: Bool, bytes: [UInt8], line: UInt)] = [
            (.seconds(900), false, [0x84, 3, 0, 0, 0], #line),
            (.seconds(0), true, [0, 0, 0, 0, 1], #line),
            (.seconds(Int64(UInt32.max) - 1), false, [0xfe, 0xff, 0xff, 0xff, 0], #line),
            (nil, true, [0xff, 0xff, 0xff, 0xff, 1], #line),
        ]
        for row in rows {
            let settings = try LockSettings(locksAfter: row.time, locksOnSleep: row.onSleep)
            XCTAssertEqual(bytes(settings), row.bytes, line: row.line)
            XCTAssertEqual(row.bytes.withRawBytes { LockSettings($0) }, settings, line: row.line)
        }
    }

    func test_init_withBytesThatAreNoSettings_isNil() {
        let rows: [[UInt8]] = [[], [1, 0, 0, 0], [1, 0, 0, 0, 2], [1, 0, 0, 0, 0xff], [1, 0, 0, 0, 0, 0]]
        for row in rows { XCTAssertNil(row.withRawBytes { LockSettings($0) }, "\(row)") }
    }

    func test_standard_always_isFifteenMinutesWithoutSleep() throws {
        XCTAssertEqual(
            LockSettings.standard, try LockSettings(locksAfter: .seconds(900), locksOnSleep: false))
    }
}
