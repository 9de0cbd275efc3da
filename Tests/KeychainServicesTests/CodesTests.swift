import Foundation
import XCTest

@testable import KeychainCodes
@testable import KeychainServices
@testable import SecureStore

/// Codes and constants, against the tables they come from.
final class CodesTests: XCTestCase {
    private let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Sources")

    private func lines(of folder: String) throws -> [String] {
        let files = try FileManager.default.contentsOfDirectory(
            at: sources.appendingPathComponent(folder), includingPropertiesForKeys: nil)
        return try files.flatMap {
            try String(contentsOf: $0, encoding: .utf8).split(separator: "\n").map(String.init)
        }
    }

    func test_everyStatus_hasItsName() throws {
        let declared = try lines(of: "KeychainCodes").compactMap { line -> String? in
            guard line.hasPrefix("public let errSec"), let name = line.split(separator: "=").last else {
                return nil
            }
            return name.hasPrefix(" Status.") ? String(name.dropFirst(8).dropLast(9)) : nil
        }
        // Those of ours that Apple has nothing like.
        XCTAssertEqual(
            Set(declared + ["divergedHistory", "unknownOutcome"]), Set(Status.words.values.map(\.name)))
    }

    func test_everyCode_hasTheNumberOfTheTables() {
        for row in CodeNumber.all {
            XCTAssertEqual(row.code, row.number, row.name, file: row.file, line: row.line)
        }
        XCTAssertEqual(noErr, 0)
    }

    func test_everyDeclaredCode_isInTheTablesOnce() throws {
        let declared = try lines(of: "KeychainCodes").compactMap { line -> String? in
            guard line.hasPrefix("public let errSec") else { return nil }
            return line.split(separator: ":").first?.split(separator: " ").last.map(String.init)
        }
        XCTAssertEqual(declared.sorted(), CodeNumber.all.map(\.name).sorted())
    }

    func test_everyCode_hasAMessageOfItsOwn() {
        let codes = Set(CodeNumber.all.map(\.code))
        let messages = codes.map { CodeMessages.message(of: $0) }
        XCTAssertEqual(codes.count, 387)
        XCTAssertEqual(Set(messages).count, codes.count)
        XCTAssertEqual(messages.filter { $0.hasPrefix("OSStatus") || $0.hasSuffix(".") }, [])
    }

    func test_everyMessage_isSpelledLikeOneOfAList() {
        for code in [errSecUnknownQualifiedCertStatement, errSecMissingQualifiedCertStatement] {
            XCTAssertTrue(CodeMessages.message(of: code).hasSuffix(" qualified certificate statement"))
        }
    }

    func test_errorMessage_ofEachKindOfNumber_isItsText() {
        let rows: [(OSStatus, String)] = [
            (-1_234, "OSStatus -1234"), (errSecCRLExpired, "CRL expired"),
            (errSecItemNotFound, "no item matches the query"),
            (100_002, "UNIX[No such file or directory]"),
        ]
        for (code, text) in rows {
            XCTAssertEqual(SecCopyErrorMessageString(code, nil) as String?, text)
        }
    }

    func test_everyConstant_hasItsOwnTextAndNoOther() throws {
        let declared = try lines(of: "KeychainServices/Constants").filter { $0.contains("let kSec") }
        XCTAssertEqual(declared.count, 262)
        let texts = Set(
            try lines(of: "KeychainServices/Constants").compactMap { line in
                line.components(separatedBy: "Constant(\"").dropFirst().first?.components(separatedBy: "\"")
                    .first
            })
        // The keys that attributes have in the core, apart from those that only Apple's systems use.
        let missing = Set(AttributeName.allCases.map { ClassTable.row($0).code }).subtracting(texts)
        XCTAssertEqual(missing, ["prot"], "which has no name among Apple's constants")
    }
}
