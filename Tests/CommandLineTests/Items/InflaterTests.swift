import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCLI

/// What zlib packed comes out as it was, and nothing that is damaged does.
final class InflaterTests: XCTestCase {
    /// A block of the fixed code.
    private let fixed = "K05NLkotUShGpnQU8stSixQS81LADAA="
    /// A block that brings its own codes.
    private let dynamic =
        "ddRLTgQxDATQPaeYI8S/fLgNErMd0AwIcXsQHVdLZbEuJbZf3H29fdy/L+358vm43tvl/eXx+Hq7v7an618gRzAQyA70CASB78COYCJYO/Aj"
        + "0POqvpM4koVEYyf9SAyJ5Zmx658texaaR+RIeva29qGz65nzyCaIs1Qm20DOzjUvlM3Qzy5GRsamQzNyVkUSzGposDNsx6nBtCsBZbKtYa7F"
        + "uCNfXVvRlSymwryRN6oW35Xvpca+nojqBXhhzaIAo1pn4IUbBwMHRpssPDNZBTgVrTGw5jObMPDMC00ZOPCRWAHWBDZn4JmbbVGAe0pZLwuM"
        + "9kcBFhybDDzzyWwxcM/IGwN7Tu1SVjgnc2VhwSljYZRyBl65AR4MPHNk7wV44Ec0GHjg2CzAA9UWAyOKVoBxZQgDo5FQBkb/YQyMqcMZGP/R"
        + "+Nc3OvviVWIwMN4yJgNjA2IV4N/F+QE="
    private let stored = "AQ8A8P9zdG9yZWQgYXMgaXQgaXM="

    private func packed(_ text: String) throws -> [UInt8] {
        [UInt8](try XCTUnwrap(Data(base64Encoded: text)))
    }

    private func inflate(_ bytes: [UInt8], _ count: Int) throws -> [UInt8] {
        let bytes = try SecretBytes(copying: bytes)
        let result = try Inflater.inflate(bytes, 0..<bytes.count, count: count)
        return result.withSpan { bytes in bytes.indices.map { bytes[$0] } }
    }

    func test_inflate_ofEveryKindOfBlock_givesWhatWasPacked() throws {
        let lines = (0..<60).map { "entry \($0): user\($0 * 7 % 13) password\($0 * $0 % 97)\n" }.joined()
        let rows = [
            (fixed, "secret secret secret, over and over"), (dynamic, lines), (stored, "stored as it is"),
        ]
        for (text, wanted) in rows {
            XCTAssertEqual(try inflate(packed(text), wanted.utf8.count), Array(wanted.utf8))
        }
    }

    func test_inflate_withAnotherLength_isRefused() throws {
        for count in [0, 34, 36, -1, .max] { XCTAssertThrowsError(try inflate(packed(fixed), count)) }
        XCTAssertThrowsError(try inflate(packed(fixed) + [0], 35))
    }

    func test_inflate_cutShort_isRefused() throws {
        let bytes = try packed(dynamic)
        for count in bytes.indices {
            XCTAssertThrowsError(try inflate(Array(bytes.prefix(count)), 1614), "\(count)")
        }
    }

    func test_inflate_ofABombsLength_isRefusedBeforeMemoryIsTaken() throws {
        XCTAssertThrowsError(try inflate([1, 0, 0, 0xff, 0xff], 1 << 30))
    }

    func test_crc32_ofTheUsualDigits_isTheirChecksum() throws {
        XCTAssertEqual(try SecretBytes(text: "123456789").crc32, 0xcbf4_3926)
        XCTAssertEqual(try SecretBytes(text: "").crc32, 0)
    }

    func test_unzipped_withWrongChecksumOrTooLong_isRefused() throws {
        let sum = try SecretBytes(text: "stored as it is").crc32
        let body = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3] + (try packed(stored))
        func file(_ sum: Int) throws -> SecretBytes {
            let end = [sum, 15].flatMap { number in
                (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
            }
            return try SecretBytes(copying: body + end)
        }
        XCTAssertEqual(try file(sum).unzipped(limit: 15).text(), "stored as it is")
        XCTAssertThrowsError(try file(sum + 1).unzipped(limit: 15))
        XCTAssertThrowsError(try file(sum).unzipped(limit: 14))
    }
}
