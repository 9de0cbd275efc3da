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
        XCTAssertNotEqual(names, [], "no command lived long enough")
    }

    func test_backup_endedBySignal_leavesNoUnverifiedCopy() throws {
        try makeStore(ofItems: 300)
        try endFortyTimes(by: SIGTERM)
        let names = try entries(of: temporary).filter { $0.hasPrefix("copy-") }
        XCTAssertEqual(names.filter { $0.contains(".") }, [])
        XCTAssertLessThan(names.count, 40, "every command came to its end first")
    }

    /// Ends a backup after each fortieth of the time that one takes, however busy the machine is.
    private func endFortyTimes(by signal: Int32) throws {
        let whole = try backup("whole")
        let time = ContinuousClock().measure(whole.waitUntilExit)
        for number in 1...40 {
            let program = try backup("copy-\(number)")
            usleep(useconds_t(time * number / 40 / .microseconds(1)))
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
