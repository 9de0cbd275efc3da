import Foundation
import XCTest

/// The commands that look after the server's copy of a fleet.
final class FleetServerCommandTests: FleetMachinesTestCase {
    func test_verifyAndRepair_ofDamagedRow_findAndMendIt() throws {
        XCTAssertEqual(try on("one", "fleet", "verify").text, "1 item compared, 0 differences\n")
        try sql("UPDATE securestore.item SET content = '' WHERE fleet = '\(identifier)'")
        let found = try on("one", "fleet", "verify")
        XCTAssertEqual(found.code, 93, found.errors)
        XCTAssertTrue(
            found.text.hasSuffix(" is another one on the server\n1 item compared, 1 difference\n"),
            found.text)
        XCTAssertTrue(found.errors.contains("hint: securestore fleet repair"), found.errors)
        let mended = try on("one", "fleet", "repair")
        XCTAssertTrue(mended.text.hasSuffix("the server has them as this machine does\n"), mended.errors)
        XCTAssertEqual(try on("one", "fleet", "verify").code, 0)
        try join("two")
        XCTAssertEqual(try on("two", "get", "mail", "maria").text, "horse")
    }

    /// Puts the server back to what it is now, after `body` has changed it.
    private func puttingBack(_ body: () throws -> Void) throws {
        let tables = ["fleet", "item", "link"].map { ($0, $0 == "fleet" ? "id" : "fleet") }
        for (table, column) in tables {
            try sql(
                "CREATE TABLE before_\(table) AS SELECT * FROM securestore.\(table) WHERE \(column) = '\(identifier)'"
            )
        }
        try body()
        for (table, column) in tables {
            try sql("DELETE FROM securestore.\(table) WHERE \(column) = '\(identifier)'")
            try sql(
                "INSERT INTO securestore.\(table) SELECT * FROM before_\(table); DROP TABLE before_\(table)")
        }
    }

    func test_reseed_afterServerWentBack_keepsFleetAndSlots() throws {
        try join("two")
        try puttingBack { XCTAssertEqual(try on("one", "recovery-code").code, 0) }
        let refused = try on("one", "fleet", "status")
        XCTAssertEqual(refused.code, 95, refused.errors)
        XCTAssertTrue(refused.errors.contains("hint: the server was put back"), refused.errors)
        let unasked = try on("one", "fleet", "reseed")
        XCTAssertEqual(unasked.code, 1, "nobody can be asked")
        XCTAssertTrue(unasked.errors.contains("has not asked the server since"), unasked.errors)
        XCTAssertEqual(try on("one", "fleet", "status").code, 95, "nothing was changed")
        let outcome = try on("one", "fleet", "reseed", "--yes")
        XCTAssertEqual(outcome.code, 0, outcome.errors)
        XCTAssertTrue(outcome.text.hasSuffix("the server has what this machine has\n"), outcome.text)
        XCTAssertEqual(try on("two", "fleet", "status").code, 0)
        XCTAssertEqual(try on("two", "slot", "list").text, try on("one", "slot", "list").text)
        XCTAssertTrue(try on("two", "slot", "list").text.contains("recovery code"))
        XCTAssertEqual(try on("one", "fleet", "reseed", "--yes").code, 206)
    }

    func test_verify_afterServerWentBack_namesSlotsAndItems() throws {
        try puttingBack {
            XCTAssertEqual(try on("one", "recovery-code").code, 0)
            XCTAssertEqual(try on("one", "set", "mail", "maria", "--stdin", input: "tulip").code, 0)
        }
        let found = try on("one", "fleet", "verify")
        XCTAssertEqual(found.code, 95, found.errors)
        XCTAssertTrue(found.text.hasPrefix("genp "), found.text)
        XCTAssertTrue(
            found.text.hasSuffix(
                """
                 is another one on the server
                slot 3, recoveryCode, is missing on the server
                the server's newest state has another history
                1 item compared, 3 differences

                """), found.text)
    }

    func test_set_inReplicaOfAnEarlierFormat_asksTheServer() throws {
        let script = """
            import sqlite3, sys
            with sqlite3.connect(sys.argv[1]) as file: file.executescript("DROP TABLE link; PRAGMA user_version = 3")
            """
        let store = temporary + "/one/.local/share/securestore/default.securestore"
        let python = try Tool.python(with: "sqlite3").path
        let outcome = try run(URL(fileURLWithPath: python), ["-c", script, store])
        XCTAssertEqual(outcome.code, 0, outcome.errors)
        let changed = try on("one", "set", "mail", "maria", "--stdin", input: "tulip")
        XCTAssertEqual(changed.code, 0, changed.errors)
        XCTAssertEqual(try on("one", "fleet", "verify").code, 0)
    }

    func test_reseed_thatWasInterrupted_isRunAgain() throws {
        let tracer = try Tool("strace").path
        try join("two")
        let program = try Self.builtProduct("securestore").path
        let faults = [
            "fdatasync:error=EIO:when=1", "fdatasync:signal=SIGKILL:when=1",
            "fdatasync:signal=SIGKILL:when=2",
            "sendto:signal=SIGKILL:when=22", "recvfrom:signal=SIGKILL:when=24",
            "recvfrom:signal=SIGKILL:when=25",
        ]
        var interrupted = 0
        for fault in faults {
            try puttingBack {
                XCTAssertEqual(try on("one", "set", "mail", "maria", "--stdin", input: fault).code, 0)
            }
            let outcome = try shell(
                "env 'HOME=\(temporary)/one' 'SECURESTORE_FLEET_SERVER=\(settings)' \(tracer) -f -qq -o /dev/null "
                    + "--inject=\(fault) '\(program)' fleet reseed --yes")
            if outcome.code != 0 { interrupted += 1 }
            let again = try on("one", "fleet", "reseed", "--yes")
            XCTAssertTrue([0, 206].contains(again.code), "\(fault): \(again.errors)")
            for machine in ["one", "two"] {
                let latest = try on(machine, "get", "mail", "maria", "--latest")
                XCTAssertEqual(latest.text, fault, "\(machine): \(latest.errors)")
                XCTAssertEqual(try on(machine, "set", "other", "maria", "--stdin", input: fault).code, 0)
            }
        }
        XCTAssertGreaterThan(interrupted, 2)
    }

    // MARK: - Hints

    func test_verify_whereNothingLostHasAName_saysSoAndWhatToDo() throws {
        try sql(
            "UPDATE securestore.fleet SET state = '' WHERE id = '\(identifier)'; "
                + "DELETE FROM securestore.link WHERE fleet = '\(identifier)'")
        let found = try on("one", "fleet", "verify")
        XCTAssertEqual(found.code, 93, found.errors)
        XCTAssertTrue(found.text.contains("would be lost: what others changed last, if anything"), found.text)
        XCTAssertFalse(found.errors.contains("above"), found.errors)
        XCTAssertTrue(found.errors.contains("if it is this one, or lost, securestore fleet reseed --discard"))
        XCTAssertEqual(try on("one", "fleet", "reseed", "--yes").code, 95)
        XCTAssertEqual(try on("one", "fleet", "reseed", "--discard", "--yes").code, 0)
        XCTAssertEqual(try on("one", "fleet", "verify").code, 0)
    }

    func test_verify_onAMachineThatCannotTell_namesAnother() throws {
        try join("two")
        XCTAssertEqual(try on("one", "rotate").code, 0)
        try sql("UPDATE securestore.item SET content = '' WHERE fleet = '\(identifier)'")
        let refused = try on("two", "fleet", "verify")
        XCTAssertEqual(refused.code, 167, refused.errors)
        XCTAssertTrue(
            refused.errors.contains("hint: run it on the machine with the highest change"), refused.errors)
        XCTAssertEqual(try on("one", "fleet", "repair").code, 0)
        XCTAssertEqual(try on("two", "fleet", "verify").code, 0)
    }

    func test_link_ofNoChange_isShownAndPassedOver() throws {
        try join("two")
        try sql(
            "INSERT INTO securestore.link SELECT fleet, number + 1, link FROM securestore.link WHERE "
                + "fleet = '\(identifier)' ORDER BY number DESC LIMIT 1")
        let refused = try on("two", "recovery-code")
        XCTAssertEqual(refused.code, 53, refused.errors)
        XCTAssertTrue(refused.errors.contains("securestore fleet verify"), refused.errors)
        let found = try on("one", "fleet", "verify")
        XCTAssertEqual(found.code, 93, found.errors)
        XCTAssertTrue(found.text.contains("1 row, link or handover on the server is of no"), found.text)
        XCTAssertEqual(try on("one", "fleet", "repair").code, 0)
        XCTAssertEqual(try on("two", "recovery-code").code, 0)
        XCTAssertEqual(try on("one", "fleet", "verify").code, 0)
    }

    func test_help_listsTheExitCodesOfTheServerCommands() throws {
        let help = try on("one", "fleet", "help").text
        for code in [50, 51, 53, 93, 95, 167, 206, 227] {
            XCTAssertTrue(help.contains("\n  \(code) "), "\(code)")
        }
    }
}
