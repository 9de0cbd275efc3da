import SecureStore
import XCTest

@testable import SecureStoreCLI

/// Addresses of one-time codes, made of what people and programs have.
final class OneTimeAddressTests: XCTestCase {
    private func address(
        _ given: String, _ label: [String] = ["Forge", "maria"], _ parameters: [String: String] = [:]
    ) throws -> String? {
        try OneTimeSecret.address(from: SecretBytes(utf8: given), label: label, parameters).text()
    }

    func test_address_ofPastedKey_isWritten() throws {
        for key in ["JBSWY3DPEE", "jbsw y3dp ee", "JBSW-Y3DP-EE======", " \tJBSWY3DP\r\nEE\n"] {
            XCTAssertEqual(try address(key), "otpauth://totp/Forge:maria?secret=JBSWY3DPEE", key)
        }
    }

    func test_address_withSettings_namesThem() throws {
        XCTAssertEqual(
            try address("JBSWY3DP", ["a"], ["algorithm": "HMAC-SHA-256", "digits": "8", "period": "60"]),
            "otpauth://totp/a?secret=JBSWY3DP&algorithm=SHA256&digits=8&period=60")
        XCTAssertEqual(
            try address("JBSWY3DP", ["a"], ["counter": "7"]), "otpauth://hotp/a?secret=JBSWY3DP&counter=7")
    }

    func test_address_withLabelOfOtherLetters_escapesThem() throws {
        XCTAssertEqual(
            try address("JBSWY3DP", ["Bank: & Sohn?", "", "jörg@bank.example"]),
            "otpauth://totp/Bank%3A%20%26%20Sohn%3F:j%C3%B6rg%40bank.example?secret=JBSWY3DP")
        let long = try address("JBSWY3DP", [String(repeating: "ü", count: 9_999)])
        XCTAssertLessThan(try XCTUnwrap(long).utf8.count, 1_000)
    }

    func test_address_ofAddress_isTheSame() throws {
        for given in [
            "otpauth://totp/a%20b?secret=jbsw+y3dp&issuer=c&image=d",
            "otpauth://hotp/?counter=3&secret=JBSWY3DP",
            "otpauth://totp?secret=JBSWY3DP", "otpauth://totp/a?secret=JBSWY3DP&encoder=steam",
        ] { XCTAssertEqual(try address(" \(given)\r\n"), given) }
    }

    func test_address_ofSteam_namesItsEncoder() throws {
        XCTAssertEqual(
            try address("steam://jbswy3dp"), "otpauth://totp/Forge:maria?secret=JBSWY3DP&encoder=steam")
    }

    func test_address_ofKeeOtp_hasItsSettings() throws {
        let rows = [
            ("key=JBSWY3DP", "totp/a?secret=JBSWY3DP"),
            (
                "key=jbswy3a%3d&size=8&step=60&type=Totp&otpHashMode=Sha512",
                "totp/a?secret=JBSWY3A&algorithm=SHA512&digits=8&period=60"
            ),
            ("size=6&key=48656C6C6F&encoding=Hex", "totp/a?secret=JBSWY3DP&digits=6"),
            ("key=SGVsbG8=&encoding=base64", "totp/a?secret=JBSWY3DP"),
            ("key=Hello&encoding=UTF8", "totp/a?secret=JBSWY3DP"),
            ("key=JBSWY3DP&type=Hotp", "hotp/a?secret=JBSWY3DP&counter=0"),
            ("key=JBSWY3DP&type=Hotp&counter=9", "hotp/a?secret=JBSWY3DP&counter=9"),
            ("key=JBSWY3DP&type=Steam", "totp/a?secret=JBSWY3DP&encoder=steam"),
            ("key=JBSWY3DP&encoder=steam", "totp/a?secret=JBSWY3DP&encoder=steam"),
        ]
        for (given, written) in rows {
            XCTAssertEqual(try address(given, ["a"]), "otpauth://" + written, given)
        }
    }

    func test_address_ofWhatIsNearlyRight_isRefused() throws {
        for given in [
            "", " \n", "JBSWY3D1", "steam://", "steam://JBSWY3D1", "otpauth://totp/a?secret=JBSWY3DP\nnotes",
            "otpauth-migration://offline?data=Cg", "key=", "key=JBSWY3DP&type=Yandex", "key=JBSWY3DP&size=5",
            "key=JBSWY3DP&key=JBSWY3DP", "key=JBSWY3DP&encoding=Base85", "key=JBSWY3DP&step=6%26",
            "key=JBSWY3DP&step=" + String(repeating: "0", count: 99),
            String(repeating: "JBSWY3DP", count: 999),
        ] {
            XCTAssertThrowsError(try address(given), given) {
                XCTAssertEqual(($0 as? CommandError)?.exitCode, .failure, given)
            }
        }
    }

    func test_address_ofAnotherScheme_isRefusedAsAnAddress() throws {
        for given in ["otpauth-migration://offline?data=CjEK", "OTPAUTH://TOTP/x?SECRET=GEZDGNBV"] {
            let secret = try SecretBytes(utf8: given)
            XCTAssertThrowsError(try OneTimeSecret.address(from: secret, label: [])) { error in
                XCTAssertTrue("\(error)".contains("begins with otpauth:// or steam://"), "\(error)")
            }
        }
    }

    func test_address_withSettingsOfOtherMeaning_isRefused() throws {
        for value in ["", "6&secret=JBSWY3DP", "6\notpauth://totp", "six", "06é"] {
            XCTAssertThrowsError(try address("JBSWY3DP", [], ["digits": value]), value) {
                XCTAssertEqual(($0 as? CommandError)?.exitCode, .failure, value)
            }
        }
    }
}
