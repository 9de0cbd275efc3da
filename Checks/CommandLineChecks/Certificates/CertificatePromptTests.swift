import Foundation
import XCTest

/// Tests of what the commands for certificates and keys ask at a terminal, and what they do not show there.
final class CertificatePromptTests: CommandTestCase {
    override func setUpWithError() throws {
        try super.setUpWithError()
        _ = try Tool.python(with: "pty", "termios")
        _ = try run("identity", "generate", "web")
    }

    func test_identityExport_atTerminal_asksTwiceForANewPassphrase() throws {
        let session = try session(
            ["identity", "export", "web", "-o", temporary + "/web.p12"],
            [("new passphrase: ", "several words"), ("again: ", "several words")])
        XCTAssertEqual(session.shown, "new passphrase: \nthe same again: \n")
        let added = try run(
            "identity", "add", temporary + "/web.p12", "--stdin", input: Data("several words".utf8))
        XCTAssertEqual(added.code, 45, added.errors)
    }

    func test_identityAdd_ofEncryptedFileAtTerminal_asksForItsPassphrase() throws {
        let export = ["identity", "export", "web", "--stdin", "-o", temporary + "/web.p12"]
        _ = try run(try Self.builtProduct("securestore"), export, input: Data("words".utf8))
        _ = try run("init", "--store", temporary + "/other.store")
        let session = try session(
            ["identity", "add", temporary + "/web.p12", "--store", temporary + "/other.store"],
            [("passphrase of \(temporary)/web.p12: ", "words")])
        XCTAssertTrue(session.shown.contains("\nidentity 'web' stored, "), session.shown)
        XCTAssertEqual(session.end, "exit 0, typing hidden shown\n")
    }

    func test_keyExport_toTerminal_isRefusedBeforeAPassphraseIsAskedFor() throws {
        for words in [[], ["--unencrypted"]] {
            let session = try session(["key", "export", "web"] + words)
            XCTAssertTrue(session.shown.contains("this is nothing for a terminal"), session.shown)
            XCTAssertTrue(session.end.hasPrefix("exit 1, typing shown"), session.end)
        }
    }

    func test_export_ofCertificateAndPublicKeyToTerminal_showsThem() throws {
        for words in [["key", "export", "web", "--public"], ["certificate", "export", "web"]] {
            XCTAssertTrue(try session(words).shown.hasPrefix("-----BEGIN "))
        }
    }
}
