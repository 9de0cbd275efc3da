import Foundation
import XCTest

/// Backups that are ended while they run.
final class KilledBackupTests: DamagedStoreTestCase {
    func test_backup_killedBeforeItsCopyWasVerified_leavesNoneUnderTheGoodName() throws {
        try makeStore(ofItems: 300)
        try damageAllLeaves()
        for number in 0..<40 { try end(backup: number, after: 2_000 + number * 1_000, by: SIGKILL) }
        let names = try entries(of: temporary).filter { $0.hasPrefix("copy-") }
        XCTAssertEqual(names.filter { !$0.contains(".") }, [])
        XCTAssertNotEqual(names, [], "no command lived long enough")
    }

    func test_backup_endedBySignal_leavesNoUnverifiedCopy() throws {
        try makeStore(ofItems: 300)
        for number in 0..<40 { try end(backup: number, after: 2_000 + number * 1_000, by: SIGTERM) }
        let names = try entries(of: temporary).filter { $0.hasPrefix("copy-") }
        XCTAssertEqual(names.filter { $0.contains(".") }, [])
        XCTAssertLessThan(names.count, 40, "every command came to its end first")
    }

    private func end(backup number: Int, after microseconds: Int, by signal: Int32) throws {
        let program = Process()
        program.executableURL = try Self.builtProduct("securestore")
        program.arguments = ["backup", temporary + "/copy-\(number)"]
        (program.environment, program.standardError) = (environment, FileHandle.nullDevice)
        try program.run()
        usleep(useconds_t(microseconds))
        kill(program.processIdentifier, signal)
        program.waitUntilExit()
    }
}
