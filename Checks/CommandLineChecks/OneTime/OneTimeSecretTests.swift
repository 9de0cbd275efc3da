import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCLI

/// One-time codes, with the vectors of RFC 4226 and RFC 6238, and addresses that are nearly right.
final class OneTimeSecretTests: CommandTestCase {
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
}
