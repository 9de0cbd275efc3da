import XCTest

/// Passwords that are taken away with an empty new one.
final class EmptyPasswordTests: CommandTestCase {
    func test_setKeychainPassword_toNone_isRefusedWhileSomethingWouldGoWithIt() throws {
        let empty = "security set-keychain-password -o one -p '' work 2>&1; echo $?"
        _ = try shell("security create-keychain -p one work")
        _ = try shell("SECURESTORE_PASSPHRASE=one securestore recovery-code --store work")
        let refused = try shell(empty)
        XCTAssertTrue(refused.text.contains("1 recovery code would go with the password"), refused.text)
        XCTAssertTrue(refused.text.hasSuffix("206\n"), refused.text)
        _ = try shell("SECURESTORE_PASSPHRASE=one securestore slot remove 2 --store work")
        XCTAssertTrue(try shell(empty).text.hasSuffix("\n0\n"))
        XCTAssertTrue(try shell("securestore slot list --store work").text.contains("device key"))
    }
}
