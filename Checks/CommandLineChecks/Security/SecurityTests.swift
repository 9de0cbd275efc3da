import Foundation
import XCTest

@testable import SecureStoreCodes

/// The dialect of `security` where a readable transcript does not reach.
final class SecurityTests: CommandTestCase {
    private func security(
        _ words: String..., input: String = "", environment: [String: String] = [:]
    ) throws -> Outcome {
        // Without a terminal, wherever the tests run.
        let command = ["--wait", try Self.builtProduct("securestore").path, "security"]
        return try run(
            URL(fileURLWithPath: "/usr/bin/setsid"), command + words, input: Data(input.utf8), environment)
    }

    // MARK: - Every byte

    func test_findWithW_ofEveryByte_printsTextOrDigitsThatLeadBack() throws {
        let secrets = (0...255).map { [UInt8($0)] } + [Array(0...255), []]
        let adds = secrets.indices.map { place in
            let digits = secrets[place].map { String(format: "%02x", $0) }.joined()
            return "add-generic-password -a a -s \(place) -X \"\(digits)\""
        }
        let added = try security("-i", input: adds.joined(separator: "\n"))
        XCTAssertEqual(added, Outcome(code: 0, output: Data(), errors: ""))
        let finds = secrets.indices.map { "find-generic-password -w -s \($0)" }
        let found = try security("-i", input: finds.joined(separator: "\n")).text
        let lines = found.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        XCTAssertEqual(lines.map(String.init), secrets.map(Self.shown))
    }

    private static func shown(_ secret: [UInt8]) -> String {
        secret.allSatisfy { 0x20...0x7e ~= $0 }
            ? String(decoding: secret, as: UTF8.self) : secret.map { String(format: "%02x", $0) }.joined()
    }

    func test_findWithRaw_ofEveryByte_isWhatWentIn() throws {
        let secret = Data(0...255) + Data("\n".utf8)
        let program = try Self.builtProduct("securestore")
        _ = try run(
            program, ["security", "add-generic-password", "-a", "a", "-s", "x", "--stdin", "--raw"],
            input: secret)
        XCTAssertEqual(try security("find-generic-password", "-s", "x", "--raw").output, secret)
    }

    func test_add_withBytesThatAreNoText_isRefused() throws {
        let add = "\"$0\" security add-generic-password -a a -s x -w \"$(printf 'a\\377')\""
        let outcome = try run(
            URL(fileURLWithPath: "/bin/sh"), ["-c", add, try Self.builtProduct("securestore").path])
        XCTAssertEqual(outcome.code, 2, outcome.errors)
        XCTAssertTrue(outcome.errors.contains("is not UTF-8 text"), outcome.errors)
        XCTAssertEqual(try security("find-generic-password", "-s", "x").code, 44)
    }

    // MARK: - Codes

    func test_error_ofEveryCode_hasItsMessage() throws {
        let codes = (-70_000...0).filter { !CodeMessages.message(of: $0).hasPrefix("OSStatus") }
        XCTAssertEqual(codes.count, 391)
        let lines = try run(
            try Self.builtProduct("securestore"), ["security", "error"] + codes.map { "\($0)" }
        ).text.split(separator: "\n")
        XCTAssertEqual(lines.count, codes.count)
        for (code, line) in zip(codes, lines) {
            let digits = String(format: "%08X", UInt32(bitPattern: code))
            XCTAssertTrue(line.hasPrefix("Error: 0x\(digits) \(code) "), String(line))
            XCTAssertFalse(line.contains("OSStatus"), String(line))
        }
    }

    // MARK: - At a terminal

    func test_interactive_atTerminal_promptsForEachCommand() throws {
        _ = try Tool.python(with: "pty", "termios")
        let answers = [("security> ", "error 0"), ("security> ", "quit")]
        XCTAssertEqual(
            try session(["security", "-i"], answers).shown,
            "security> error 0\nError: 0x00000000 0 No error.\nsecurity> quit\n")
        XCTAssertEqual(
            try session(["security", "-p", "mine: "], [("mine: ", "quit")]).shown, "mine: quit\n")
    }

    func test_createKeychain_atTerminal_asksForWhatIsNotNamed() throws {
        _ = try Tool.python(with: "pty", "termios")
        let session = try session(
            ["security", "create-keychain", "-P", "--cost", "interactive"],
            [("keychain to create: ", "work"), ("new keychain: ", "right"), ("new keychain: ", "right")])
        XCTAssertEqual(
            session.shown,
            "keychain to create: work\npassword for new keychain: \nretype password for new keychain: \n")
        XCTAssertEqual(session.end, "exit 0, typing shown hidden hidden shown\n")
        _ = try security("lock-keychain", "work")
        XCTAssertEqual(try security("unlock-keychain", "-p", "wrong", "work").code, 51)
    }

    func test_export_atTerminal_showsTextAndNoBytes() throws {
        _ = try Tool.python(with: "pty", "termios")
        _ = try security("create-keypair", "-a", "ec")
        let words = ["security", "export", "-t", "pubKeys"]
        let bytes = try session(words)
        XCTAssertTrue(bytes.shown.contains("the result is nothing for a terminal"), bytes.shown)
        XCTAssertTrue(bytes.end.hasPrefix("exit 1,"), bytes.end)
        XCTAssertTrue(try session(words + ["-p"]).shown.hasPrefix("-----BEGIN PUBLIC KEY-----\n"))
    }

    // MARK: - Unlocking

    func test_unlockKeychain_keepsTheKeyUntilLockKeychain() throws {
        _ = try security("create-keychain", "--stdin", "--cost", "interactive", "work", input: "right")
        defer { XCTAssertNoThrow(try security("lock-keychain", "-a")) }
        _ = try security("lock-keychain", "work")
        XCTAssertEqual(try security("show-keychain-info", "work").code, 36)
        let unlock = try security("unlock-keychain", "-p", "right", "work")
        try XCTSkipIf(unlock.errors.contains("the kernel does not keep the key"), "no keyring here")
        XCTAssertEqual(unlock.code, 0, unlock.errors)
        XCTAssertTrue(try security("show-keychain-info", "work").errors.hasSuffix("\" timeout=900s\n"))
        XCTAssertEqual(try security("set-keychain-settings", "-ut", "60", "work").code, 0)
        XCTAssertTrue(try security("show-keychain-info", "work").errors.hasSuffix("\" timeout=60s\n"))
        XCTAssertEqual(try security("lock-keychain", "-a").code, 0)
        XCTAssertEqual(try security("show-keychain-info", "work").code, 36)
    }

    func test_find_withOneKeychainLocked_searchesTheOthers() throws {
        _ = try security("create-keychain", "--stdin", "--cost", "interactive", "work", input: "right")
        _ = try security("lock-keychain", "-a")
        _ = try security("list-keychains", "-s", "work", "login.keychain")
        _ = try security("add-generic-password", "-a", "a", "-s", "mail", "-X", "61")
        XCTAssertEqual(try security("find-generic-password", "-s", "mail", "-w").text, "a\n")
        XCTAssertEqual(try security("find-generic-password", "-s", "other").code, 36)
        let password = ["SECURESTORE_PASSPHRASE": "right"]
        XCTAssertEqual(try security("find-generic-password", "-s", "other", environment: password).code, 44)
    }
}
