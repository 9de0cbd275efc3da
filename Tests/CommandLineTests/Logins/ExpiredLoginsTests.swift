import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCLI

/// Tests of deleted logins that look old, as all do where a clock is wrong.
final class ExpiredLoginsTests: CommandTestCase {
    /// Makes the default store, and a deleted login in it that a clock of another time dates.
    private func discard(_ service: String, daysAgo days: Double) throws {
        XCTAssertEqual(try run("set", "other", "--stdin", input: Data("x".utf8)).code, 0)
        var options = try DeletedLogins.options()
        options.deviceKey = .file(home + "/.local/state/securestore/device.key")
        options.now = { Date(timeIntervalSinceNow: -days * 86_400) }
        let store = try ItemStore.open(at: defaultPath, options: options)
        let reference = try store.add(GenericPassword(service: service), secret: SecretBytes(utf8: "one"))
        let isKept = try store.transaction { changes in try DeletedLogins.add(reference, in: changes) }
        XCTAssertTrue(isKept)
    }

    func test_delete_whileOneLooksOld_keepsItAndSaysSo() throws {
        try discard("mail", daysAgo: 400)
        let outcome = try run("delete", "other")
        XCTAssertEqual(outcome.text, "1 item deleted\n")
        XCTAssertTrue(outcome.errors.contains("1 item was deleted more than 30 days ago"), outcome.errors)
        XCTAssertEqual(try run("undelete", "mail").code, 0)
        XCTAssertEqual(try run("get", "mail").text, "one")
    }

    func test_deleteExpired_takesThoseThatAreOldAlone() throws {
        try discard("mail", daysAgo: 31)
        try discard("web", daysAgo: 29)
        XCTAssertEqual(try run("delete", "--expired").text, "1 item deleted for good\n")
        XCTAssertEqual(try run("undelete", "mail").code, 44)
        XCTAssertEqual(try run("undelete", "web").code, 0)
    }
}
