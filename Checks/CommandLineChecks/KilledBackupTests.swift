import Foundation
import XCTest

/// Backups that are ended while they run.
final class KilledBackupTests: DamagedStoreTestCase {
    func test_backup_killedBeforeItsCopyWasVerified_leavesNoneUnderTheGoodName() throws {
        try makeStore(ofItems: 300)
        try damageAllLeaves()
        try endFortyTimes(by: SIGKILL)
        let names = try entries(of: temporary).filter { $0.hasPrefix("copy-") }
        XCTAssertEqual(names.filter { !$0.contains(".") }, [])
        XCTAssertNotEqual(names, [], "no command began a copy")
    }

    func test_backup_endedBySignal_leavesNoUnverifiedCopy() throws {
        try makeStore(ofItems: 300)
        try endFortyTimes(by: SIGTERM)
        let names = try entries(of: temporary).filter { $0.hasPrefix("copy-") }
        XCTAssertEqual(names.filter { $0.contains(".") }, [])
        XCTAssertLessThan(names.count, 40, "every command came to its end first")
    }

    /// Ends forty backups, each of them 2 to 80 ms after its copy was begun, however busy the machine is.
    private func endFortyTimes(by signal: Int32) throws {
        for number in 1...40 {
            let name = "copy-\(number)"
            let program = try backup(name)
            while program.isRunning, try !entries(of: temporary).contains(where: { $0.hasPrefix(name) }) {
                usleep(100)
            }
            usleep(useconds_t(number * 2_000))
            kill(program.processIdentifier, signal)
            program.waitUntilExit()
        }
    }

    private func backup(_ name: String) throws -> Process {
        let program = Process()
        program.executableURL = try Self.builtProduct("securestore")
        program.arguments = ["backup", temporary + "/" + name]
        (program.environment, program.standardError) = (environment, FileHandle.nullDevice)
        try program.run()
        return program
    }
}
