import Foundation
import SecureStore
import XCTest

@testable import enum SecureStoreTestSupport.FullDisk

/// Tests of what doctor says of programs that were killed, and of a kernel that keeps no keys.
final class DoctorTests: CommandTestCase {
    private var store: String { home + "/.local/share/securestore/default.securestore" }

    /// Keeps what a writer has beside the store while it is open, and has not left when it is closed.
    private func copyWhileOpen() throws {
        var options = StoreOptions()
        options.deviceKey = .file(home + "/.local/state/securestore/device.key")
        let writer = try ItemStore.open(at: store, options: options)
        try writer.add(GenericPassword(service: "web"), secret: try SecretBytes(copying: "two".utf8))
        XCTAssertFalse(try run("doctor").text.contains("-wal"), "somebody works with it")
        XCTAssertEqual(try shell("cp -p \(store)* \(temporary)").code, 0)
        withExtendedLifetime(writer) {}
    }

    func test_doctor_afterAWriterWasKilled_namesItsJournal() throws {
        _ = try run("set", "mail", "--stdin", input: Data("one".utf8))
        try copyWhileOpen()
        _ = try shell("cp -p \(temporary)/default.* \(home)/.local/share/securestore")
        let doctor = try run("doctor")
        let said = "advice: \(store)-wal has changes of a program that did not end as it should\n"
        XCTAssertTrue(doctor.text.hasPrefix(said), doctor.text + doctor.errors)
        XCTAssertFalse(doctor.text.contains("look-ups"), doctor.text)
        XCTAssertEqual(try run("verify").text, "2 items checked, 0 damaged\n")
        XCTAssertFalse(try run("doctor").text.contains("-wal"))
    }

    func test_doctor_ofAnOpenStore_takesWhatIsInItsJournalForChanges() throws {
        _ = try run("set", "mail", "--stdin", input: Data("one".utf8))
        XCTAssertEqual(try run("backup", temporary + "/copy").code, 0)
        let list = home + "/.local/state/securestore/device.key.upkeep"
        XCTAssertEqual(try shell("sed -i 's/backup .*/backup 1000000000/' \(list)").code, 0)
        var options = StoreOptions()
        options.deviceKey = .file(home + "/.local/state/securestore/device.key")
        let open = try ItemStore.open(at: store, options: options)
        let saysSo = try [false, true].map { isChanged in
            if isChanged { try open.add(GenericPassword(service: "web")) }
            XCTAssertEqual(try shell("ls \(store)-wal \(store)-shm && touch -d 1999-01-01Z \(store)").code, 0)
            let doctor = try run("doctor")
            XCTAssertEqual(doctor.code, isChanged ? 1 : 0, doctor.text)
            return doctor.text.contains("and the store has changed since\n")
        }
        XCTAssertEqual(saysSo, [false, true])
        withExtendedLifetime(open) {}
    }

    func test_doctor_whereAQuotaHasLittleRoom_saysSo() throws {
        for (most, isFound) in [(1_000, true), (4_000, false)] {
            let folder = "\(temporary)/\(most)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            try FullDisk.withQuota(ofKilobytes: most, in: folder) { place in
                XCTAssertEqual(try run("init", "--store", place + "/a.store").code, 0)
                let doctor = try run("doctor", "--store", place + "/a.store")
                let isSaid = doctor.text.contains("problem: a quota leaves less than ")
                XCTAssertEqual(isSaid, isFound, doctor.text)
                XCTAssertEqual(doctor.code, isFound ? 1 : 0)
            }
        }
    }

    func test_doctor_ofListOfStoresThatCannotBeWritten_saysWhatComesOfIt() throws {
        _ = try run("set", "mail", "--stdin", input: Data("one".utf8))
        let lock = home + "/.local/state/securestore/device.key.stores.lock"
        XCTAssertEqual(try shell("chmod 0 \(lock)").code, 0)
        let doctor = try run("doctor")
        XCTAssertTrue(doctor.text.contains("problem: \(lock) cannot be written"), doctor.text)
        XCTAssertEqual(try shell("chmod 600 \(lock)").code, 0)
        XCTAssertFalse(try run("doctor").text.contains(lock))
        let list = home + "/.local/state/securestore/device.key.stores"
        XCTAssertEqual(try shell("echo x > \(list)").code, 0)
        XCTAssertTrue(try run("doctor").text.contains("problem: \(list) cannot be read"))
    }

    func test_doctor_whileTheStoreIsOpen_namesWhatMustStayAwayFromIt() throws {
        _ = try run("set", "mail", "--stdin", input: Data("one".utf8))
        var options = StoreOptions()
        options.deviceKey = .file(home + "/.local/state/securestore/device.key")
        let open = try ItemStore.open(at: store, options: options)
        let expected = SQLiteVersion.inUse.needsGuardedCheckpoints
        XCTAssertEqual(try run("doctor").text.contains("advice: programs have \(store) open"), expected)
        withExtendedLifetime(open) {}
    }

    func test_doctor_whereTheKernelKeepsNoKeys_saysWhatElseUnlocks() throws {
        _ = try Tool.python(with: "ctypes")
        _ = try run("set", "mail", "--stdin", input: Data("one".utf8))
        try setPassphrase("right")
        let program = try Self.builtProduct("securestore").path
        let outcome = try run(python: "nokeys.py", [program, "doctor"])
        XCTAssertTrue(
            outcome.text.hasPrefix(
                "problem: the kernel keeps no keys here (Operation not permitted), so unlock does not last\n"
                    + "  hint: name the passphrase's source in "), outcome.text)
        XCTAssertEqual(outcome.code, 1)
    }

    func test_doctor_ofALockedStoreAtATerminal_asksNothing() throws {
        _ = try Tool.python(with: "pty", "termios")
        _ = try run("set", "mail", "--stdin", input: Data("one".utf8))
        try setPassphrase("right")
        let session = try session(["doctor"])
        XCTAssertFalse(session.shown.contains("passphrase of"), session.shown)
        XCTAssertTrue(session.end.hasPrefix("exit 0"), session.end + session.shown)
    }
}
