import Foundation
import XCTest

/// A test of machines of a fleet, each of which has a home of its own.
class FleetMachinesTestCase: FleetServerTestCase {
    var identifier = ""

    /// A fleet of one machine, whose store has one item.
    override func setUpWithError() throws {
        try super.setUpWithError()
        XCTAssertEqual(try on("one", "init").code, 0)
        XCTAssertEqual(try on("one", "set", "mail", "maria", "--stdin", input: "horse").code, 0)
        let made = try on("one", "fleet", "init", "--name", "one")
        XCTAssertEqual(made.code, 0, made.errors)
        identifier = made.text.trimmingCharacters(in: .newlines)
    }

    /// Runs the command on a machine, which has a home of its own.
    func on(
        _ machine: String, _ words: String..., input: String = "", server: String? = nil,
        passphrase: String? = nil
    ) throws -> Outcome {
        let home = temporary + "/" + machine
        if !FileManager.default.fileExists(atPath: home) {
            try FileManager.default.createDirectory(
                atPath: home, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        }
        return try run(
            Self.builtProduct("securestore"), words, input: Data(input.utf8),
            ["HOME": home, "SECURESTORE_FLEET_SERVER": server ?? settings]
                .merging(passphrase.map { ["SECURESTORE_PASSPHRASE": $0] } ?? [:]) { $1 })
    }

    /// Makes another machine join, in three steps.
    func join(_ machine: String) throws {
        let asked = try on(machine, "fleet", "join", identifier, "--name", machine, "--wait", "1s")
        XCTAssertEqual(asked.code, 51, asked.errors)
        let approved = try on("one", "fleet", "approve", input: asked.text)
        XCTAssertEqual(approved.text, "\(machine) is in, with slot 3\n", approved.errors)
        let joined = try on(machine, "fleet", "join", identifier, "--wait", "1s")
        XCTAssertEqual(joined.code, 0, joined.errors)
        XCTAssertEqual(joined.text, "")
    }

    /// Runs SQL as the owner of the tables.
    func sql(_ text: String) throws {
        let psql = try Tool("psql")
        let outcome = try run(
            URL(fileURLWithPath: psql.path), ["-X", "-q", "-v", "ON_ERROR_STOP=1", settings, "-c", text])
        XCTAssertEqual(outcome.code, 0, outcome.errors)
    }
}
