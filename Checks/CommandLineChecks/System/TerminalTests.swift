import Foundation
import XCTest

/// Sessions at a terminal: what is asked, what shows, and how the terminal is left.
final class TerminalTests: CommandTestCase {
    override func setUpWithError() throws {
        try super.setUpWithError()
        _ = try Tool.python(with: "pty", "termios")
    }

    // MARK: - Questions

    func test_set_atTerminal_asksTwiceAndShowsNothing() throws {
        let session = try session(
            ["set", "mail"], [("new secret: ", "correct horse"), ("again: ", "correct horse")])
        XCTAssertEqual(session.shown, "new secret: \nthe same again: \n")
        XCTAssertEqual(session.end, "exit 0, typing hidden hidden shown\n")
        XCTAssertEqual(try run("get", "mail").text, "correct horse")
    }

    func test_set_withTwoThatDiffer_changesNothing() throws {
        let session = try session(["set", "mail"], [("new secret: ", "one"), ("again: ", "two")])
        XCTAssertTrue(session.shown.contains("the two are not the same"), session.shown)
        XCTAssertEqual(session.end, "exit 1, typing hidden hidden shown\n")
        XCTAssertEqual(try run("get", "mail").code, 44)
    }

    func test_securityAdd_withWAtTheEnd_asksTwiceAndShowsNothing() throws {
        let session = try session(
            ["security", "add-generic-password", "-a", "a", "-s", "mail", "-w"],
            [("password data for new item: ", "correct horse"), ("retype", "correct horse")])
        XCTAssertEqual(
            session.shown, "password data for new item: \nretype password for new item: \n")
        XCTAssertEqual(session.end, "exit 0, typing hidden hidden shown\n")
        XCTAssertEqual(try run("get", "mail").text, "correct horse")
    }

    func test_secretToolStore_atTerminal_asksOnceAndShowsNothing() throws {
        let store = ["secret-tool", "store", "--label=Mail", "service", "mail"]
        let session = try session(store, [("Password: ", "correct horse")])
        XCTAssertEqual(session.shown, "Password: \n")
        XCTAssertEqual(session.end, "exit 0, typing hidden shown\n")
        let lookup = try run("secret-tool", "lookup", "service", "mail")
        XCTAssertEqual(lookup, Outcome(code: 0, output: Data("correct horse".utf8), errors: ""))
    }

    func test_get_ofProtectedStore_asksAgainAfterAWrongPassphrase() throws {
        _ = try run("set", "mail", "--stdin", input: Data("found".utf8))
        try setPassphrase("right")
        // Words that are typed before a question is shown do not count, so each answer waits for its
        // question.
        let question = "default.securestore: "
        let session = try session(["get", "mail"], [(question, "wrong"), (question, "right")])
        XCTAssertTrue(session.shown.contains("\nthat is not it\n"), session.shown)
        XCTAssertTrue(session.shown.hasSuffix("\nfound\n"), session.shown)
        XCTAssertFalse(session.shown.contains("wrong"), session.shown)
        XCTAssertTrue(session.end.hasPrefix("exit 0"), session.end)
    }

    func test_complete_ofLockedStoreAtTerminal_asksNothing() throws {
        _ = try run("set", "mail", "--stdin", input: Data("found".utf8))
        try setPassphrase("right")
        let session = try session(["complete", "bash", "get", ""])
        XCTAssertEqual(session.shown, "")
        XCTAssertEqual(session.end, "exit 0, typing shown\n")
    }

    func test_slotAdd_withRecoveryCode_setsANewPassphraseForTheLostOne() throws {
        _ = try run("set", "mail", "--stdin", input: Data("found".utf8))
        try setPassphrase("lost")
        let code = try run("recovery-code", environment: ["SECURESTORE_PASSPHRASE": "lost"]).text
        let dialogue = [
            ("recovery code of ", String(code.dropLast())), ("new passphrase: ", "new"), ("again: ", "new"),
        ]
        let words = ["slot", "add", "--recovery-code", "--cost", "interactive"]
        let session = try session(words, dialogue)
        XCTAssertTrue(session.end.hasPrefix("exit 0"), session.shown)
        XCTAssertFalse(session.shown.contains(code.prefix(4)), session.shown)
        XCTAssertEqual(try run("get", "mail", environment: ["SECURESTORE_PASSPHRASE": "new"]).text, "found")
    }

    func test_get_whileAPassphraseIsChecked_showsNothingOfWhatIsTyped() throws {
        _ = try run("set", "mail", "--stdin", input: Data("found".utf8))
        let set = try run("passphrase", "set", "--stdin", input: Data("right".utf8))
        XCTAssertEqual(set.code, 0, set.errors)
        // The line break that follows the answer comes before the check, which takes a while.
        let session = try session(["get", "mail"], [("default.securestore: ", "right"), ("\n", "leak")])
        XCTAssertEqual(session.end, "exit 0, typing hidden hidden shown\n")
        XCTAssertFalse(session.shown.contains("leak"), session.shown)
    }

    func test_restore_atTerminal_asksBeforeItReplaces() throws {
        _ = try run("set", "mail", "--stdin", input: Data("old".utf8))
        XCTAssertEqual(try run("backup", home + "/copy").code, 0)
        _ = try run("set", "mail", "--stdin", input: Data("new".utf8))
        for (answer, code, secret) in [("", 1, "new"), ("y", 0, "old")] {
            let session = try session(["restore", home + "/copy"], [("? [y/N] ", answer)])
            XCTAssertTrue(session.end.hasPrefix("exit \(code), typing shown"), session.end)
            XCTAssertEqual(try run("get", "mail").text, secret)
        }
    }

    func test_restore_onAnotherMachine_asksForTheRecoveryCode() throws {
        _ = try run("set", "mail", "--stdin", input: Data("old".utf8))
        let code = try run("recovery-code").text.trimmingCharacters(in: .whitespacesAndNewlines)
        XCTAssertEqual(try run("backup", home + "/copy").code, 0)
        try FileManager.default.removeItem(atPath: home + "/.local")
        let session = try session(["restore", home + "/copy"], [("recovery code", code)])
        XCTAssertTrue(session.end.hasPrefix("exit 0"), session.shown)
        XCTAssertFalse(session.shown.contains(code), session.shown)
        XCTAssertEqual(try run("get", "mail").text, "old")
    }

    func test_man_atTerminal_hasManShowThePage() throws {
        let script = "#!/bin/sh\necho \"man $*\"; head -n 1\n"
        try Data(script.utf8).write(to: URL(fileURLWithPath: temporary + "/man"))
        XCTAssertEqual(try shell("chmod 755 man").code, 0)
        let path = temporary + ":" + Tool.searchPath
        let session = try session(["man"], [], ["PATH": path])
        XCTAssertTrue(session.shown.hasPrefix("man -l -\n.TH SECURESTORE 1"), session.shown)
        XCTAssertTrue(session.end.hasPrefix("exit 0"), session.end)
    }

    func test_man_whereThereIsNone_saysSo() throws {
        let link = "ln -s $(python3 -c 'import sys; print(sys.executable)') python3"
        XCTAssertEqual(try shell(link).code, 0)
        let session = try session(["man"], [], ["PATH": temporary])
        XCTAssertTrue(session.shown.contains("man cannot be run: No such file or directory"), session.shown)
        XCTAssertTrue(session.end.hasPrefix("exit 127"), session.end)
    }

    func test_question_whenInterrupted_leavesTheTerminalAsItWas() throws {
        let rows = [("^C", SIGINT), ("SIGNAL SIGTERM", SIGTERM), ("SIGNAL SIGHUP", SIGHUP)]
        for (answer, signal) in rows {
            let session = try session(["set", "mail"], [("new secret: ", answer)])
            XCTAssertEqual(session.end, "exit -\(signal), typing hidden shown\n", answer)
        }
    }

    func test_question_atEndOfInput_ends() throws {
        let set = try session(["set", "mail"], [("new secret: ", "^D")])
        XCTAssertTrue(set.shown.contains("the question was ended without an answer"), set.shown)
        XCTAssertEqual(set.end, "exit 128, typing hidden shown\n")
        try setPassphrase("right")
        let get = try session(["get", "mail"], [("default.securestore: ", "^D")])
        XCTAssertEqual(get.end, "exit 128, typing hidden shown\n", "asks once")
    }

    func test_set_withEmptyAnswer_isRefusedUnlessItIsMeant() throws {
        let refused = try session(["set", "mail"], [("new secret: ", "")])
        XCTAssertTrue(refused.shown.contains("the secret is empty"), refused.shown)
        XCTAssertEqual(refused.end, "exit 1, typing hidden shown\n")
        XCTAssertTrue(
            try session(["set", "mail", "--empty"], [("new secret: ", "")]).end.hasPrefix("exit 0"))
        XCTAssertEqual(try run("get", "mail"), Outcome(code: 0, output: Data(), errors: ""))
    }

    func test_question_withALongerLineThanATerminalTakes_isRefused() throws {
        let whole = String(repeating: "a", count: 4094)
        let answers = [("new secret: ", whole), ("again: ", whole)]
        XCTAssertTrue(try session(["set", "mail"], answers).end.hasPrefix("exit 0"))
        XCTAssertEqual(try run("get", "mail").text, whole)
        let store = ["secret-tool", "store", "--label=Key", "service", "key"]
        let session = try session(store, [("Password: ", whole + "aa")])
        XCTAssertTrue(session.shown.contains("the line is too long"), session.shown)
        XCTAssertNotEqual(try run("secret-tool", "lookup", "service", "key").code, 0)
    }

    func test_question_withSeveralLines_isRefusedAndLeavesNoneForTheShell() throws {
        let program = try Self.builtProduct("securestore").path
        let long = String(repeating: "a line of a key\n", count: 1000)
        for text in ["-----BEGIN\nabc\n-----END\n", "one\ntwo", long] {
            let script = "\(program) secret-tool store --label=Mail service mail; echo left:; cat"
            let words = ["exec", "-e", "A=other", "--", "sh", "-c", script]
            _ = try run("set", "other", "--stdin", input: Data("x".utf8))
            let session = try session(words, [("Password: ", text), ("left:", "^D")])
            XCTAssertTrue(session.shown.contains("more than one line"), session.shown)
            XCTAssertTrue(session.shown.hasSuffix("left:\n"), session.shown)
            XCTAssertEqual(try run("secret-tool", "lookup", "service", "mail").code, 1)
        }
    }

    func test_question_withoutAnAnswer_ends() throws {
        let session = try session(["set", "mail"], [], ["SECURESTORE_PROMPT_TIMEOUT": "1"])
        XCTAssertTrue(session.shown.contains("nobody answered within 1 s"), session.shown)
        XCTAssertEqual(session.end, "exit 36, typing shown\n")
    }

    func test_question_withAPatienceThatIsNone_isRefused() throws {
        for patience in ["0", "-1", "x", "99999999999999999999"] {
            let session = try session(["set", "mail"], [], ["SECURESTORE_PROMPT_TIMEOUT": patience])
            XCTAssertTrue(session.shown.contains("SECURESTORE_PROMPT_TIMEOUT must be"), session.shown)
        }
    }

    func test_set_withPrompt_asksAlsoWhereInputIsAFile() throws {
        let session = try session(
            ["set", "mail", "--prompt"], [("new secret: ", "correct horse"), ("again: ", "correct horse")])
        XCTAssertTrue(session.end.hasPrefix("exit 0"), session.shown)
        XCTAssertEqual(try run("get", "mail").text, "correct horse")
        XCTAssertEqual(try run("set", "mail", "--prompt", "--stdin").code, 64)
    }

    func test_edit_whenInterrupted_erasesTheFileAndChangesNothing() throws {
        _ = try run("set", "mail", "--stdin", input: Data("found".utf8))
        let place = home + "/where"
        for signal in [SIGTERM, SIGHUP] {
            // The editor changes the file, says so, and goes on.
            let editor = "sh -c 'echo other > $1; echo $1 > \(place); echo changed; exec sleep 60' sh"
            let name = signal == SIGTERM ? "SIGTERM" : "SIGHUP"
            let session = try session(
                ["edit", "mail", "--secret"], [("changed", "SIGNAL \(name)")], ["EDITOR": editor])
            XCTAssertTrue(session.end.hasPrefix("exit -\(signal)"), session.end + session.shown)
            let file = try String(contentsOfFile: place, encoding: .utf8).dropLast()
            XCTAssertFalse(FileManager.default.fileExists(atPath: String(file.dropLast("/secret.txt".count))))
            XCTAssertEqual(try run("get", "mail").text, "found")
        }
    }

    // MARK: - Output

    func test_get_atTerminal_endsTheLineAndHidesWhatIsNoText() throws {
        _ = try run("set", "text", "--stdin", input: Data("plain".utf8))
        _ = try run("set", "bytes", "--stdin", "--raw", input: Data([0xff, 0x1b]))
        XCTAssertEqual(try session(["get", "text"]).shown, "plain\n")
        XCTAssertEqual(try session(["get", "text", "--raw"]).shown, "plain")
        XCTAssertTrue(try session(["get", "bytes"]).shown.contains("2 bytes that are not text"))
        _ = try run("set", "escape", "--stdin", input: Data("\u{1b}[2J".utf8))
        XCTAssertTrue(try session(["get", "escape"]).shown.contains("4 bytes that are not text"))
        XCTAssertEqual(try session(["get", "escape", "--raw"]).shown, "\u{1b}[2J")
        _ = try run("set", "turned", "--stdin", input: Data("a\u{202e}b".utf8))
        XCTAssertTrue(try session(["get", "turned"]).shown.contains("5 bytes that are not text"))
    }

    func test_secretToolLookup_atTerminal_endsTheLineAndHidesWhatIsNoText() throws {
        let attributes = ["service", "mail"]
        let keep = { (secret: String) in
            try self.run(
                Self.builtProduct("securestore"), ["secret-tool", "store", "--label=Mail"] + attributes,
                input: Data(secret.utf8))
        }
        _ = try keep("plain")
        XCTAssertEqual(try session(["secret-tool", "lookup"] + attributes).shown, "plain\n")
        _ = try keep("\u{1b}[2J")
        let lookup = try session(["secret-tool", "lookup"] + attributes)
        XCTAssertEqual(lookup.shown, "secret-tool: secret does not contain a textual password\n")
        XCTAssertTrue(lookup.end.hasPrefix("exit 1"), lookup.end)
        let search = try session(["secret-tool", "search"] + attributes).shown
        XCTAssertTrue(search.contains("label = Mail") && !search.contains("\u{1b}"), search)
    }

    func test_generate_atTerminal_endsTheLine() throws {
        let shown = try session(["generate", "-n", "8", "-c", "digits"]).shown
        XCTAssertNotNil(shown.wholeMatch(of: /[0-9]{8}\n26\.5 bits of entropy\n/), shown)
    }

    func test_otp_atTerminal_saysHowLongTheCodeIsValid() throws {
        let address = "otpauth://totp/a?secret=JBSWY3DP&period=86400"
        _ = try run("set", "a", "--stdin", input: Data(address.utf8))
        let shown = try session(["otp", "a"]).shown
        XCTAssertNotNil(shown.wholeMatch(of: /[0-9]{6}\nvalid for [0-9]{1,5} s\n/), shown)
    }

    func test_otpAdd_atTerminal_asksOnceAndShowsNothing() throws {
        _ = try run("set", "a", "--stdin", input: Data("correct horse".utf8))
        let session = try session(["otp", "add", "a"], [("key or address: ", "gezd gnbv")])
        XCTAssertEqual(session.shown, "key or address: \n")
        XCTAssertEqual(session.end, "exit 0, typing hidden shown\n")
        XCTAssertEqual(try run("otp", "--uri", "a").text, "otpauth://totp/a?secret=GEZDGNBV")
    }

    func test_otpURI_atTerminal_endsTheLineAndHidesWhatIsNoText() throws {
        let address = "otpauth://totp/a?secret=GEZDGNBV"
        for (service, end) in [("text", ""), ("escape", "&x=\u{1b}[2J")] {
            _ = try run("set", service, "--stdin", input: Data("password\n\(address)\(end)\n".utf8))
        }
        XCTAssertEqual(try session(["otp", "--uri", "text"]).shown, address + "\n")
        XCTAssertTrue(try session(["otp", "--uri", "escape"]).shown.contains("bytes that are not text"))
    }

    func test_inject_fromATerminal_isRefused() throws {
        let session = try session(["inject"])
        XCTAssertTrue(session.shown.contains("standard input is a terminal"), session.shown)
    }

    func test_errors_atTerminal_areColouredUnlessTheUserWantsNone() throws {
        XCTAssertTrue(try session(["get", "x"], [], ["TERM": "xterm"]).shown.contains("\u{1b}[1;31merror:"))
        for environment in [["NO_COLOR": "1", "TERM": "xterm"], ["TERM": "dumb"]] {
            for words in [["get", "x"], ["list"], ["info"], ["doctor"]] {
                XCTAssertFalse(try session(words, [], environment).shown.contains("\u{1b}"))
            }
        }
    }

    func test_set_fromStandardInputThatIsATerminal_isRefused() throws {
        let session = try session(["set", "mail", "--stdin"])
        XCTAssertTrue(session.shown.contains("standard input is a terminal"), session.shown)
    }
}
