import Foundation
import XCTest

/// Backups of a damaged store that are killed while they run.
final class KilledBackupTests: DamagedStoreTestCase {
    func test_backup_killedBeforeItsCopyWasVerified_leavesNoneUnderTheGoodName() throws {
        try makeStore(ofItems: 300)
        try damageAllLeaves()
        for number in 0..<40 {
            let program = Process()
            program.executableURL = try Self.builtProduct("securestore")
            program.arguments = ["backup", temporary + "/copy-\(number)"]
            (program.environment, program.standardError) = (environment, FileHandle.nullDevice)
            try program.run()
            usleep(useconds_t(2_000 + number * 1_000))
            kill(program.processIdentifier, SIGKILL)
            program.waitUntilExit()
        }
        let names = try entries(of: temporary).filter { $0.hasPrefix("copy-") }
        XCTAssertEqual(names.filter { !$0.contains(".") }, [])
        XCTAssertNotEqual(names, [], "no command lived long enough")
    }
}
