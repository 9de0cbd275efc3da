import Foundation
import XCTest

@testable import SecureStoreCLI

/// Tests of what `securestore fleet` says without a server, and without the program that it starts.
final class FleetTableTests: CommandTestCase {
    private let table = CommandTable.fleet(nil)

    func test_examples_parse() throws {
        for command in table.commands {
            XCTAssertFalse(command.examples.isEmpty, command.name)
            for example in command.examples {
                let line = example.words.prefix { $0 != "<" && $0 != ">" }
                let words = line.split(separator: " ").map { Word(String($0)) }
                XCTAssertEqual(try ArgumentParser(table: table).parse(words).command.name, command.name)
            }
        }
    }

    func test_help_fitsTheTerminalAndNamesEveryOption() {
        let help = HelpText(table: table)
        for command in table.commands {
            let page = help.page(of: command)
            for option in command.options { XCTAssertTrue(page.contains(option.synopsis), option.synopsis) }
            for line in page.split(separator: "\n") where !line.contains("securestore fleet ") {
                XCTAssertLessThanOrEqual(line.count, 80, String(line))
            }
        }
    }

    func test_help_ofFleet_namesTheExitsOfItsServer() {
        let page = HelpText(table: table).overview
        for code in [52, 53, 92, 94, 95, 195] {
            XCTAssertTrue(page.split(separator: "\n").contains { $0.hasPrefix("  \(code) ") }, "\(code)")
        }
    }

    func test_fleet_whereTheProgramIsMissing_saysHowToBuildIt() throws {
        let copy = URL(fileURLWithPath: temporary + "/securestore")
        try FileManager.default.copyItem(at: Self.builtProduct("securestore"), to: copy)
        let outcome = try run(copy, ["fleet", "hosts"], ["PATH": "/nowhere"])
        XCTAssertEqual(outcome.code, 127)
        XCTAssertTrue(outcome.errors.contains("--product securestore-fleet"), outcome.errors)
        let help = try run(copy, ["fleet", "help", "hosts"], ["PATH": "/nowhere"])
        XCTAssertTrue(help.text.hasPrefix("securestore fleet hosts - "), help.errors)
    }

    /// Makes folders with a program that prints their name, and puts the command into the first.
    private func copy(into folders: [String]) throws -> URL {
        for folder in folders {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            let script = "#!/bin/sh\necho \(folder.split(separator: "/").last ?? "") \"$@\"\n"
            try Data(script.utf8).write(to: URL(fileURLWithPath: folder + "/securestore-fleet"))
            XCTAssertEqual(try shell("chmod +x '\(folder)/securestore-fleet'").code, 0)
        }
        let copy = URL(fileURLWithPath: folders[0] + "/securestore")
        try FileManager.default.copyItem(at: Self.builtProduct("securestore"), to: copy)
        return copy
    }

    func test_fleet_whereTheSearchPathIsRelative_startsNothingThere() throws {
        let copy = try copy(into: ["/beside", "/path"].map { temporary + $0 })
        try FileManager.default.removeItem(atPath: temporary + "/beside/securestore-fleet")
        for path in ["path", "./path", ":path", "path:/nowhere"] {
            let outcome = try run(copy, ["fleet", "hosts"], ["PATH": path])
            XCTAssertEqual(outcome.code, 127, path)
            XCTAssertEqual(outcome.text, "", path)
        }
    }

    func test_fleet_ofAWordThatIsNotText_isRefused() throws {
        let copy = try copy(into: [temporary + "/beside"])
        let outcome = try shell("'\(copy.path)' fleet remove \"$(printf 'a\\377')\" --yes")
        XCTAssertEqual(outcome.code, 64)
        XCTAssertTrue(outcome.errors.contains("word 3 of the command line is not UTF-8 text"), outcome.errors)
    }

    func test_fleet_findsTheProgramBesideItselfAndThenOnThePath() throws {
        let folders = ["/beside", "/path"].map { temporary + $0 }
        let copy = try copy(into: folders)
        let words = ["--store", "work", "fleet", "remove", "a b", "--yes"]
        let path = ["PATH": folders[1] + ":/usr/bin:/bin"]
        XCTAssertEqual(try run(copy, words, path).text, "beside --store work remove a b --yes\n")
        try FileManager.default.removeItem(atPath: folders[0] + "/securestore-fleet")
        XCTAssertEqual(try run(copy, words, path).text, "path --store work remove a b --yes\n")
    }
}
