import Foundation
import SecureStore
import XCTest

@testable import TokenVault

/// Tests of what is stored, and what else could stand there.
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
            XCTAssertEqual(try VaultRecord(VaultRecord(.settled, pair).sealed()).pair, pair)
        }
    }

    func test_pair_cutShortAnywhere_isRefusedOrMissesWholeFields() throws {
        let pair = try fullPair()
        let whole = bytes(try VaultRecord(.settled, pair).sealed())
        for length in 0..<whole.count {
            let secret = try SecretBytes(copying: whole[..<length])
            guard case .success(let read) = Result(catching: { try VaultRecord(secret).pair }) else {
                continue
            }
            XCTAssertEqual(read.accessToken, pair.accessToken, "cut to \(length) bytes")
            XCTAssertNotEqual(read, pair, "cut to \(length) bytes")
        }
    }

    func test_pair_withAnyByteChanged_isReadWithinItsBounds() throws {
        let whole = bytes(try VaultRecord(.settled, fullPair()).sealed())
        for place in whole.indices {
            for value in [0, 0x7f, 0xff] as [UInt8] {
                var changed = whole
                changed[place] = value
                let secret = try SecretBytes(copying: changed)
                // Any answer is right that is one: nothing may be read beyond the end.
                _ = Result { try VaultRecord(secret) }
            }
        }
    }

    func test_record_ofEveryStanding_isReadAsWritten() throws {
        let standings: [VaultRecord.Standing] = [
            .settled, .begun, .retrying, .dead(""), .dead("weil ä"), .asking("mark"),
        ]
        for standing in standings {
            let record = try VaultRecord(VaultRecord(standing, fullPair()).sealed())
            XCTAssertEqual(record.standing, standing)
            XCTAssertEqual(record.pair, try fullPair())
        }
    }

    func test_record_withEndlessReason_keepsItsBeginning() throws {
        let long = String(repeating: "r", count: 100_000)
        let record = try VaultRecord(VaultRecord(.dead(long), fullPair()).sealed())
        XCTAssertEqual(record.standing, .dead(String(long.prefix(1_024))))
        XCTAssertEqual(record.pair, try fullPair())
    }

    func test_record_withEndlessReasonOfLongLetters_isCutBetweenThem() throws {
        for letter in ["ä", "€", "🔑", "e\u{301}"] {
            for shift in 0..<letter.utf8.count {
                let long = String(repeating: "r", count: shift) + String(repeating: letter, count: 1_024)
                let record = try VaultRecord(VaultRecord(.dead(long), fullPair()).sealed())
                let reason = try XCTUnwrap(record.standing.note)
                XCTAssertTrue(long.hasPrefix(reason) && reason.utf8.count > 1_000, letter)
            }
        }
    }

    func test_record_ofSomebodyElse_throwsMalformed() throws {
        let head = Array("TV".utf8) + [2]
        let times = [UInt8](repeating: 0xff, count: 16)
        let none = [UInt8](repeating: 0xff, count: 4)
        let access: [UInt8] = [1, 0, 0, 0, 65]
        // Without a refresh token, a type, a scope and an ID token.
        let others = none + none + none + none
        let rows: [(String, [UInt8]?)] = [
            ("none", nil), ("empty", []), ("text", Array("hunter2".utf8)), ("cut", head),
            ("long text", Array(String(repeating: "hunter2", count: 10).utf8)),
            ("other format", Array("TV".utf8) + [1, 0] + times + access + others + none),
            ("no access token", head + [0] + times + none + others + none),
            ("no note", head + [0] + times + access + others),
            ("unknown standing", head + [9] + times + access + others + none),
            ("dead without a reason", head + [3] + times + access + others + none),
            ("settled with a reason", head + [0] + times + access + others + [1, 0, 0, 0, 65]),
            ("name without a value", head + [0] + times + access + others + none + [0, 0, 0, 0]),
            ("name that is missing", head + [0] + times + access + others + none + none + [0, 0, 0, 0]),
            ("reason beyond the end", head + [3] + times + access + others + [9, 0, 0, 0, 1]),
            ("reason not text", head + [3] + times + access + others + [1, 0, 0, 0, 0xff]),
        ]
        for (name, bytes) in rows {
            assertThrows(.malformed, name) { try VaultRecord(bytes.map { try SecretBytes(copying: $0) }) }
        }
        XCTAssertNoThrow(try VaultRecord(SecretBytes(copying: head + [0] + times + access + others + none)))
    }
}
