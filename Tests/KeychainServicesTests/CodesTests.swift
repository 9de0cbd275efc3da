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

    func test_names_andNumbers_areApples() {
        let rows: [(OSStatus, OSStatus)] = [
            (noErr, 0), (errSecSuccess, 0), (errSecUnimplemented, -4), (errSecDskFull, -34), (errSecIO, -36),
            (errSecParam, -50), (errSecUserCanceled, -128), (errSecMissingEntitlement, -34_018),
            (errSecNotAvailable, -25_291), (errSecAuthFailed, -25_293), (errSecDuplicateItem, -25_299),
            (errSecItemNotFound, -25_300), (errSecInteractionNotAllowed, -25_308), (errSecDecode, -26_275),
            (errSecPkcs12VerifyFailure, -25_264), (errSecCRLExpired, -67_613),
            (errSecInvalidAttributeInitVector, -67_750), (errSecMissingAttributeInitVector, -67_751),
            (errSecMissingAttributeWrappedKeyFormat, -67_805), (errSecCertificateDuplicateExtension, -67_903),
            (errSecTimestampRevocationNotification, -67_898),
        ]
        for (index, row) in rows.enumerated() { XCTAssertEqual(row.0, row.1, "row \(index)") }
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
