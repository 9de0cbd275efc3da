import Foundation
import XCTest

@testable import SecureStore

/// Listings of a store with a damaged index: none says that nothing is there, or that it shows all.
final class DamagedListingTests: DamagedStoreTestCase {
    func test_listings_thatGetNothing_printNothingBesideTheError() throws {
        try makeStore(ofItems: 3)
        try damageAllLeaves()
        let commands = ["list", "find mail", "certificate list", "identity list", "key list"]
        for command in commands.flatMap({ [$0, $0 + " --json", $0 + " --null"] }) {
            let outcome = try shell("securestore " + command)
            XCTAssertEqual(outcome.text, "", command)
            XCTAssertTrue(outcome.errors.contains("error: items are missing"), command + outcome.errors)
            XCTAssertEqual(outcome.code, 49, command)
        }
    }

    func test_listings_thatAreNotWhole_showWhatTheyGotButNotAsJSON() throws {
        try makeStore(ofItems: 300)
        try damageOneLeaf()
        for (command, end) in [("list", "\n"), ("find user --null", "\0")] {
            let outcome = try shell("securestore " + command)
            XCTAssertEqual(outcome.code, 49, command)
            XCTAssertTrue(240..<2_000 ~= outcome.text.components(separatedBy: end).count, outcome.text)
        }
        let json = try run("list", "--json")
        XCTAssertEqual(json.text, "")
        XCTAssertEqual(json.code, 49)
        XCTAssertTrue(try run("help", "list").text.contains("not whole"))
    }

    func test_get_ofAnAccount_isNotKeptBackByAnotherItemsDamage() throws {
        try makeStore(ofItems: 2)
        try Connection(path: defaultPath, role: .writing)
            .execute("UPDATE item SET attributes = zeroblob(length(attributes)) WHERE number = 1")
        let outcomes = try ["user 0", "user 1"].map { try run("get", $0) }
        XCTAssertEqual(Set(outcomes.map(\.code)).count, 2, "\(outcomes)")
        XCTAssertEqual(outcomes.filter { $0.code == 0 }.map(\.text), ["s"])
    }

    func test_secretTool_ofAnItem_isNotKeptBackByAnotherItemsDamage() throws {
        _ = try shell("for n in 1 2; do printf $n | secret-tool store --label=Mail in mail user $n; done")
        for column in ["secret", "attributes"] {
            try Connection(path: defaultPath, role: .writing)
                .execute("UPDATE item SET \(column) = zeroblob(length(\(column))) WHERE number = 1")
            let one = try shell("secret-tool lookup user 1")
            XCTAssertEqual(one.text, "")
            XCTAssertNotEqual(one.errors, "")
            // Without its attributes, nobody knows that it is not the one that was stored last.
            let other = try shell("secret-tool lookup user 2")
            XCTAssertEqual(other.text, column == "secret" ? "2" : "", other.errors)
            let all = try shell("secret-tool search --all in mail; echo ended with $?")
            XCTAssertTrue(all.text.contains("secret = 2\n") && all.text.hasSuffix("ended with 1\n"), all.text)
            XCTAssertFalse(all.text.contains("secret = 1"))
            XCTAssertTrue(all.errors.contains("cannot be opened"), all.errors)
        }
        let cleared = try shell("secret-tool clear in mail; echo ended with $?; secret-tool lookup user 2")
        XCTAssertEqual(cleared.text, "ended with 1\n")
    }

    func test_secretToolLookup_ofTheLatestItemThatDoesNotOpen_printsNoOther() throws {
        _ = try shell("for n in 1 2; do printf $n | secret-tool store --label=Mail in mail user $n; done")
        for column in ["secret", "attributes"] {
            try Connection(path: defaultPath, role: .writing)
                .execute("UPDATE item SET \(column) = zeroblob(length(\(column))) WHERE number = 2")
            let outcome = try shell("secret-tool lookup in mail; echo ended with $?")
            XCTAssertEqual(outcome.text, "ended with 1\n")
            XCTAssertTrue(outcome.errors.contains("cannot be opened"), outcome.errors)
        }
    }

    func test_list_ofTwoDamagedClasses_namesWhatIsMissingInBoth() throws {
        try makeStore(ofItems: 3)
        try defaultStore().add(InternetPassword(server: "mail.example", account: "user"), secret: nil)
        try damageAllLeaves()
        let outcome = try run("list")
        XCTAssertEqual(outcome.code, 49)
        XCTAssertGreaterThan(outcome.errors.components(separatedBy: "items are missing").count, 2)
        XCTAssertEqual(outcome.errors.components(separatedBy: "error: ").count, 2, outcome.errors)
    }

    func test_export_thatIsNotWhole_writesWhatItGotAndFails() throws {
        try makeStore(ofItems: 300)
        try damageOneLeaf()
        let outcome = try run("export", "--format", "csv", "out.csv", "--yes")
        XCTAssertEqual(outcome.code, 49, outcome.errors)
        let lines = try String(contentsOfFile: temporary + "/out.csv", encoding: .utf8)
            .split(separator: "\n")
        XCTAssertTrue(240..<301 ~= lines.count, "\(lines.count)")
    }

    func test_export_thatGetsNothing_writesNothing() throws {
        try makeStore(ofItems: 3)
        try damageOneLeaf()
        for format in ["csv", "json", "netrc"] {
            let outcome = try run("export", "--format", format, "out", "--yes")
            XCTAssertEqual(outcome.code, 49, outcome.errors)
        }
        XCTAssertEqual(try entries(of: temporary), [])
    }
}
