import Foundation
import SecureStore
import XCTest

final class ReadmeTests: XCTestCase {
    func test_swiftBlocks_areTheCompiledCopies() throws {
        let blocks = try Readme().blocks(of: "swift")
        XCTAssertEqual(blocks, try [Readme.program(), Readme.manifest()] + Readme.compiledSnippets())
    }

    func test_blocks_ofPagesAndComments_standInSnippetsOrExamples() throws {
        // Lines are broken in other places there.
        func code(_ lines: [String]) -> String {
            lines.filter { !$0.hasPrefix("import ") }.joined().filter { $0 != " " }
        }
        let compiled = Set(try Readme.compiledSnippets(in: "PageSnippets").map(code))
        let examples = try Readme.examples().mapValues { $0.map(code) }
        let pages = ["SecureStoreFleet", "TokenVault"].map { "Sources/\($0)/\($0).docc/\($0).md" }
        let sources = [
            "SecureStoreFleet/Fleets/Fleet", "SecureStoreFleet/Fleets/Fleet+Reads",
            "SecureStore/Store/ItemChanges", "SecureStore/Store/ItemAccess",
            "SecureStore/Store/ItemAccess+Codable",
            "SecureStore/Store/ItemSequence", "SecureStore/Store/ItemStore+Perform",
        ]
        let others = try pages.map(Readme.init) + sources.map { try .comments(of: "Sources/\($0).swift") }
        for page in try others + Readme.tutorials() {
            let files = page.examples.flatMap { examples[$0] ?? [] }
            for block in ["swift", "sh", "ini"].flatMap(page.blocks).map(code) {
                XCTAssertTrue(compiled.contains(block) || files.contains { $0.contains(block) }, block)
            }
        }
    }

    func test_examples_areEachExplainedByATutorial_exceptSettings() throws {
        let explained = Set(try Readme.tutorials().flatMap(\.examples))
        XCTAssertEqual(explained, Set(try Readme.examples().keys).subtracting(["Settings"]))
    }

    func test_program_hasElevenLinesAndPrintsWhatTheReadmeSays() throws {
        XCTAssertEqual(try Readme.program().count, 11)
        let output = try runProgram()
        XCTAssertEqual(output, "correct horse\n")
        let says = "It prints `\(output.dropLast())`"
        XCTAssertTrue(try Readme().lines.contains { $0.hasPrefix(says) }, says)
    }

    func test_tableOfResultCodes_hasNamesAndNumbersOfTheCode() throws {
        let rows = try Readme(of: "Sources/SecureStore/SecureStore.docc/ResultCodes.md").statusRows
        XCTAssertGreaterThan(rows.count, 15)
        for row in rows {
            let number = try XCTUnwrap(Int32(row.drop { $0 != "(" }.dropFirst().dropLast()), row)
            XCTAssertEqual(StoreStatus(rawValue: number).description, row)
        }
    }

    func test_commands_areTwoAndEachIsOneShortLine() throws {
        let commands = try Readme().blocks(of: "sh")
        XCTAssertEqual(commands, [["./setup && swift run tour"], ["./setup && swift test"]])
        let setup = Readme.repository.appendingPathComponent("setup").path
        XCTAssertTrue(FileManager.default.isExecutableFile(atPath: setup))
    }

    func test_length_keepsToTheGuide() throws {
        let lines = try Readme().lines
        XCTAssertLessThanOrEqual(lines.count, 200)
        let firstCode = try XCTUnwrap(lines.firstIndex { $0.hasPrefix("```") })
        XCTAssertLessThan(firstCode + 2, 25)
    }

    func test_links_leadToFilesThatExist() throws {
        for page in ["README.md", "CONTRIBUTING.md", "Benchmarks/README.md", "Examples/README.md"] {
            let folder = Readme.repository.appendingPathComponent(page).deletingLastPathComponent()
            let text = try Readme(of: page).lines.joined(separator: "\n")
            let targets = text.matches(of: /\]\(([^)#]+)\)/).map { String($0.output.1) }
            XCTAssertFalse(targets.isEmpty, page)
            for target in targets {
                let path = folder.appendingPathComponent(target).path
                XCTAssertTrue(FileManager.default.fileExists(atPath: path), "\(page): \(target)")
            }
        }
    }

    func test_pageForContributors_hasAtMost800Words() throws {
        let text = try Readme(of: "CONTRIBUTING.md").lines.joined(separator: "\n")
        XCTAssertLessThanOrEqual(text.split(whereSeparator: \.isWhitespace).count, 800)
    }

    func test_pageOfExamples_countsAndNamesAllOfThem() throws {
        let folder = Readme.repository.appendingPathComponent("Examples")
        let examples = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { name in
            FileManager.default.fileExists(atPath: folder.path + "/\(name)/Package.swift")
        }
        let page = try Readme(of: "Examples/README.md").lines
        let number = NumberFormatter()
        (number.locale, number.numberStyle) = (Locale(identifier: "en"), .spellOut)
        let count = try XCTUnwrap(number.string(from: examples.count as NSNumber)).capitalized
        XCTAssertTrue(page.contains { $0.hasPrefix("\(count) programs that ") }, count)
        let links = page.compactMap { line in
            line.firstMatch(of: /^\| \[(\w+)\]\(\1\) \|/).map { String($0.output.1) }
        }
        XCTAssertEqual(links.sorted(), examples.sorted())
    }

    /// Runs the README's program with a default store in a directory of its own.
    private func runProgram() throws -> String {
        let directory = try BuiltProgram.makeDirectory()
        defer { XCTAssertNoThrow(try FileManager.default.removeItem(atPath: directory)) }
        let program = try BuiltProgram(
            "ReadmeProgram",
            [
                "SECURESTORE_PATH": directory + "/default.securestore",
                "SECURESTORE_DEVICE_KEY_FILE": directory + "/device.key",
            ])
        XCTAssertEqual(program.code, 0)
        return program.output
    }
}
