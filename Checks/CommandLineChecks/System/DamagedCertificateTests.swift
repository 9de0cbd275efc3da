import Foundation
import SecureStore
import XCTest

/// Stores in which not everything that says it is a certificate or a key can be read.
final class DamagedCertificateTests: CommandTestCase {
    override func setUpWithError() throws {
        try super.setUpWithError()
        _ = try run("identity", "generate", "web")
    }

    private var path: String { home + "/.local/share/securestore/default.securestore" }

    func test_list_withBytesThatAreNoCertificate_tellsOfThemAndShowsTheOthers() throws {
        var options = StoreOptions()
        options.deviceKey = .file(home + "/.local/state/securestore/device.key")
        let item = CertificateItem(issuer: Data([1]), serialNumber: Data([2]), type: 3, label: "other")
        try ItemStore.open(at: path, options: options).add(item, secret: SecretBytes(copying: [3]))
        let list = try run("certificate", "list")
        XCTAssertEqual(list.text.split(separator: "\n").count, 2)
        XCTAssertTrue(
            list.errors.contains(": the bytes are not an X.509 certificate in DER; it is damaged"),
            list.errors)
        XCTAssertEqual(list.code, 0)
        XCTAssertEqual(try run("certificate", "show", "other").code, 44)
    }

    func test_show_ofDamagedItem_saysThatItemsCannotBeOpened() throws {
        let script = """
            import sqlite3, sys
            with sqlite3.connect(sys.argv[1]) as file:
                file.execute("UPDATE item SET attributes = zeroblob(length(attributes))")
            """
        let python = try Tool.python(with: "sqlite3")
        XCTAssertEqual(try run(URL(fileURLWithPath: python.path), ["-c", script, path]).code, 0)
        for noun in ["certificate", "key", "identity"] {
            let outcome = try run(noun, "show", "web")
            XCTAssertTrue(outcome.errors.contains(" cannot be opened"), outcome.errors)
            XCTAssertEqual(outcome.code, 93)
        }
    }
}
