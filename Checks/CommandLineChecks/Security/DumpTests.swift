import Foundation
import SecureStore
import XCTest

/// A dump of items that the command line cannot add.
final class DumpTests: CommandTestCase {
    /// A store with an item of each class, in another order than that of the dump.
    private func fill() throws {
        _ = try run("init")
        var options = StoreOptions()
        options.deviceKey = .file(home + "/.local/state/securestore/device.key")
        let store = try ItemStore.open(
            at: home + "/.local/share/securestore/default.securestore", options: options)
        let secret = { (text: String) in try SecretBytes(copying: text.utf8) }
        try store.add(KeyItem(keyClass: .symmetric, label: "k"), secret: secret("key"))
        try store.add(
            CertificateItem(issuer: Data("i".utf8), serialNumber: Data([1]), label: "c"),
            secret: secret("der"))
        try store.add(try InternetPassword(server: "h", account: "a"), secret: secret("two"))
        try store.add(GenericPassword(service: "s", account: "a"), secret: secret("one"))
    }

    func test_dump_ofEveryClass_listsThemInApplesOrder() throws {
        try fill()
        let lines = try run("security", "dump-keychain").text.split(separator: "\n")
        XCTAssertEqual(
            lines.filter { $0.hasPrefix("class") },
            ["class: \"genp\"", "class: \"inet\"", "class: 0x80001000 ", "class: 0x00000011 "])
        XCTAssertFalse(lines.contains { $0.hasPrefix("data:") })
    }

    func test_dumpWithD_ofEveryClass_hasTheirData() throws {
        try fill()
        let lines = try run("security", "dump-keychain", "-d").text.split(separator: "\n")
        let data = lines.indices.filter { lines[$0] == "data:" }.map { lines[$0 + 1] }
        XCTAssertEqual(data, ["\"one\"", "\"two\"", "\"der\"", "\"key\""])
    }

    func test_dumpWithD_ofKeyThatDoesNotLeave_keepsItsBytes() throws {
        _ = try run("key", "generate", "signing", "--non-extractable")
        let outcome = try run("security", "dump-keychain", "-d")
        XCTAssertTrue(outcome.text.hasSuffix("\ndata:\n\n"), outcome.text)
        XCTAssertTrue(outcome.errors.hasSuffix(": the key does not leave its keychain\n"), outcome.errors)
        XCTAssertEqual(outcome.code, 0)
    }

    /// Changes what the store's file holds of the passwords.
    private func damage(_ columns: String) throws {
        let script = """
            import sqlite3, sys
            with sqlite3.connect(sys.argv[1]) as file: file.execute(sys.argv[2])
            """
        let path = home + "/.local/share/securestore/default.securestore"
        let change = "UPDATE item SET \(columns) WHERE class < 3"
        let python = try Tool.python(with: "sqlite3")
        let outcome = try run(URL(fileURLWithPath: python.path), ["-c", script, path, change])
        XCTAssertEqual(outcome.code, 0, outcome.errors)
    }

    func test_dump_ofDamagedItems_showsTheOthersAndFails() throws {
        try fill()
        try damage("attributes = zeroblob(length(attributes))")
        let outcome = try run("security", "dump-keychain")
        XCTAssertEqual(
            outcome.text.split(separator: "\n").filter { $0.hasPrefix("class") },
            ["class: 0x80001000 ", "class: 0x00000011 "])
        XCTAssertTrue(outcome.errors.contains("\nsecurity: 2 items cannot be opened\n"), outcome.errors)
        XCTAssertEqual(outcome.code, Int32(truncatingIfNeeded: StoreStatus.decode.rawValue & 0xff))
    }

    func test_list_ofDamagedItems_showsTheOthersAndFails() throws {
        try fill()
        try damage("attributes = zeroblob(length(attributes))")
        let outcome = try run("list")
        XCTAssertEqual(outcome.text.split(separator: "\n").count, 3, outcome.text)
        XCTAssertTrue(outcome.errors.contains("securestore: error: 2 items cannot be opened"), outcome.errors)
        XCTAssertEqual(outcome.code, Int32(truncatingIfNeeded: StoreStatus.decode.rawValue & 0xff))
    }

    func test_dumpWithD_ofDamagedSecrets_showsTheirAttributesAndTheOthers() throws {
        try fill()
        try damage("secret = zeroblob(length(secret))")
        let outcome = try run("security", "dump-keychain", "-d")
        let lines = outcome.text.split(separator: "\n")
        XCTAssertEqual(lines.filter { $0.hasPrefix("class") }.count, 4)
        XCTAssertEqual(lines.filter { $0 == "data:" }.count, 2)
        XCTAssertTrue(outcome.errors.contains("\nsecurity: 2 items cannot be opened\n"), outcome.errors)
    }

    func test_dumpWithD_whenImported_bringsThePasswordsOnly() throws {
        try fill()
        let dump = try run("security", "dump-keychain", "-d").output
        _ = try run("init", "--store", "copy")
        let outcome = try run("import", "--store", "copy", "--format", "dump-keychain", "-", input: dump)
        XCTAssertEqual(outcome.code, 1, "a certificate and a key are left out")
        XCTAssertEqual(outcome.errors.components(separatedBy: ": it is not a password\n").count, 3)
        XCTAssertEqual(try run("get", "--store", "copy", "s", "a").text, "one")
        XCTAssertEqual(try run("get", "--store", "copy", "--server", "h").text, "two")
        XCTAssertEqual(
            try run("security", "dump-keychain", "copy").text.components(separatedBy: "\nclass: ").count, 3)
    }
}
