import Foundation
import XCTest

/// The commands of a fleet, on machines with homes of their own and a real server.
final class FleetCommandTests: FleetMachinesTestCase {
    func test_join_afterApproval_copiesTheStore() throws {
        try join("two")
        XCTAssertEqual(try on("two", "get", "mail", "maria").text, "horse")
        let folder = temporary + "/two"
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
        XCTAssertEqual(files.filter { $0.hasSuffix(".join") }, [])
    }

    func test_join_again_showsTheSameCodeAndKeepsNoneInAFile() throws {
        let asked = try on("two", "fleet", "join", identifier, "--wait", "1s")
        let again = try on("two", "fleet", "join", identifier, "--wait", "1s")
        XCTAssertEqual(asked.text.count, 40, asked.text)
        XCTAssertEqual(again.text, asked.text)
        XCTAssertTrue(asked.errors.contains("nobody has let this machine in yet"), asked.errors)
        let other = try on("two", "fleet", "join", String(repeating: "0", count: 32), "--wait", "1s")
        XCTAssertEqual(other.code, 1, other.errors)
        XCTAssertTrue(try shell("! grep -r '\(asked.text.prefix(20))' '\(temporary)/two'").code == 0)
    }

    func test_join_withIdentifierOfNoFleet_asksNobodyAndKeepsNothing() throws {
        for (wrong, code) in [("xyz", 206), (String(repeating: "1", count: 32), 50)] as [(String, Int32)] {
            let outcome = try on("two", "fleet", "join", wrong, "--name", "two", "--wait", "1s")
            XCTAssertEqual(outcome.code, code, outcome.errors)
            XCTAssertEqual(outcome.text, "")
        }
        try join("two")
    }

    func test_joinAndInit_onANetworkFileSystem_areRefusedBeforeAnythingIsAsked() throws {
        let (mount, tool) = (try mountingPrefix().joined(separator: " "), try Tool("bindfs").path)
        for (verb, before) in [("join \(identifier)", ":"), ("init", "securestore init --store")] {
            let place = temporary + "/served-" + verb.prefix(4)
            let command = "securestore fleet \(verb) --store \(place)/new.store --server host=/nowhere"
            let outcome = try shell(
                "mkdir -m 700 \(place) \(place).source; \(before) \(place).source/new.store >/dev/null; \(mount) sh -c '\(tool) -o subtype=sshfs \(place).source "
                    + "\(place) && { \(command); code=$?; umount -l \(place); exit $code; }'")
            XCTAssertTrue(outcome.errors.contains("(sshfs)"), outcome.errors)
            XCTAssertFalse(outcome.errors.contains("hint: securestore fleet hosts"), outcome.errors)
            XCTAssertEqual(outcome.code, 195, verb)
            XCTAssertEqual(outcome.text, "", verb)
        }
    }

    func test_prune_whileAMachineIsBehind_leavesWhatItNeeds() throws {
        try join("two")
        let before = try on("one", "fleet", "prune")
        XCTAssertNotNil(before.text.wholeMatch(of: /all machines know change [0-9]+\n/), before.errors)
        // Letting another machine in is a change.
        let asked = try on("three", "fleet", "join", identifier, "--wait", "1s")
        XCTAssertEqual(try on("one", "fleet", "approve", input: asked.text).code, 0)
        XCTAssertEqual(try on("one", "fleet", "prune").text, "all machines know change 0\n")
        XCTAssertEqual(try on("two", "fleet", "status").code, 0)
        XCTAssertEqual(try on("two", "get", "mail", "maria").text, "horse")
    }

    func test_join_whereAnotherReplicaWas_asksToForgetIt() throws {
        try join("two")
        let file = temporary + "/two/.local/share/securestore/default.securestore"
        try FileManager.default.moveItem(atPath: file, toPath: file + ".old")
        let refused = try on("two", "fleet", "join", identifier, "--wait", "1s")
        XCTAssertEqual(refused.code, 53, refused.errors)
        XCTAssertTrue(refused.errors.contains("hint: securestore fleet join --forget"), refused.errors)
        let asked = try on("two", "fleet", "join", identifier, "--forget", "--wait", "1s")
        XCTAssertEqual(asked.code, 51, asked.errors)
        XCTAssertEqual(try on("one", "fleet", "approve", input: asked.text).code, 0)
        XCTAssertEqual(try on("two", "fleet", "join", identifier, "--wait", "1s").code, 0)
        XCTAssertEqual(try on("two", "get", "mail", "maria").text, "horse")
    }

    func test_approve_withWrongCode_letsNobodyIn() throws {
        _ = try on("two", "fleet", "join", identifier, "--wait", "1s")
        let outcome = try on("one", "fleet", "approve", input: "824Z-2S5M-XP6G-NMNJ-1WPB-7XS9-KG1W-3Q5E\n")
        XCTAssertEqual(outcome.code, 51)
        XCTAssertTrue(outcome.errors.contains("no machine has asked to join with this code"), outcome.errors)
        XCTAssertEqual(try on("one", "fleet", "hosts").text.split(separator: "\n").count, 2)
    }

    func test_hosts_areNamed() throws {
        try join("two")
        let change = try change()
        let lines = try on("two", "fleet", "hosts").text.split(separator: "\n").map {
            $0.split(separator: " ", omittingEmptySubsequences: true).prefix(4).joined(separator: " ")
        }
        XCTAssertEqual(lines, ["SLOT NAME MAY CHANGE", "2 one write \(change)", "3 * two write"])
        let json = try on("one", "fleet", "hosts", "--json").text
        XCTAssertTrue(
            json.contains(#""slot": 3, "name": "two", "isThisHost": false, "isReadOnly": false"#), json)
    }

    private func change() throws -> String {
        let status = try on("one", "fleet", "status", "--json").text
        return String(try XCTUnwrap(status.firstMatch(of: /"serverChange": (\d+)/)).output.1)
    }

    func test_remove_byName_shutsTheMachineOut() throws {
        try join("two")
        XCTAssertEqual(try on("one", "fleet", "remove", "three").code, 1)
        let removed = try on("one", "fleet", "remove", "two")
        XCTAssertEqual(removed.text, "two is out, and all keys are new\n", removed.errors)
        let status = try on("two", "fleet", "status")
        XCTAssertEqual(status.code, 51, status.errors)
        XCTAssertTrue(status.errors.contains("this host was removed from its fleet"), status.errors)
        XCTAssertEqual(try on("two", "get", "mail", "maria").text, "horse")
    }

    func test_remove_ofNameThatIsAnothersSlot_removesNobody() throws {
        try join("2")
        let outcome = try on("one", "fleet", "remove", "2", "--yes")
        XCTAssertEqual(outcome.code, 1, outcome.text)
        XCTAssertTrue(outcome.errors.contains("the slot of another"), outcome.errors)
        XCTAssertEqual(try on("one", "fleet", "hosts").text.split(separator: "\n").count, 3)
    }

    /// Calls `body` while the server takes no more rows of a table.
    private func failing(onInsertInto table: String, _ body: () throws -> Void) throws {
        try sql(
            """
            CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''no''; END';
            CREATE TRIGGER no BEFORE INSERT ON securestore.\(table) FOR EACH ROW EXECUTE FUNCTION no()
            """)
        defer { XCTAssertNoThrow(try sql("DROP FUNCTION no CASCADE")) }
        try body()
    }

    /// A removal that ends after its first change.
    private func interruptRemoval(of machine: String) throws {
        try failing(onInsertInto: "item") {
            let outcome = try on("one", "fleet", "remove", machine)
            XCTAssertEqual(outcome.code, 53, outcome.errors)
            XCTAssertTrue(outcome.errors.contains("hint: run it again"), outcome.errors)
        }
        XCTAssertEqual(try on("one", "fleet", "hosts").text.split(separator: "\n").count, 2)
    }

    func test_remove_thatWasInterrupted_endsByTheSameName() throws {
        try join("two")
        try interruptRemoval(of: "two")
        let change = try change()
        let again = try on("one", "fleet", "remove", "two")
        XCTAssertEqual(again.text, "no machine of the fleet is called 'two', and all keys are new\n")
        XCTAssertNotEqual(try self.change(), change)
        XCTAssertEqual(try on("one", "fleet", "remove", "two").code, 1)
    }

    func test_remove_ofSlotOfNobodyAfterOneThatWasInterrupted_saysSo() throws {
        try join("two")
        try interruptRemoval(of: "two")
        let other = try on("one", "fleet", "remove", "77")
        XCTAssertEqual(other.text, "no machine of the fleet has slot 77, and all keys are new\n")
        XCTAssertEqual(try on("one", "fleet", "remove", "77").code, 206)
    }

    func test_remove_ofSlotWrittenInAnotherWay_removesNobody() throws {
        try join("two")
        for word in ["03", "+3"] {
            let outcome = try on("one", "fleet", "remove", word)
            XCTAssertEqual(outcome.code, 1, outcome.text)
        }
        XCTAssertEqual(try on("one", "fleet", "hosts").text.split(separator: "\n").count, 3)
    }

    func test_leave_makesAStoreByItself() throws {
        try join("two")
        XCTAssertEqual(try on("two", "fleet", "leave").code, 0)
        XCTAssertEqual(try on("two", "set", "mail", "maria", "--stdin", input: "own").code, 0)
        XCTAssertEqual(try on("two", "fleet", "hosts").code, 1)
        XCTAssertEqual(try on("one", "get", "mail", "maria").text, "horse")
    }

    func test_status_withoutServer_showsThisMachineAndFails() throws {
        let outcome = try on("one", "fleet", "status", server: "host=/nowhere")
        XCTAssertNotEqual(outcome.code, 0)
        XCTAssertTrue(outcome.text.contains("this machine  at change "), outcome.text)
        XCTAssertTrue(outcome.text.contains("server        no answer: "), outcome.text)
        XCTAssertEqual(try on("one", "get", "mail", "maria").text, "horse")
    }

    func test_init_thatEndsBeforeTheNameIsKept_endsWithItsIdentifier() throws {
        XCTAssertEqual(try on("three", "init").code, 0)
        try failing(onInsertInto: "host") {
            let outcome = try on("three", "fleet", "init", "--name", "third")
            XCTAssertEqual(outcome.code, 53, outcome.errors)
            let hint = outcome.errors.firstMatch(of: /--identifier ([0-9a-f]{32}) ends it/)
            identifier = String(try XCTUnwrap(hint, outcome.errors).output.1)
        }
        let again = try on("three", "fleet", "init", "--name", "third", "--identifier", identifier)
        XCTAssertEqual(again.text, identifier + "\n", again.errors)
        XCTAssertTrue(try on("three", "fleet", "hosts").text.contains("third"))
    }

    func test_init_ofStoreInAFleet_isRefused() throws {
        let again = try on("one", "fleet", "init")
        XCTAssertEqual(again.code, 1)
        XCTAssertTrue(again.errors.contains("the store is in fleet \(identifier) already"), again.errors)
        XCTAssertTrue(again.errors.contains("--identifier \(identifier) ends"), again.errors)
        let same = try on("one", "fleet", "init", "--identifier", identifier)
        XCTAssertEqual(same.text, identifier + "\n", same.errors)
    }

    func test_passwords_inArgumentsAndVariables_areRefusedAndNotShown() throws {
        for settings in ["host=db password=tulip", "postgresql://maria:tulip@db/secrets"] {
            let option = try on("one", "fleet", "hosts", "--server", settings)
            let variable = try on("one", "fleet", "hosts", server: settings)
            for outcome in [option, variable] {
                XCTAssertEqual(outcome.code, 64, outcome.errors)
                XCTAssertTrue(outcome.errors.contains("has a password, which other programs can read"))
                XCTAssertFalse(outcome.errors.contains("tulip"), outcome.errors)
            }
        }
    }
}
