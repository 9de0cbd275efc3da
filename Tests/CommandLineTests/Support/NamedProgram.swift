import Foundation
import XCTest

@testable import SecureStoreCLI

/// One name of the command, with the command lines that keep a secret and find it again.
struct NamedProgram {
    let name: String
    let storeWords: [String]
    let storeInput: String
    let findWords: [String]
    let findInput: String
    /// All that finding prints.
    let answer: String

    /// Every name that the command answers to; the secret is plain text on one line.
    static func all(keeping secret: String) -> [NamedProgram] {
        let place = "protocol=https\nhost=mail.example\n"
        let login = "\"ServerURL\":\"mail.example\",\"Username\":\"maria\",\"Secret\":\"\(secret)\""
        let user = "username=maria\npassword=\(secret)\n"
        let attributes = ["service", "mail"]
        return [
            NamedProgram(
                name: "securestore", storeWords: ["set", "mail", "--stdin"], storeInput: secret,
                findWords: ["get", "mail"], findInput: "", answer: secret),
            NamedProgram(
                name: "security", storeWords: ["add-generic-password", "-a", "a", "-s", "web", "--stdin"],
                storeInput: secret, findWords: ["find-generic-password", "-s", "web", "-w"], findInput: "",
                answer: secret + "\n"),
            NamedProgram(
                name: "git-credential-securestore", storeWords: ["store"], storeInput: place + user,
                findWords: ["get"], findInput: place, answer: user),
            NamedProgram(
                name: "docker-credential-securestore", storeWords: ["store"], storeInput: "{\(login)}",
                findWords: ["get"], findInput: "mail.example", answer: "{\(login)}\n"),
            NamedProgram(
                name: "secret-tool", storeWords: ["store", "--label=Mail"] + attributes, storeInput: secret,
                findWords: ["lookup"] + attributes, findInput: "", answer: secret),
        ]
    }

    /// Makes a link of every name to the command.
    static func link(in folder: String, to program: String) throws {
        for dialect in Dialect.all {
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/" + dialect.name, withDestinationPath: program)
        }
    }
}

extension CommandTestCase {
    /// Runs a line of the shell without a terminal, with all names in front of the search path.
    func shell(
        _ line: String, input: Data = Data(), _ environment: [String: String] = [:]
    ) throws -> Outcome {
        let path = ["PATH": names + ":\(Tool.searchPath):/usr/sbin:/sbin"]
        return try run(
            URL(fileURLWithPath: "/usr/bin/setsid"), ["--wait", "/bin/sh", "-c", line], input: input,
            path.merging(environment) { $1 })
    }

    /// Keeps the program's secret; `prefix` is what runs it, such as `env -u HOME`.
    func store(
        _ program: NamedProgram, through prefix: String = "", _ environment: [String: String] = [:]
    ) throws -> Outcome {
        let line = ([prefix, program.name] + program.storeWords).joined(separator: " ")
        return try shell(line, input: Data(program.storeInput.utf8), environment)
    }

    /// Finds what ``store(_:through:_:)`` kept.
    func find(
        _ program: NamedProgram, through prefix: String = "", _ environment: [String: String] = [:]
    ) throws -> Outcome {
        let line = ([prefix, program.name] + program.findWords).joined(separator: " ")
        return try shell(line, input: Data(program.findInput.utf8), environment)
    }
}
