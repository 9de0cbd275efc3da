import Foundation
import XCTest

/// A store that opened by itself, whose device key is lost, and which has a recovery code.
final class LostDeviceKeyTests: CommandTestCase {
    func test_passphraseSet_withRecoveryCode_opensAStoreWhoseDeviceKeyIsLost() throws {
        _ = try Tool.python(with: "pty", "termios")
        _ = try run("set", "mail", "--stdin", input: Data("kept".utf8))
        let code = try run("recovery-code").text.trimmingCharacters(in: .whitespacesAndNewlines)
        try FileManager.default.removeItem(atPath: home + "/.local/state/securestore/device.key")
        let refused = try run("get", "mail")
        XCTAssertEqual(refused.code, 53)
        XCTAssertTrue(refused.errors.contains("passphrase set --recovery-code"), refused.errors)
        let session = try session(
            ["passphrase", "set", "--recovery-code", "--cost", "interactive"],
            [("recovery code of", code), ("new passphrase: ", "right"), ("again: ", "right")])
        XCTAssertTrue(session.end.hasPrefix("exit 0"), session.shown)
        let get = try run("get", "mail", environment: ["SECURESTORE_PASSPHRASE": "right"])
        XCTAssertEqual(get.text, "kept", get.errors)
        let second = try self.session(["passphrase", "set", "--recovery-code"], [("recovery code of", code)])
        XCTAssertFalse(second.end.hasPrefix("exit 0"), second.shown)
        XCTAssertTrue(second.shown.contains("slot add --recovery-code adds another"), second.shown)
    }

    func test_init_whereTheDeviceKeyOfAKnownStoreIsGone_saysThatThereIsANewOne() throws {
        let first = try run("init")
        XCTAssertEqual(first.errors, "")
        let key = home + "/.local/state/securestore/device.key"
        try FileManager.default.removeItem(atPath: key)
        let second = try run("init", "--store", temporary + "/other.store")
        XCTAssertEqual(second.code, 0)
        XCTAssertTrue(second.errors.contains("the new one is at \(key): put no copy"), second.errors)
        XCTAssertEqual(try run("init", "--store", temporary + "/third.store").errors, "")
    }

    func test_commands_whileAnotherFileTakesTheStoresPlace_callNoKeyMissing() throws {
        let tracer = try Tool("strace").path
        try XCTSkipIf(isThinned, "the sanitizers open files of their own")
        XCTAssertEqual(try run("set", "mail", "--stdin", input: Data("kept".utf8)).code, 0)
        XCTAssertEqual(try run("recovery-code").code, 0)
        var refused: Set<String> = []
        for line in ["get mail", "doctor"] {
            for number in 2...5 {
                // Between two looks at the store, another file is put there.
                let outcome = try shell(
                    """
                    cp -p \(defaultPath) other; (sleep 0.5; mv -f other \(defaultPath)) &
                    \(tracer) -f -o /dev/null -P \(defaultPath) -e trace=openat \
                        -e inject=openat:delay_enter=1000000:when=\(number) securestore \(line)
                    code=$?; wait; exit $code
                    """)
                XCTAssertFalse((outcome.text + outcome.errors).contains("key"), outcome.text + outcome.errors)
                if outcome.code != 0 { refused.insert(line) }
            }
        }
        XCTAssertEqual(refused, ["get mail", "doctor"])
    }

    func test_doctor_ofStoreWithItemsOfALostKey_leadsToAStoreThatRotates() throws {
        let environment = ["SECURESTORE_PASSPHRASE": "right"]
        func run(_ words: String...) throws -> Outcome {
            try self.run(
                try Self.builtProduct("securestore"), words, input: Data("kept".utf8), environment)
        }
        XCTAssertEqual(try run("init", "--cost", "interactive").code, 0)
        _ = try run("set", "mail", "--stdin")
        _ = try run("set", "here", "--stdin", "--accessible", "when-unlocked-this-device")
        try FileManager.default.removeItem(atPath: home + "/.local/state/securestore/device.key")
        XCTAssertEqual(try run("rotate").code, 53)
        XCTAssertTrue(try run("list").errors.contains("error: 1 item cannot be opened\n"))
        XCTAssertTrue(try run("verify").errors.contains("hint: put a copy of that key back"))
        let doctor = try run("doctor")
        XCTAssertTrue(doctor.text.contains("1 item cannot be opened here"), doctor.text)
        XCTAssertTrue(doctor.text.contains("securestore salvage"), doctor.text)
        let new = temporary + "/new.store"
        _ = try run("salvage", new)
        let restored = try run("restore", "--yes", new)
        XCTAssertEqual(restored.code, 0, restored.errors)
        XCTAssertEqual(try run("get", "mail").text, "kept")
        XCTAssertEqual(try run("rotate").code, 0)
        XCTAssertFalse(try run("doctor").text.contains("cannot be opened here"))
    }

    func test_doctor_ofStoreThatRotatedWithoutADeviceKey_saysWhatItCannotKeep() throws {
        let passphrase = ["SECURESTORE_PASSPHRASE": "right"]
        XCTAssertEqual(try run("init", "--cost", "interactive", environment: passphrase).code, 0)
        let words = "items that stay on this machine alone cannot be added: the store has no keys for them"
        XCTAssertFalse(try run("doctor", environment: passphrase).text.contains(words))
        try FileManager.default.removeItem(atPath: home + "/.local/state/securestore/device.key")
        XCTAssertEqual(try run("rotate", environment: passphrase).code, 0)
        let doctor = try run("doctor", environment: passphrase)
        XCTAssertTrue(doctor.text.contains(words), doctor.text)
        _ = try run("init", "--store", temporary + "/other.store")
        XCTAssertEqual(try run("rotate", environment: passphrase).code, 0)
        XCTAssertFalse(try run("doctor", environment: passphrase).text.contains(words))
    }

    func test_passphraseRemove_whereThereNeverWasADeviceKey_leadsToAStoreThatOpensByItself() throws {
        let passphrase = ["SECURESTORE_PASSPHRASE": "right"]
        XCTAssertEqual(try run("init", "--cost", "interactive", environment: passphrase).code, 0)
        try FileManager.default.removeItem(atPath: home + "/.local/state")
        let refused = try run("passphrase", "remove", environment: passphrase)
        XCTAssertEqual(refused.code, 53)
        XCTAssertFalse(refused.errors.contains("open the store with its passphrase"), refused.errors)
        XCTAssertTrue(refused.errors.contains("securestore init --store NAME makes one"), refused.errors)
        XCTAssertEqual(try run("init", "--store", "second").code, 0)
        XCTAssertEqual(try run("passphrase", "remove", environment: passphrase).code, 0)
        XCTAssertEqual(try run("list").code, 0)
    }

    func test_init_whereThereNeverWasADeviceKey_doesNotSpeakOfOne() throws {
        let passphrase = ["SECURESTORE_PASSPHRASE": "right"]
        XCTAssertEqual(try run("init", "--cost", "interactive", environment: passphrase).code, 0)
        // As on a machine to which the store was copied.
        try FileManager.default.removeItem(atPath: home + "/.local/state")
        XCTAssertEqual(try run("list", environment: passphrase).code, 0)
        let made = try run("init", "--store", temporary + "/other.store")
        XCTAssertTrue(made.errors.contains("stores are known here, but there was no device key"), made.errors)
    }
}
