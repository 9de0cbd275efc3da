import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCLI

/// One-time codes, with the vectors of RFC 4226 and RFC 6238, and addresses that are nearly right.
final class OneTimeSecretTests: CommandTestCase {
    private static let keys = [
        "SHA1": "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
        "SHA256": "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA====",
        "SHA512": "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
            + "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNA=",
    ]

    private func read(_ text: String) throws -> OneTimeSecret? {
        try OneTimeSecret(in: SecretBytes(copying: text.utf8))
    }

    func test_code_ofTimes_isThatOfRFC6238() throws {
        let rows: [(time: UInt64, codes: [String: String])] = [
            (59, ["SHA1": "94287082", "SHA256": "46119246", "SHA512": "90693936"]),
            (1_111_111_109, ["SHA1": "07081804", "SHA256": "68084774", "SHA512": "25091201"]),
            (1_111_111_111, ["SHA1": "14050471", "SHA256": "67062674", "SHA512": "99943326"]),
            (1_234_567_890, ["SHA1": "89005924", "SHA256": "91819424", "SHA512": "93441116"]),
            (2_000_000_000, ["SHA1": "69279037", "SHA256": "90698825", "SHA512": "38618901"]),
            (20_000_000_000, ["SHA1": "65353130", "SHA256": "77737706", "SHA512": "47863826"]),
        ]
        for (algorithm, key) in Self.keys {
            let parameters = "secret=\(key)&algorithm=\(algorithm)&digits=8&period=30"
            let secret = try XCTUnwrap(try read("otpauth://totp/a:b?\(parameters)"))
            XCTAssertEqual(secret.moving, .seconds(30))
            for row in rows {
                XCTAssertEqual(try secret.code(for: row.time / 30).text(), row.codes[algorithm], algorithm)
            }
        }
    }

    func test_code_ofCounts_isThatOfRFC4226() throws {
        let codes = [
            "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871",
            "520489",
        ]
        let address = "otpauth://hotp/a?counter=0&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
        let secret = try XCTUnwrap(try read(address))
        for (number, code) in codes.enumerated() {
            XCTAssertEqual(try secret.code(for: UInt64(number)).text(), code)
        }
    }

    func test_afterOneCode_changesTheCounterAlone() throws {
        let text = "password\r\notpauth://hotp/a?secret=JBSWY3DP&counter=9&issuer=b\nnotes 9\n"
        let next = try XCTUnwrap(try read(text)?.afterOneCode())
        XCTAssertEqual(try next.text(), text.replacingOccurrences(of: "=9", with: "=10"))
    }

    func test_secret_inLowerCaseOrWithEscapedPadding_isRead() throws {
        let usual = try read("otpauth://totp/a?secret=JBSWY3A=")?.code(for: 1)
        for key in ["jbswy3a", "JBSWY3A%3D", "JBSWY3A", "jbsw%20y3a", "JBSW-Y3A"] {
            XCTAssertEqual(try read("otpauth://totp/a?secret=\(key)")?.code(for: 1), usual, key)
        }
    }

    /// The numbers that RFC 4226 lists for its counts, in base 26 from the lowest place.
    ///
    /// The first, 1284755224, begins with 12, 12, 3, 11 and 3, which are G, G, 5, F and 5 of Steam's letters.
    func test_code_ofSteam_isThatOfRFC4226InItsLetters() throws {
        let key = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
        let codes = [
            "GG5F5", "PV9M4", "B26KJ", "5H85C", "6Y9J3", "MD224", "P2GRF", "C9PRW", "3NKKN", "5YCKB",
        ]
        for address in [
            "steam://\(key)", "otpauth://totp/Steam:a?secret=\(key)&encoder=steam",
            "otpauth://totp/a?secret=\(key)&encoder=Steam&digits=6",
        ] {
            let secret = try XCTUnwrap(try read("password\n\(address)\n"))
            XCTAssertEqual(secret.moving, .seconds(30))
            for (number, code) in codes.enumerated() {
                XCTAssertEqual(try secret.code(for: UInt64(number)).text(), code, address)
            }
        }
    }

    func test_address_inSpellingsOfOtherPrograms_isRead() throws {
        let key = "secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
        for (address, code) in [
            ("totp?\(key)", "287082"), ("totp/?\(key)&digits=8", "94287082"),
            ("totp/a?\(key)&algorithm=HmacSHA1", "287082"), ("totp/a?\(key)&algorithm=Sha-256", "247374"),
            ("totp/a?\(key)&algorithm=HMAC-SHA-512", "342147"),
        ] { XCTAssertEqual(try read("otpauth://\(address)")?.code(for: 1).text(), code, address) }
    }

    func test_secret_withoutAnAddress_isNil() throws {
        for text in ["", "JBSWY3DP", "x otpauth://totp/a?secret=JBSWY3DP"] { XCTAssertNil(try read(text)) }
    }

    func test_address_thatIsNearlyRight_isRefused() throws {
        let parameters = [
            "", "secret=", "secret=JBSWY3D1", "secret=JBSWY3DPA", "secret=JBSWY3A==",
            "secret=JBSWY3DP========", "secret=JB=WY3DP", "secret=JBSWY3DP&encoder=yandex",
            "secret=JBSWY3DP&secret=JBSWY3DP",
            "secret=JBSWY3DP&digits=5", "secret=JBSWY3DP&digits=11", "secret=JBSWY3DP&digits=+6",
            "secret=JBSWY3DP&period=0", "secret=JBSWY3DP&period=99999999999999999999",
            "secret=JBSWY3DP&issuer",
            "secret=JBSWY3DP&algorithm=MD5", "secret=JBSWY3DP&issuer=" + String(repeating: "a", count: 2048),
        ]
        let addresses =
            parameters.map { "otpauth://totp/a?" + $0 } + [
                "otpauth://", "otpauth://totp", "otpauth://totp/a", "otpauth://motp/a?secret=JBSWY3DP",
                "otpauth://hotp/a?secret=JBSWY3DP", "otpauth://hotp/a?secret=JBSWY3DP&counter=-1",
            ]
        for address in addresses {
            XCTAssertThrowsError(try read(address), address) { XCTAssertTrue($0 is CommandError, address) }
        }
    }
}
