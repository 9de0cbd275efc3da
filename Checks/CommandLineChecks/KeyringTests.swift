import Foundation
import XCTest

/// An unlocked store whose key the kernel keeps.
///
/// Each test has a store, and so a key, of its own; where the kernel keeps no keys, that is what the program
/// says.
final class KeyringTests: CommandTestCase {
    private let passphrase = ["SECURESTORE_PASSPHRASE": "right"]

    override func setUpWithError() throws {
        try super.setUpWithError()
        _ = try run("set", "mail", "--stdin", input: Data("found".utf8))
        try setPassphrase("right")
    }

    override func tearDownWithError() throws {
        _ = try run("lock")
        try super.tearDownWithError()
    }

    private func unlock(for time: String = "1m") throws {
        let outcome = try run("unlock", "--for", time, environment: passphrase)
        try XCTSkipIf(outcome.errors.contains("the kernel does not keep the key"), "no keyring here")
        XCTAssertEqual(outcome.code, 0, outcome.errors)
    }

    func test_get_afterUnlock_needsNoPassphraseUntilLock() throws {
        XCTAssertEqual(try run("get", "mail").code, 36)
        try unlock()
        XCTAssertEqual(try run("get", "mail").text, "found")
        XCTAssertEqual(try run("lock").code, 0)
        XCTAssertEqual(try run("get", "mail").code, 36)
    }

    func test_info_whileUnlocked_saysForHowLong() throws {
        try unlock(for: "1h")
        let shown = try run("info").text
        XCTAssertNotNil(shown.firstMatch(of: /keyring has its key, for another (1h|59m)/), shown)
        XCTAssertEqual(try run("lock").code, 0)
        XCTAssertFalse(try run("info").text.contains("for another"))
    }

    func test_complete_ofAProtectedStore_namesItemsOnlyWhileItIsUnlocked() throws {
        try unlock()
        XCTAssertEqual(try run("complete", "bash", "get", "").text, "mail\n")
        XCTAssertEqual(try run("lock").code, 0)
        XCTAssertEqual(try run("complete", "bash", "get", "", environment: passphrase).text, "")
    }

    func test_unlockAndLock_whenRepeated_changeNothing() throws {
        try unlock()
        try unlock()
        XCTAssertEqual(try run("unlock").code, 0, "the key is there, and nobody needs to be asked")
        XCTAssertEqual(try run("get", "mail").text, "found")
        for _ in 0..<2 { XCTAssertEqual(try run("lock"), Outcome(code: 0, output: Data(), errors: "")) }
    }

    func test_lock_whereTheSearchForTheKeyFails_fails() throws {
        let tracer = try Tool("strace").path
        try unlock()
        let fault = "-e trace=keyctl -e inject=keyctl:error=EDQUOT:when="
        var refused = 0
        for number in 1...3 {
            let outcome = try shell("\(tracer) -f -qq -o /dev/null \(fault)\(number) securestore lock")
            if outcome.code != 0 { refused += 1 }
            XCTAssertEqual(try run("get", "mail").code, outcome.code == 0 ? 36 : 0, outcome.errors)
            try unlock()
        }
        XCTAssertGreaterThan(refused, 0)
    }

    func test_get_whenTheTimeIsOver_needsThePassphrase() throws {
        try unlock(for: "1s")
        let end = Date(timeIntervalSinceNow: 30)
        while try run("get", "mail").code == 0, Date() < end {}
        XCTAssertEqual(try run("get", "mail").code, 36)
    }

    func test_get_afterThePassphraseChanged_needsTheNewOne() throws {
        try unlock()
        let words = ["passphrase", "change", "--stdin", "--cost", "interactive"]
        let change = try run(
            try Self.builtProduct("securestore"), words, input: Data("other".utf8), passphrase)
        XCTAssertEqual(change.code, 0, change.errors)
        XCTAssertEqual(try run("get", "mail").code, 36)
        XCTAssertEqual(try run("get", "mail", environment: ["SECURESTORE_PASSPHRASE": "other"]).text, "found")
    }

    /// The kernel's words about the key: how long it is left, and who may do what with it.
    private func keptKey() throws -> (time: String, rights: String) {
        let identifier = try XCTUnwrap(try run("info").text.firstMatch(of: /identifier +([0-9a-f]{32})/)).1
        // Read to its end: the kernel gives a page at a time, and one call may stop at the first.
        let list = try XCTUnwrap(try FileHandle(forReadingAtPath: "/proc/keys")?.readToEnd())
        let keys = String(decoding: list, as: UTF8.self)
        let line = try XCTUnwrap(
            keys.split(separator: "\n").first { $0.contains("securestore:\(identifier)") })
        let words = line.split(separator: " ")
        return (String(words[3]), String(words[4]))
    }

    func test_key_inTheKeyring_isForItsPossessorOnly() throws {
        try unlock()
        XCTAssertEqual(try keptKey().rights, "3b000000")
    }

    // MARK: - For how long

    private func set(_ words: String...) throws {
        let words = ["security", "set-keychain-settings"] + words
        let outcome = try run(try Self.builtProduct("securestore"), words, passphrase)
        XCTAssertEqual(outcome, Outcome(code: 0, output: Data(), errors: ""))
    }

    func test_unlock_withoutTime_takesWhatTheStoreSays() throws {
        try unlock()
        _ = try run("unlock")
        let usual = try keptKey().time
        XCTAssertTrue(["15m", "14m"].contains(usual), usual)
        for (seconds, left) in [("12600", "3h"), ("2147483647", "perm"), ("630", "10m")] {
            try set("-t", seconds)
            _ = try run("lock")
            XCTAssertEqual(try run("unlock", environment: passphrase).code, 0)
            XCTAssertEqual(try keptKey().time, left)
        }
    }

    func test_settings_ofStoreThatIsUnlocked_beginItsTimeAnew() throws {
        try unlock()
        try set()
        XCTAssertEqual(try keptKey().time, "perm")
        try set("-t", "12600")
        XCTAssertEqual(try keptKey().time, "3h")
        XCTAssertTrue(try run("info").text.contains("\nunlock for  210m\n"))
    }

    func test_settings_ofStoreThatIsLocked_leaveItLocked() throws {
        try set("-t", "10800")
        XCTAssertEqual(try run("get", "mail").code, 36)
    }

    func test_unlock_ofStoreThatLocksAtOnce_keepsNothing() throws {
        try unlock()
        try set("-t", "3600")
        let outcome = try run("security", "set-keychain-settings", "-t", "0")
        XCTAssertEqual(outcome.code, 0)
        XCTAssertEqual(outcome.errors, "the key is not kept: the store is set to lock at once\n")
        XCTAssertEqual(try run("get", "mail").code, 36)
        XCTAssertEqual(try run("unlock", environment: passphrase).code, 0)
        XCTAssertEqual(try run("get", "mail").code, 36)
    }

    func test_deleteKeychain_thatIsUnlocked_takesItsKeyAway() throws {
        try unlock()
        let (path, copy) = (temporary + "/build", temporary + "/copy")
        let made = try run("security", "create-keychain", "-p", "right", "--cost", "interactive", path)
        XCTAssertEqual(made.code, 0, made.errors)
        XCTAssertEqual(try run("get", "mail", "--store", path).code, 44)
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        XCTAssertEqual(try run("security", "delete-keychain", path).code, 0)
        try FileManager.default.moveItem(atPath: copy, toPath: path)
        XCTAssertEqual(try run("get", "mail", "--store", path).code, 36)
    }

    func test_info_afterUnlockForATime_saysWhenItEnds() throws {
        try unlock(for: "5h")
        let info = try run("info").text
        XCTAssertNotNil(info.firstMatch(of: /\nstate       unlocked: .*, for another [45]h\n/), info)
    }

    func test_info_beforeAndAfterUnlock_saysHowTheStoreStands() throws {
        XCTAssertTrue(try run("info").text.contains("\nstate       locked\n"))
        try unlock()
        XCTAssertTrue(try run("info").text.contains("\nstate       unlocked: the kernel"))
    }

    // MARK: - A kernel that refuses

    /// Runs the command where the system calls for keys answer that they are not permitted.
    private func runRefused(_ words: String...) throws -> Outcome {
        let program = try Self.builtProduct("securestore").path
        return try run(python: "nokeys.py", [program] + words, passphrase)
    }

    func test_unlock_whereTheKernelRefuses_saysSoAndTheRestGoesOn() throws {
        _ = try Tool.python(with: "ctypes")
        let unlock = try runRefused("unlock")
        XCTAssertEqual(unlock.code, 1)
        XCTAssertTrue(
            unlock.errors.hasPrefix(
                "securestore: error: the kernel does not keep the key: Operation not permitted\nhint: "),
            unlock.errors)
        let lock = try runRefused("lock")
        XCTAssertEqual(lock.code, 0)
        XCTAssertEqual(lock.errors, "the kernel keeps no keys here: Operation not permitted\n")
        XCTAssertEqual(try runRefused("get", "mail").text, "found")
    }

    func test_lock_ofAKeyThatStays_failsUnderEveryName() throws {
        _ = try Tool.python(with: "ctypes")
        let program = try Self.builtProduct("securestore").path
        try unlock()
        for words in [["lock"], ["security", "lock-keychain"], ["security", "lock-keychain", "-a"]] {
            let outcome = try run(python: "nokeys.py", ["--stay", program] + words)
            XCTAssertEqual(outcome.code, 1, "\(words)")
            XCTAssertTrue(outcome.errors.contains("the kernel still keeps the key"), outcome.errors)
        }
        XCTAssertEqual(try run("get", "mail").text, "found", "it was open all the time")
    }

    func test_lock_whereTheSearchIsRefused_doesNotSayThatTheStoreIsLocked() throws {
        _ = try Tool.python(with: "ctypes")
        let program = try Self.builtProduct("securestore").path
        try unlock()
        for error in [EACCES, ENOMEM] {
            let outcome = try run(python: "nokeys.py", ["--error", "\(error)", program, "lock"])
            XCTAssertEqual(outcome.code, 1)
            XCTAssertTrue(outcome.errors.contains("does not say whether it keeps the key"), outcome.errors)
        }
        XCTAssertEqual(try run("get", "mail").text, "found", "it was open all the time")
    }

    func test_deleteKeychain_thatCannotBeRead_saysThatItsKeyMayStay() throws {
        let path = temporary + "/build"
        let made = try run("security", "create-keychain", "-p", "right", "--cost", "interactive", path)
        XCTAssertEqual(made.code, 0, made.errors)
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try file.seek(toOffset: 100)
        try file.write(contentsOf: Data(count: 8_192))
        try file.close()
        let deleted = try run("security", "delete-keychain", path)
        XCTAssertEqual(deleted.code, 0, deleted.errors)
        XCTAssertTrue(deleted.errors.contains("the kernel may keep its key"), deleted.errors)
        XCTAssertFalse(FileManager.default.fileExists(atPath: path))
    }

    func test_anyName_whereTheKernelRefuses_findsWithThePassphrase() throws {
        let python = try Tool.python(with: "ctypes").path
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Support/nokeys.py").path
        // The script takes the path of a program.
        let prefix = "\(python) \(script) /usr/bin/env"
        for program in NamedProgram.all(keeping: "found") {
            _ = try store(program, passphrase)
            XCTAssertEqual(try find(program, through: prefix, passphrase).text, program.answer)
            XCTAssertNotEqual(try find(program, through: prefix).code, 0, program.name)
        }
    }
}
