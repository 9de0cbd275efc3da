import Foundation
import XCTest

@testable import KeychainServices
@testable import SecureStore

/// Codes and constants, against the tables they come from.
final class CodesTests: XCTestCase {
    private let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Sources/KeychainServices")

    private func lines(of folder: String) throws -> [String] {
        let files = try FileManager.default.contentsOfDirectory(
            at: sources.appendingPathComponent(folder), includingPropertiesForKeys: nil)
        return try files.flatMap {
            try String(contentsOf: $0, encoding: .utf8).split(separator: "\n").map(String.init)
        }
    }

    func test_everyStatus_hasItsName() throws {
        let declared = try lines(of: "Codes").compactMap { line -> String? in
            guard line.hasPrefix("public let errSec"), let name = line.split(separator: "=").last else {
                return nil
            }
            return name.hasPrefix(" Status.") ? String(name.dropFirst(8).dropLast(9)) : nil
        }
        XCTAssertEqual(Set(declared), Set(StatusTable.entries.values.map(\.name)))
    }

    func test_everyCode_hasTheNumberOfTheTables() {
        for row in CodeNumber.all {
            XCTAssertEqual(row.code, row.number, row.name, file: row.file, line: row.line)
        }
        XCTAssertEqual(noErr, 0)
    }

    func test_everyDeclaredCode_isInTheTablesOnce() throws {
        let declared = try lines(of: "Codes").compactMap { line -> String? in
            guard line.hasPrefix("public let errSec") else { return nil }
            return line.split(separator: ":").first?.split(separator: " ").last.map(String.init)
        }
        XCTAssertEqual(declared.sorted(), CodeNumber.all.map(\.name).sorted())
    }

    func test_everyOtherCode_hasAMessage() throws {
        let declared = try lines(of: "Codes").filter {
            $0.hasPrefix("public let errSec") && !$0.contains("Status.")
        }
        let numbers = declared.compactMap { $0.split(separator: " ").last.flatMap { OSStatus($0) } }
        XCTAssertEqual(declared.count, 222)
        XCTAssertEqual(Set(numbers), Set(OtherMessages.byNumber.keys))
        XCTAssertFalse(numbers.contains { Status(rawValue: $0).name != nil })
        XCTAssertEqual(SecCopyErrorMessageString(-1_234, nil) as String?, "OSStatus -1234")
        XCTAssertEqual(SecCopyErrorMessageString(errSecCRLExpired, nil) as String?, "CRL expired")
        XCTAssertEqual(SecCopyErrorMessageString(100_002, nil) as String?, "UNIX[No such file or directory]")
    }

    func test_everyConstant_hasItsOwnTextAndNoOther() throws {
        let declared = try lines(of: "Constants").filter { $0.contains("let kSec") }
        XCTAssertEqual(declared.count, 228)
        let texts = Set(
            try lines(of: "Constants").compactMap { line in
                line.components(separatedBy: "Constant(\"").dropFirst().first?.components(separatedBy: "\"")
                    .first
            })
        // The keys that attributes have in the core, apart from those that only Apple's systems use.
        let missing = Set(AttributeName.allCases.map { ClassTable.row($0).code }).subtracting(texts)
        XCTAssertEqual(missing, ["prot"], "which has no name among Apple's constants")
    }
}
