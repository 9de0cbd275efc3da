import Foundation
import XCTest

@testable import SecureStoreCodes
@testable import KeychainServices
@testable import SecureStore

/// Codes and constants, against the tables they come from.
final class CodesTests: XCTestCase {
    func test_everyStatus_hasItsName() throws {
        let declared = try CodeTable.ofTheStore().map(\.status)
        // Those of ours that Apple has nothing like.
        XCTAssertEqual(
            Set(declared + ["divergedHistory", "unknownOutcome", "keptByFleet"]),
            Set(StoreStatus.words.values.map(\.name)))
    }

    func test_everyCodeOfTheStore_isSpelledAsItsStatus() throws {
        for (name, status) in try CodeTable.ofTheStore() where name != "errSecDskFull" {
            XCTAssertEqual(name.lowercased(), "errsec" + status.lowercased())
        }
    }

    /// The digest is that of the names and numbers that Apple publishes, in lines by name.
    func test_allCodes_areThoseThatApplePublishes() throws {
        let codes = try CodeTable.all().filter { $0.name != "errSSLCrypto" }.sorted { $0.name < $1.name }
        XCTAssertEqual(codes.count, 388)
        let text = codes.map { "\($0.name) \($0.number)\n" }.joined()
        let digest = Hexadecimal.text(of: Array(text.utf8).withRawBytes { digest32($0) })
        XCTAssertEqual(digest, "5159dc3ca7d72da6c4a8b648da0f01a5e29616888276ee4fa4d35f3d9fc73294", text)
    }

    func test_constants_haveTheNumbersOfTheirRows() {
        let samples: [(OSStatus, OSStatus)] = [
            (noErr, 0), (errSecParam, -50), (errSecDskFull, -34), (errSecBadReq, -909),
            (errSecItemNotFound, -25_300), (errSecPolicyDenied, -26_270), (errSecMissingEntitlement, -34_018),
            (errSecServiceNotAvailable, -67_585), (errSecInvalidAttributeSymmetricKeyFormat, -67_802),
            (errSecCertificateDuplicateExtension, -67_903),
        ]
        for (code, number) in samples { XCTAssertEqual(code, number) }
    }

    func test_everyCode_hasAMessageOfItsOwn() throws {
        let codes = Set(try CodeTable.all().map(\.number))
        let messages = codes.map { CodeMessages.message(of: $0) }
        XCTAssertEqual(codes.count, 388)
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
            (-68_004, "the fleet has kept the change, and this machine does not have it yet"),
            (100_002, "UNIX[No such file or directory]"),
        ]
        for (code, text) in rows {
            XCTAssertEqual(SecCopyErrorMessageString(code, nil) as String?, text)
        }
    }

    func test_everyConstant_hasItsOwnTextAndNoOther() throws {
        let declared = try CodeTable.lines(of: "KeychainServices/Constants").filter {
            $0.contains("let kSec")
        }
        XCTAssertEqual(declared.count, 275)
        let texts = Set(
            try CodeTable.lines(of: "KeychainServices/Constants").compactMap { line in
                line.components(separatedBy: "Constant(\"").dropFirst().first?.components(separatedBy: "\"")
                    .first
            })
        // The keys that attributes have in the core, apart from those that only Apple's systems use.
        let missing = Set(AttributeName.allCases.map { ClassTable.row($0).code }).subtracting(texts)
        XCTAssertEqual(missing, ["prot"], "which has no name among Apple's constants")
    }
}
