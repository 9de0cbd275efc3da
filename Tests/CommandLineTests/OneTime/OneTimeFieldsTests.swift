import SecureStore
import XCTest

@testable import SecureStoreCLI

/// One-time codes among the fields of entries, as KeePass, KeePassXC and their plugins have them.
final class OneTimeFieldsTests: XCTestCase {
    private func taken(_ fields: KeyValuePairs<String, String>) throws -> (address: String?, rest: [String])?
    {
        let fields = try fields.map { ($0.key, try SecretBytes(utf8: $0.value)) }
        return try OneTimeFields.taken(from: fields, label: ["a"]).map {
            (try $0.address.text(), $0.rest.map(\.name))
        }
    }

    func test_taken_fromFields_isTheirAddress() throws {
        let rows: [(KeyValuePairs<String, String>, String)] = [
            (["otp": "otpauth://totp/b?secret=JBSWY3DP&period=60"], "totp/b?secret=JBSWY3DP&period=60"),
            (["otp": "steam://JBSWY3DP"], "totp/a?secret=JBSWY3DP&encoder=steam"),
            (["otp": "key=JBSWY3DP&size=8"], "totp/a?secret=JBSWY3DP&digits=8"),
            (["otp": "jbsw y3dp"], "totp/a?secret=JBSWY3DP"),
            (["TimeOtp-Secret": "Hello"], "totp/a?secret=JBSWY3DP"),
            (["TimeOtp-Secret-Hex": "48 65 6c 6C 6f"], "totp/a?secret=JBSWY3DP"),
            (["TimeOtp-Secret-Base32": "jbsw y3dp"], "totp/a?secret=JBSWY3DP"),
            (["TimeOtp-Secret-Base64": "SGVsbG8="], "totp/a?secret=JBSWY3DP"),
            (
                [
                    "TimeOtp-Algorithm": "HMAC-SHA-512", "TimeOtp-Length": "8", "TimeOtp-Period": "60",
                    "TimeOtp-Secret-Base32": "JBSWY3DP",
                ], "totp/a?secret=JBSWY3DP&algorithm=SHA512&digits=8&period=60"
            ),
            (["HmacOtp-Secret-Base32": "JBSWY3DP"], "hotp/a?secret=JBSWY3DP&counter=0"),
            (["HmacOtp-Secret": "Hello", "HmacOtp-Counter": "5"], "hotp/a?secret=JBSWY3DP&counter=5"),
            (["TOTP Seed": "jbsw y3dp"], "totp/a?secret=JBSWY3DP"),
            (
                ["TOTP Seed": "JBSWY3DP", "TOTP Settings": "60;8"],
                "totp/a?secret=JBSWY3DP&digits=8&period=60"
            ),
            (
                ["TOTP Seed": "JBSWY3DP", "TOTP Settings": "30;S"],
                "totp/a?secret=JBSWY3DP&period=30&encoder=steam"
            ),
            (
                ["TOTP Settings": "30;6;https://time.example", "TOTP Seed": "JBSWY3DP"],
                "totp/a?secret=JBSWY3DP&digits=6&period=30"
            ),
        ]
        for (fields, address) in rows {
            let taken = try XCTUnwrap(try taken(fields), "\(fields)")
            XCTAssertEqual(taken.address, "otpauth://" + address)
            XCTAssertEqual(taken.rest, [])
        }
    }

    func test_taken_amongOthers_leavesThem() throws {
        let taken = try XCTUnwrap(
            try taken([
                "PIN": "1", "otp": "JBSWY3DP", "PIN": "2", "otp": "GEZDGNBV", "TOTP Seed": "GEZDGNBV",
                "TimeOtp-Length": "6",
            ]))
        XCTAssertEqual(taken.address, "otpauth://totp/a?secret=JBSWY3DP")
        XCTAssertEqual(taken.rest, ["PIN", "PIN", "otp", "TOTP Seed", "TimeOtp-Length"])
    }

    func test_taken_fromOtherFields_isNil() throws {
        for fields: KeyValuePairs in [
            [:], ["PIN": "1"], ["TOTP Settings": "30;6"], ["TimeOtp-Length": "6"], ["OTP": "JBSWY3DP"],
        ] { XCTAssertNil(try taken(fields)) }
    }

    func test_taken_fromWhatIsNearlyRight_isRefused() throws {
        let rows: [KeyValuePairs<String, String>] = [
            ["otp": "see the safe!"], ["TOTP Seed": "JBSWY3D1"],
            ["TOTP Seed": "JBSWY3DP", "TOTP Settings": "30;X"],
            ["TimeOtp-Secret-Hex": "48656"], ["TimeOtp-Secret-Base64": "SGVsbG8-"], ["TimeOtp-Secret": ""],
            ["TimeOtp-Secret": "Hello", "TimeOtp-Algorithm": "HMAC-MD5"],
            ["TimeOtp-Secret": "Hello", "TimeOtp-Length": String(repeating: "6", count: 99)],
            ["HmacOtp-Secret": "Hello", "HmacOtp-Counter": "-1"],
        ]
        for fields in rows {
            XCTAssertThrowsError(try taken(fields), "\(fields)") {
                XCTAssertEqual(($0 as? CommandError)?.exitCode, .failure, "\(fields)")
            }
        }
    }
}
