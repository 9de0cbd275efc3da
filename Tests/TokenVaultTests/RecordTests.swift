import Foundation
import SecureStore
import XCTest

@testable import TokenVault

/// What is stored, and what else could stand there.
final class RecordTests: XCTestCase {
    private func fullPair() throws -> TokenPair {
        try TokenPair(
            accessToken: Token("access"), refreshToken: Token("refresh"), tokenType: "DPoP", scope: "a b",
            expiry: Date(timeIntervalSinceReferenceDate: 1.5),
            issueTime: Date(timeIntervalSinceReferenceDate: -7),
            idToken: Token("id"), extras: ["tenant": Token("ä"), "empty": Token("")])
    }

    private func bytes(_ secret: SecretBytes) -> [UInt8] {
        secret.withSpan { span in span.indices.map { span[$0] } }
    }

    func test_pair_encodedAndDecoded_isTheSame() throws {
        for pair in [try fullPair(), try TokenPair(accessToken: "a", refreshToken: nil)] {
            XCTAssertEqual(try TokenPair(encoded: Token(pair.encoded())), pair)
        }
    }

    func test_pair_cutShortAnywhere_isRefusedOrMissesWholeFields() throws {
        let pair = try fullPair()
        let whole = bytes(try pair.encoded())
        for length in 0..<whole.count {
            let secret = try SecretBytes(copying: whole[..<length])
            guard case .success(let read) = Result(catching: { try TokenPair(encoded: Token(secret)) }) else {
                continue
            }
            XCTAssertEqual(read.accessToken, pair.accessToken, "cut to \(length) bytes")
            XCTAssertNotEqual(read, pair, "cut to \(length) bytes")
        }
    }

    func test_pair_withAnyByteChanged_isReadWithinItsBounds() throws {
        let whole = bytes(try fullPair().encoded())
        for place in whole.indices {
            for value in [0, 0x7f, 0xff] as [UInt8] {
                var changed = whole
                changed[place] = value
                let secret = try SecretBytes(copying: changed)
                // Any answer is right that is one: nothing may be read beyond the end.
                _ = Result { try TokenPair(encoded: Token(secret)) }
            }
        }
    }

    func test_record_ofEveryStanding_isReadAsWritten() throws {
        for standing in [VaultRecord.Standing.settled, .begun, .retrying, .dead(""), .dead("weil ä")] {
            let record = try VaultRecord(VaultRecord(standing, Token("credential")).sealed())
            XCTAssertEqual(record.standing, standing)
            XCTAssertEqual(try record.pair.text(), "credential")
        }
    }

    func test_record_withEndlessReason_keepsItsBeginning() throws {
        let long = String(repeating: "r", count: 100_000)
        let record = try VaultRecord(VaultRecord(.dead(long), Token("credential")).sealed())
        XCTAssertEqual(record.standing, .dead(String(long.prefix(1_024))))
        XCTAssertEqual(try record.pair.text(), "credential")
    }

    func test_record_withEndlessReasonOfLongLetters_isCutBetweenThem() throws {
        for letter in ["ä", "€", "🔑", "e\u{301}"] {
            for shift in 0..<letter.utf8.count {
                let long = String(repeating: "r", count: shift) + String(repeating: letter, count: 1_024)
                let record = try VaultRecord(VaultRecord(.dead(long), Token("credential")).sealed())
                guard case .dead(let reason) = record.standing else { return XCTFail("\(record.standing)") }
                XCTAssertTrue(long.hasPrefix(reason) && reason.utf8.count > 1_000, letter)
            }
        }
    }

    func test_record_ofSomebodyElse_throwsMalformed() throws {
        let rows: [(String, [UInt8]?)] = [
            ("none", nil), ("empty", []), ("text", Array("hunter2".utf8)), ("cut", Array("TV\u{1}".utf8)),
            ("newer format", Array("TV".utf8) + [2, 0, 0, 0]),
            ("unknown standing", Array("TV".utf8) + [1, 9, 0, 0]),
            ("reason beyond the end", Array("TV".utf8) + [1, 3, 9, 0, 1]),
            ("reason too long", Array("TV".utf8) + [1, 3, 1, 4] + [UInt8](repeating: 65, count: 1_025)),
            ("reason not text", Array("TV".utf8) + [1, 3, 1, 0, 0xff]),
        ]
        for (name, bytes) in rows {
            assertThrows(.malformed, name) { try VaultRecord(bytes.map { try SecretBytes(copying: $0) }) }
        }
    }
}
