import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCLI

/// One-time codes beside other programs that give them, for keys and settings that chance has chosen.
final class OneTimeSecretTests: CommandTestCase {
    private struct Codes {
        let key = Data((0..<Int.random(in: 10...64)).map { _ in UInt8.random(in: 0...255) })
        let number = UInt64.random(in: 0...UInt64(Int32.max))
        let digits = Int.random(in: 6...8)
        let period = UInt64.random(in: 1...300)
        let hash = ["sha1", "sha256", "sha512"].randomElement() ?? "sha1"

        var time: UInt64 { number * period }

        /// As the address gives it that is made of the key in base 32.
        func code(_ parameters: [String: String]) throws -> String? {
            let key = try BaseEncoding.base32.encoded(SecretBytes(copying: key))
            let address = try OneTimeSecret.address(from: key, label: ["Forge"], parameters)
            return try OneTimeSecret(in: address)?.code(for: number).text()
        }
    }

    func test_otp_besideOathtool_givesTheSameCode() throws {
        let oathtool = URL(fileURLWithPath: try Tool("oathtool").path)
        _ = try run("set", "a", "--stdin", input: Data("otpauth://totp/a?secret=JBSWY3DP&period=86400".utf8))
        // The day may end in between.
        let codes = try (0..<2).map { _ in
            let theirs = try run(oathtool, ["--totp", "--base32", "-s", "86400", "JBSWY3DP"]).text
            return (theirs, try run("otp", "a").text)
        }
        XCTAssertTrue(codes.contains { $0 == $1 }, "\(codes)")
    }

    func test_code_ofAnyTime_isThatOfOathtool() throws {
        let oathtool = URL(fileURLWithPath: try Tool("oathtool").path)
        for _ in 0..<40 {
            let codes = Codes()
            let hexadecimal = codes.key.map { String(format: "%02x", $0) }.joined()
            let settings = ["-d", "\(codes.digits)", "-s", "\(codes.period)s", "-N", "@\(codes.time)"]
            let theirs = try run(oathtool, ["--totp=\(codes.hash)"] + settings + [hexadecimal]).text
            let ours = try codes.code([
                "algorithm": codes.hash, "digits": "\(codes.digits)", "period": "\(codes.period)",
            ])
            XCTAssertEqual(ours.map { $0 + "\n" }, theirs, "\(codes)")
        }
    }

    func test_code_ofAnyCount_isThatOfOathtool() throws {
        let oathtool = URL(fileURLWithPath: try Tool("oathtool").path)
        for _ in 0..<20 {
            let codes = Codes()
            let hexadecimal = codes.key.map { String(format: "%02x", $0) }.joined()
            let settings = ["-d", "\(codes.digits)", "-c", "\(codes.number)"]
            let theirs = try run(oathtool, ["--hotp"] + settings + [hexadecimal]).text
            let ours = try codes.code(["counter": "\(codes.number)", "digits": "\(codes.digits)"])
            XCTAssertEqual(ours.map { $0 + "\n" }, theirs, "\(codes)")
        }
    }

    /// Keys that oathtool takes, for which it prints a code, and others, for which it prints none.
    func test_code_ofKeyInBase32_isThatOfOathtool() throws {
        let oathtool = URL(fileURLWithPath: try Tool("oathtool").path)
        for key in [
            "JBSWY3DP", "jbsw y3dp", "JBSWY3A", "JBSWY3A=", "JBSWY3B", "JBSWY3B=", "JBSWY3A==", "JBSWY3D",
            "JBSWY3DPA", "JBSWY3DPAB", "JBSWY3DPABC", "JBSWY3DPABCDEF", "JB=SWY3DP", "JBSWY0DP", "JBSWY1DP",
        ] {
            let theirs = try run(oathtool, ["--totp", "-b", "-N", "@30", "--", key]).text
            let address = try? OneTimeSecret.address(from: SecretBytes(utf8: key), label: [])
            let ours = try address.flatMap { try OneTimeSecret(in: $0)?.code(for: 1).text() }
            XCTAssertEqual(ours.map { $0 + "\n" } ?? "", theirs, key)
        }
    }

    func test_code_ofSteam_isThatOfPython() throws {
        let python = URL(fileURLWithPath: try Tool("python3").path)
        let program = """
            import hashlib, hmac, sys
            mac = hmac.digest(bytes.fromhex(sys.argv[1]), int(sys.argv[2]).to_bytes(8, "big"), hashlib.sha1)
            value = int.from_bytes(mac[mac[-1] % 16:][:4], "big") % 2 ** 31
            for place in range(5):
                print("23456789BCDFGHJKMNPQRTVWXY"[value // 26 ** place % 26], end="")
            """
        for _ in 0..<20 {
            let codes = Codes()
            let hexadecimal = codes.key.map { String(format: "%02x", $0) }.joined()
            let theirs = try run(python, ["-c", program, hexadecimal, "\(codes.number)"]).text
            XCTAssertEqual(try codes.code(["encoder": "steam"]), theirs, "\(codes)")
        }
    }
}
