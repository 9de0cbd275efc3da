import Foundation
import XCTest

/// Tests of what a command says and asks at a terminal before it deletes or replaces much.
final class ConfirmationTests: CommandTestCase {
    private let list = "machine mail.example login maria password new\nmachine web login anna password two\n"

    override func setUpWithError() throws {
        try super.setUpWithError()
        _ = try Tool.python(with: "pty", "termios")
        _ = try run("set", "mail", "maria", "--label", "Post", "--stdin", input: Data("one".utf8))
        _ = try run("set", "mail", "anna", "--stdin", input: Data("two".utf8))
    }

    func test_deleteAll_atATerminal_namesTheItemsAndAsks() throws {
        let session = try session(["delete", "mail", "--all"], [("? [y/N] ", "n")])
        XCTAssertTrue(
            session.shown.hasPrefix(
                "this deletes 2 items; undelete brings them back:\n  mail maria (Post)\n  mail anna\n"
                    + "delete them? [y/N] n\n"), session.shown)
        XCTAssertTrue(session.end.hasPrefix("exit 1"), session.end)
        XCTAssertEqual(try run("get", "mail", "maria").text, "one")
    }

    func test_deleteAll_afterYes_deletesThem() throws {
        let session = try session(["delete", "mail", "--all"], [("? [y/N] ", "y")])
        XCTAssertTrue(session.shown.hasSuffix("\n2 items deleted\n"), session.shown)
        XCTAssertEqual(try run("list").text, "no items\n")
    }

    func test_deleteAll_withOneMatchOrYes_asksNothing() throws {
        for words in [["mail", "maria"], ["mail", "--yes"]] {
            let session = try session(["delete", "--all"] + words)
            XCTAssertEqual(session.shown, "1 item deleted\n")
        }
    }

    func test_deleteAll_whileAnItemIsAdded_deletesWhatWasShown() throws {
        let add = "printf x | \(try Self.builtProduct("securestore").path) set mail karl --stdin"
        let answers = [("? [y/N] ", "RUN " + add), ("", "y")]
        let session = try session(["delete", "mail", "--all"], answers)
        XCTAssertTrue(session.shown.hasSuffix("\n2 items deleted\n"), session.shown)
        XCTAssertEqual(try run("get", "mail").text, "x")
    }

    func test_deleteAll_whileOneOfThemIsDeleted_deletesNothing() throws {
        let delete = "\(try Self.builtProduct("securestore").path) delete mail anna > /dev/null"
        let answers = [("? [y/N] ", "RUN " + delete), ("", "y")]
        let session = try session(["delete", "mail", "--all"], answers)
        XCTAssertTrue(session.end.hasPrefix("exit 44"), session.end)
        XCTAssertEqual(try run("get", "mail").text, "one")
    }

    func test_deleteAll_whileOneOfThemIsRenamed_deletesNothing() throws {
        let rename = "\(try Self.builtProduct("securestore").path) rename mail/anna post/anna"
        let answers = [("? [y/N] ", "RUN " + rename), ("", "y")]
        let session = try session(["delete", "mail", "--all", "--now"], answers)
        XCTAssertTrue(session.end.hasPrefix("exit 44"), session.end)
        XCTAssertEqual(try run("get", "mail", "maria").text, "one")
        XCTAssertEqual(try run("get", "post", "anna").text, "two")
    }

    func test_delete_ofALoginThatGetsAnotherAccountWhileItIsPicked_deletesNothing() throws {
        let rename = "\(try Self.builtProduct("securestore").path) rename mail/anna mail/eva"
        for (option, question, answer) in [("--all", "? [y/N] ", "y"), ("--now", "which one? ", "2")] {
            let answers = [(question, "RUN " + rename), ("", answer)]
            let session = try session(["delete", "mail", option], answers)
            XCTAssertTrue(session.end.hasPrefix("exit 44"), session.shown)
            XCTAssertEqual(try run("get", "mail", "eva").text, "two")
            _ = try run("rename", "mail/eva", "mail/anna")
        }
        XCTAssertEqual(try run("get", "mail", "maria").text, "one")
    }

    func test_deleteAll_ofMoreThanAnybodyReads_namesTheFirstOnes() throws {
        for number in 1...19 { _ = try run("set", "mail", "user\(number)", "--stdin", input: Data("x".utf8)) }
        let session = try session(["delete", "mail", "--all"], [("? [y/N] ", "")])
        XCTAssertTrue(session.shown.contains("this deletes 21 items"), session.shown)
        XCTAssertTrue(session.shown.contains("\n  mail user18\n  and 1 more\ndelete"), session.shown)
    }

    func test_set_ofAnItemThatIsThere_saysThatUndoBringsTheSecretBack() throws {
        let answers = [("new secret: ", "three"), ("again: ", "three")]
        let session = try session(["set", "mail", "maria"], answers)
        XCTAssertEqual(
            session.shown,
            "mail maria (Post) is there: its secret is replaced, and securestore undo brings it back\n"
                + "new secret: \nthe same again: \n")
    }

    func test_set_whileTheItemIsDeleted_storesTheSecretThere() throws {
        let delete = "\(try Self.builtProduct("securestore").path) delete mail maria > /dev/null"
        let answers = [("new secret: ", "RUN " + delete), ("", "three"), ("again: ", "three")]
        let session = try session(["set", "mail", "maria", "--comment", "work"], answers)
        XCTAssertTrue(session.end.hasPrefix("exit 0"), session.shown)
        let json = try run("get", "mail", "maria", "--json").text
        for part in ["\"label\": \"Post\"", "\"comment\": \"work\"", "\"secret\": \"three\""] {
            XCTAssertTrue(json.contains(part), json)
        }
        XCTAssertTrue(try run("deleted").text.contains("maria"))
    }

    func test_set_whileTheItemIsRenamed_storesTheSecretUnderTheNameThatWasMeant() throws {
        let rename = "\(try Self.builtProduct("securestore").path) rename mail/maria post/maria"
        let answers = [("new secret: ", "RUN " + rename), ("", "three"), ("again: ", "three")]
        let session = try session(["set", "mail", "maria"], answers)
        XCTAssertTrue(session.end.hasPrefix("exit 0"), session.shown)
        XCTAssertEqual(try run("get", "mail", "maria").text, "three")
        XCTAssertEqual(try run("get", "post", "maria").text, "one")
    }

    func test_setPart_whileAnotherProgramSetsIt_changesNothing() throws {
        let set = "\(try Self.builtProduct("securestore").path) set mail maria --part PIN --stdin"
        let words = ["set", "mail", "maria", "--part", "PIN"]
        let answers = [("new part: ", "RUN printf 4711 | " + set), ("", "mine"), ("again: ", "mine")]
        let session = try session(words, answers)
        XCTAssertTrue(session.end.hasPrefix("exit 1"), session.shown)
        XCTAssertEqual(try run("get", "mail", "maria", "--part", "PIN").text, "4711")
        let known = try self.session(words, [("new part: ", "mine"), ("again: ", "mine")])
        XCTAssertTrue(
            known.shown.hasPrefix("mail maria (Post) has this part: it is replaced, and not kept\n"))
        XCTAssertEqual(try run("get", "mail", "maria", "--part", "PIN").text, "mine")
    }

    func test_set_ofTheHostOfAWebLogin_saysWhoseSecretIsReplaced() throws {
        _ = try run("set", "--server", "forge.example", "eva", "--stdin", input: Data("one".utf8))
        let answers = [("new secret: ", "three"), ("again: ", "three")]
        let session = try session(["set", "forge.example"], answers)
        XCTAssertTrue(
            session.shown.hasPrefix("https://forge.example eva is there: its secret is replaced"),
            session.shown)
        XCTAssertEqual(try run("get", "forge.example", "eva").text, "three")
    }

    func test_set_whereNoEarlierSecretsAreKept_saysSo() throws {
        let answers = [("new secret: ", "three"), ("again: ", "three")]
        let session = try session(["set", "mail", "maria"], answers, ["SECURESTORE_HISTORY": "0"])
        XCTAssertTrue(
            session.shown.hasPrefix("mail maria (Post) is there: its secret is replaced, and not kept\n"),
            session.shown)
    }

    func test_importThatReplaces_atATerminal_saysHowManyAndAsks() throws {
        let file = home + "/list"
        try Data(list.utf8).write(to: URL(fileURLWithPath: file))
        let words = ["import", "--format", "netrc", file]
        XCTAssertEqual(try run("import", "--format", "netrc", file).code, 0)
        let other = list.replacing("password ", with: "password not-") + "machine third login x password y\n"
        try Data(other.utf8).write(to: URL(fileURLWithPath: file))
        let question = "replace 2 items? [y/N] "
        let session = try session(words + ["--policy", "replace"], [(question, "n")])
        XCTAssertTrue(session.end.hasPrefix("exit 1"), session.end)
        XCTAssertTrue(try run("list").text.contains("web") && !run("list").text.contains("third"))
        let again = try self.session(words + ["--policy", "replace", "-y"])
        XCTAssertEqual(again.shown, "1 added, 2 replaced, 0 kept as they were\n")
    }

    func test_importThatReplaces_whileOthersAddAndChange_replacesWhatWasAgreedTo() throws {
        let (file, program) = (home + "/list", try Self.builtProduct("securestore").path)
        try Data(list.utf8).write(to: URL(fileURLWithPath: file))
        XCTAssertEqual(try run("import", "--format", "netrc", file).code, 0)
        let other = list.replacing("password ", with: "password not-") + "machine third login x password y\n"
        try Data(other.utf8).write(to: URL(fileURLWithPath: file))
        let change = "printf note | \(program) set web anna --part notes --stdin"
        let third = "machine third login x password z"
        let add = "printf '\(third)' | \(program) import --format netrc - > /dev/null"
        for (policy, question) in [("replace", "replace 2 items? [y/N] "), ("ask", "(q)uit: ")] {
            let answer = policy == "ask" ? "R" : "y"
            let answers = [(question, "RUN \(change); \(add)"), ("", answer)]
            let session = try session(
                ["import", "--format", "netrc", file, "--policy", policy], answers)
            XCTAssertTrue(session.end.hasPrefix("exit 1"), session.shown)
            XCTAssertTrue(session.shown.contains("0 added, 1 replaced, 2 kept"), session.shown)
            XCTAssertEqual(try run("get", "web", "anna", "--part", "notes").text, "note")
            XCTAssertEqual(try run("get", "third", "x").text, "z")
            XCTAssertEqual(try run("get", "mail.example", "maria").text, "not-new")
            for words in [["web", "anna", "--part", "notes"], ["third", "x"]] {
                XCTAssertEqual(try run(Self.builtProduct("securestore"), ["delete"] + words).code, 0)
            }
            try Data(list.utf8).write(to: URL(fileURLWithPath: file + "-before"))
            _ = try run("import", "--format", "netrc", file + "-before", "--policy", "replace", "-y")
        }
    }

    func test_importOfAnExportThatReplaces_atATerminal_asks() throws {
        let file = home + "/mine.export"
        let pass = Data("secret".utf8)
        XCTAssertEqual(
            try run("export", file, "--stdin", "--cost", "interactive", input: pass).code, 0)
        let answers = [("the export: ", "secret"), ("? [y/N] ", "n")]
        let session = try session(["import", file, "--policy", "replace"], answers)
        XCTAssertTrue(session.shown.contains("replace the items that are in both?"), session.shown)
        XCTAssertTrue(session.end.hasPrefix("exit 1"), session.end)
    }

    func test_passphraseRemove_withItemsThatGo_asks() throws {
        try setPassphrase("right")
        let environment = ["SECURESTORE_PASSPHRASE": "right"]
        let words = ["set", "pin", "--stdin", "--accessible", "when-passphrase-set-this-device"]
        _ = try run(Self.builtProduct("securestore"), words, input: Data("x".utf8), environment)
        let remove = ["passphrase", "remove"]
        let session = try session(remove, [("? [y/N] ", "n")], environment)
        XCTAssertTrue(session.shown.hasPrefix("remove the passphrase, and delete 1 item for good? [y/N] "))
        XCTAssertTrue(session.end.hasPrefix("exit 1"), session.end)
        XCTAssertEqual(try run("get", "pin", environment: environment).text, "x")
        let meant = try self.session(remove + ["--yes"], [], environment)
        XCTAssertEqual(meant.shown, "1 item deleted\n")
        XCTAssertEqual(try run("get", "pin").code, 44)
    }

    func test_passphraseRemove_whileACodeIsAdded_removesNothing() throws {
        try setPassphrase("right")
        let environment = ["SECURESTORE_PASSPHRASE": "right"]
        let program = try Self.builtProduct("securestore")
        _ = try run(program, ["recovery-code"], environment)
        let answers = [("? [y/N] ", "RUN \(program.path) recovery-code > /dev/null"), ("", "y")]
        let session = try session(["passphrase", "remove"], answers, environment)
        XCTAssertTrue(session.shown.hasPrefix("remove the passphrase, and delete 1 recovery code"))
        XCTAssertTrue(session.end.hasPrefix("exit 202"), session.end)
        let slots = try run("slot", "list", environment: environment).text
        XCTAssertEqual(slots.split(separator: "\n").count { $0.contains("recovery code") }, 2, slots)
    }

    func test_delete_atATerminalThatCannotBeAsked_deletesNothing() throws {
        let python = try Tool.python(with: "pty", "subprocess").path
        // In a session of its own it has no controlling terminal, whatever its input is.
        let script = """
            import pty, subprocess, sys
            _, terminal = pty.openpty()
            words = [sys.argv[1], "delete", "mail", "--all", "--now"]
            done = subprocess.run(words, stdin=terminal, stderr=terminal, start_new_session=True)
            sys.exit(done.returncode)
            """
        let program = try Self.builtProduct("securestore").path
        let outcome = try run(URL(fileURLWithPath: python), ["-c", script, program])
        XCTAssertEqual(outcome.code, 1, outcome.text)
        XCTAssertEqual(try run("get", "mail", "anna").text, "two")
    }

    func test_restore_whereAStoreIsMadeMeanwhile_leavesThatOne() throws {
        let (copy, place) = (temporary + "/copy", temporary + "/place.store")
        let cost = ["--cost", "interactive"]
        let program = try Self.builtProduct("securestore")
        XCTAssertEqual(
            try run(program, ["passphrase", "set", "--stdin"] + cost, input: Data("pass".utf8)).code, 0)
        XCTAssertEqual(try run("backup", copy, environment: ["SECURESTORE_PASSPHRASE": "pass"]).code, 0)
        // The variable is unset first: each of these commands would run it again.
        let command = """
            unset SECURESTORE_PASSPHRASE_COMMAND; '\(program.path)' init --store '\(place)' >&2
            printf three | '\(program.path)' set mail karl --stdin --store '\(place)' >&2; printf pass
            """
        let outcome = try run(
            "restore", copy, "--store", place, environment: ["SECURESTORE_PASSPHRASE_COMMAND": command])
        XCTAssertEqual(outcome.code, 48, outcome.errors)
        XCTAssertEqual(try run("get", "mail", "karl", "--store", place).text, "three")
    }
}
