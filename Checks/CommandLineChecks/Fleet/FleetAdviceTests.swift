import Foundation
import XCTest

/// Advice to people who have a replica: it works there, and what does not is refused before anything is shown
/// or asked.
final class FleetAdviceTests: FleetMachinesTestCase {
    func test_changes_ofReplica_whereTheProgramOfFleetsIsMissing_sayWhichIs() throws {
        let alone = temporary + "/alone"
        try FileManager.default.createDirectory(atPath: alone, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: try Self.builtProduct("securestore"), to: URL(fileURLWithPath: alone + "/securestore"))
        for words in [["set", "mail", "--stdin"], ["rotate"], ["recovery-code"], ["delete", "mail"]] {
            let outcome = try run(
                URL(fileURLWithPath: alone + "/securestore"), words, input: Data("tulip".utf8),
                ["HOME": temporary + "/one", "SECURESTORE_FLEET_SERVER": settings, "PATH": "/usr/bin:/bin"])
            XCTAssertEqual(outcome.code, 127, outcome.errors)
            XCTAssertTrue(outcome.errors.contains("securestore-fleet is neither beside"), outcome.errors)
        }
    }

    func test_rotate_onReplica_givesTheOtherMachinesNewKeys() throws {
        try join("two")
        let outcome = try on("one", "rotate")
        XCTAssertEqual(outcome.text, "new keys for 1 item\n", outcome.errors)
        XCTAssertEqual(try on("two", "fleet", "status").code, 0)
        XCTAssertEqual(try on("two", "get", "mail", "maria").text, "horse")
    }

    func test_rotate_whoseServerGoesAwayInTheMiddle_saysToRunItAgain() throws {
        try sql(
            """
            CREATE SEQUENCE changes;
            CREATE FUNCTION away() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            IF nextval('public.changes') > 1 THEN RAISE EXCEPTION 'gone' USING ERRCODE = '57P01'; END IF;
            RETURN NEW; END $$;
            CREATE TRIGGER away BEFORE INSERT ON securestore.link FOR EACH ROW EXECUTE FUNCTION away()
            """)
        let cut = try on("one", "rotate")
        try sql("DROP FUNCTION away CASCADE; DROP SEQUENCE changes")
        XCTAssertEqual(cut.code, 53, cut.errors)
        XCTAssertTrue(cut.errors.hasSuffix("hint: run it again: it goes on where it stopped\n"), cut.errors)
        XCTAssertEqual(try on("one", "rotate").code, 0)
    }

    func test_join_whileTheServerIsAway_waitsForIt() throws {
        // The server is away as long as the name of its directory is.
        let outcome = try shell(
            """
            end() {
                psql -X -q "$owner" -c "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE pid <> pg_backend_pid()"
            }
            export SECURESTORE_FLEET_SERVER="host=$PWD/server user=owner dbname=postgres"
            mkdir -m 700 two; ln -s \(directoryOfServer) server
            HOME=$PWD/two securestore fleet join \(identifier) --name two --wait 1m > code 2> log & job=$!
            until [ -s code ] || ! kill -0 $job; do sleep 0.1; done
            rm server; end > log.end; sleep 3; kill -0 $job && echo waits
            ln -s \(directoryOfServer) server
            HOME=$PWD/one securestore fleet approve < code
            wait $job; echo $?
            """, ["owner": settings])
        XCTAssertEqual(outcome.text, "waits\ntwo is in, with slot 3\n0\n", outcome.errors)
    }

    func test_init_ofAStoreWithAPassphrase_saysThatItOpensWithoutIt() throws {
        XCTAssertEqual(try on("odd", "init", passphrase: "word").code, 0)
        let made = try on("odd", "fleet", "init", "--schema", "odd", passphrase: "word")
        XCTAssertEqual(made.code, 0, made.errors)
        XCTAssertTrue(made.errors.contains("with its device key, without a passphrase"), made.errors)
        for (schema, code) in [("odd", 0), ("other", 50)] as [(String, Int32)] {
            let outcome = try run(
                Self.builtProduct("securestore"), ["set", "mail", "--stdin"], input: Data("tulip".utf8),
                [
                    "HOME": temporary + "/odd", "SECURESTORE_FLEET_SERVER": settings,
                    "SECURESTORE_FLEET_SCHEMA": schema,
                ])
            XCTAssertEqual(outcome.code, code, outcome.errors)
        }
    }

    func test_change_whereTheServerHasNoSuchFleet_leadsToVerify() throws {
        try sql("DELETE FROM securestore.fleet WHERE id = '\(identifier)'")
        for words in [["set", "mail", "--stdin"], ["get", "mail", "--latest"]] {
            let outcome = try run(
                Self.builtProduct("securestore"), words, input: Data("tulip".utf8),
                ["HOME": temporary + "/one", "SECURESTORE_FLEET_SERVER": settings])
            XCTAssertEqual(outcome.code, 50, outcome.errors)
            XCTAssertTrue(outcome.errors.contains("hint: securestore fleet verify"), outcome.errors)
        }
        try sql("ALTER TABLE securestore.fleet RENAME TO gone")
        let outcome = try on("one", "fleet", "verify")
        try sql("ALTER TABLE securestore.gone RENAME TO fleet")
        XCTAssertEqual(outcome.code, 50, outcome.errors)
        XCTAssertTrue(outcome.errors.contains("hint: securestore fleet init --tables"), outcome.errors)
    }

    func test_doctor_ofReplicaWithASourceOfAPassphrase_advisesWhatWorks() throws {
        let outcome = try on("one", "doctor", passphrase: "horse")
        XCTAssertTrue(outcome.text.contains("the store has no passphrase"), outcome.text)
        XCTAssertFalse(outcome.text.contains("securestore passphrase"), outcome.text)
    }

    func test_info_ofReplica_saysOfWhatAndHowFar() throws {
        let text = try on("one", "info").text
        let change = try XCTUnwrap(
            try on("one", "fleet", "status").text.firstMatch(of: /this machine +.*at change (\d+)/)
        ).output.1
        XCTAssertTrue(text.contains("fleet       a replica of \(identifier), at change \(change)\n"), text)
        let json = try on("one", "info", "--json").text
        XCTAssertTrue(json.contains(#""fleet": "\#(identifier)", "change": \#(change)"#), json)
    }

    func test_status_withoutStore_hintsAtJoin() throws {
        let outcome = try on("two", "fleet", "status")
        XCTAssertEqual(outcome.code, 50, outcome.errors)
        XCTAssertTrue(outcome.errors.contains("hint: securestore fleet join IDENTIFIER"), outcome.errors)
    }

    func test_status_ofRemovedMachine_saysHowToComeBack() throws {
        try join("two")
        XCTAssertEqual(try on("one", "fleet", "remove", "two").code, 0)
        let outcome = try on("two", "fleet", "status")
        XCTAssertEqual(outcome.code, 51, outcome.errors)
        let way = "hint: to come back, move the store away, and securestore fleet join \(identifier) --forget"
        XCTAssertTrue(outcome.errors.contains(way), outcome.errors)
    }

    func test_join_ofRemovedMachine_saysToMoveTheStoreAway() throws {
        try join("two")
        XCTAssertEqual(try on("one", "fleet", "remove", "two").code, 0)
        let outcome = try on("two", "fleet", "join", identifier, "--forget", "--wait", "1s")
        XCTAssertEqual(outcome.code, 51, outcome.errors)
        XCTAssertTrue(outcome.errors.contains("hint: to come back, move the store away, and"), outcome.errors)
        XCTAssertTrue(outcome.errors.contains("it moves its store away, and joins again"), outcome.errors)
    }

    func test_hints_ofCommandsWithServerAndSchema_nameThem() throws {
        try join("two")
        XCTAssertEqual(try on("one", "fleet", "remove", "two").code, 0)
        let outcome = try on(
            "two", "fleet", "status", "--server", settings, "--schema", "securestore", server: "host=/nowhere"
        )
        XCTAssertEqual(outcome.code, 51, outcome.errors)
        let word = settings.replacing(" ", with: "\\ ")
        let way = "join \(identifier) --forget (with --server \(word) --schema securestore)\n"
        XCTAssertTrue(outcome.errors.hasSuffix(way), outcome.errors)
        let plain = try on("two", "fleet", "status")
        XCTAssertFalse(plain.errors.contains("--server"), plain.errors)
    }

    func test_approve_withMistypedCode_doesNotSendThisMachineAway() throws {
        let outcome = try on("one", "fleet", "approve", input: "hello")
        XCTAssertEqual(outcome.code, 51, outcome.errors)
        XCTAssertTrue(
            outcome.errors.contains("hint: securestore fleet join on the machine shows its code"),
            outcome.errors)
        XCTAssertFalse(outcome.errors.contains("move the store away"), outcome.errors)
    }

    func test_status_ofLostStore_hintsAtJoinWithForget() throws {
        try FileManager.default.removeItem(atPath: temporary + "/one/.local/share/securestore")
        let outcome = try on("one", "fleet", "status")
        XCTAssertEqual(outcome.code, 53, outcome.errors)
        XCTAssertTrue(
            outcome.errors.contains("hint: securestore fleet join IDENTIFIER --forget"), outcome.errors)
    }

    func test_join_withPendingRequestOfALostDeviceKey_saysHowToAskAgain() throws {
        XCTAssertEqual(try on("two", "fleet", "join", identifier, "--wait", "1s").code, 51)
        let home = temporary + "/two/.local/"
        try FileManager.default.removeItem(atPath: home + "state/securestore/device.key")
        let outcome = try on("two", "fleet", "join", identifier, "--wait", "1s")
        XCTAssertEqual(outcome.code, 53, outcome.errors)
        XCTAssertTrue(outcome.errors.contains("hint: remove \(home)share/"), outcome.errors)
        try FileManager.default.removeItem(
            atPath: home + "share/securestore/default.securestore.join")
        XCTAssertEqual(try on("two", "fleet", "join", identifier, "--wait", "1s").code, 51)
    }

    func test_remove_whileNamesAreUnknown_saysSo() throws {
        try join("two")
        try sql("UPDATE securestore.host SET name = NULL WHERE slot = 3 AND fleet = '\(identifier)'")
        let outcome = try on("one", "fleet", "remove", "two", "--yes")
        XCTAssertEqual(outcome.code, 1, outcome.errors)
        XCTAssertTrue(outcome.errors.contains("as far as their names are known"), outcome.errors)
    }
}
