import Foundation
import XCTest

/// Reads the comments of the sources, tests, checks, examples and benchmarks.
final class CommentTests: XCTestCase {
    func test_comments_areWrapped() throws {
        XCTAssertEqual(try breaches(CommentRules.longLines), [])
    }

    func test_comments_beginWithTheirSubject() throws {
        XCTAssertEqual(try breaches(CommentRules.blocksWithoutSubject), [])
    }

    func test_folders_haveSources() throws {
        let paths = try SourceFile.paths()
        for folder in CommentRules.folders {
            XCTAssertTrue(paths.contains { $0.hasPrefix(folder + "/") && $0.hasSuffix(".swift") }, folder)
        }
    }

    func test_rules_onLongLine_reportComments() {
        let long = String(repeating: "a", count: 107)
        let text = "    // \(long.dropLast(3))\n// \(long)\n// \(long)a\n\"\(long)aaaa\""
        XCTAssertEqual(CommentRules.longLines(of: text, at: "a"), ["a:1", "a:3"])
    }

    func test_rules_onBlockWithoutSubject_report() {
        let text = [
            "/// Whether it is so.", "let a = 1", "// When it is so, that follows.", "let b = 2",
            "/// When it is so.", "let c = 3", "/// A lock.", "/// What it does not do.", "let d = \"What\"",
        ].joined(separator: "\n")
        XCTAssertEqual(
            CommentRules.blocksWithoutSubject(of: text, at: "a"),
            ["a:1 Whether it is so.", "a:5 When it is so."])
    }

    private func breaches(_ rule: (String, String) -> [String]) throws -> [String] {
        try SourceFile.paths().filter { path in
            path.hasSuffix(".swift") && CommentRules.folders.contains { path.hasPrefix($0 + "/") }
        }.flatMap { path in
            let file = SourceFile.repository.appendingPathComponent(path)
            return rule(try String(contentsOf: file, encoding: .utf8), path)
        }
    }
}
