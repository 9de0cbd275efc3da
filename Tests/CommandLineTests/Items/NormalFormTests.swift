import Foundation
import XCTest

/// One letter and two that look like it are two names for the command, too.
final class NormalFormTests: CommandTestCase {
    private let forms = ["caf\u{e9}", "cafe\u{301}"]

    private func setBoth() throws {
        for name in forms {
            let outcome = try run("set", name, "--stdin", input: Data("\(name.utf8.count)".utf8))
            XCTAssertEqual(outcome.code, 0, outcome.errors)
        }
    }

    func test_get_ofNamesInBothForms_givesTheSecretOfEach() throws {
        try setBoth()
        XCTAssertEqual(try forms.map { try run("get", $0).text }, ["5", "6"])
    }

    func test_complete_ofNamesInBothForms_offersEach() throws {
        try setBoth()
        let words = try run("complete", "bash", "get", "").text.split(separator: "\n")
        XCTAssertEqual(words.map(\.utf8.count).sorted(), [5, 6])
    }

    func test_delete_ofNameInOneForm_leavesTheOther() throws {
        try setBoth()
        XCTAssertEqual(try run("delete", forms[0]).code, 0)
        XCTAssertNotEqual(try run("get", forms[0]).code, 0)
        XCTAssertEqual(try run("get", forms[1]).text, "6")
    }

    func test_exportForPass_ofNamesInBothForms_writesEach() throws {
        try setBoth()
        let (folder, gpg) = (temporary + "/pass", temporary + "/gpg")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try Data("somebody\n".utf8).write(to: URL(fileURLWithPath: folder + "/.gpg-id"))
        // A stand-in: encryption is not tested here.
        try Data("#!/bin/sh\ncat\n".utf8).write(to: URL(fileURLWithPath: gpg))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: gpg)
        let outcome = try run(
            "export", folder, "--format", "pass", "--yes", environment: ["PATH": temporary + ":/usr/bin:/bin"]
        )
        XCTAssertEqual(outcome.code, 0, outcome.errors)
        XCTAssertEqual(
            try forms.map { try String(contentsOfFile: "\(folder)/\($0).gpg", encoding: .utf8).first },
            ["5", "6"])
    }
}
