import Foundation
import SecureStore
import XCTest

/// Certificates of a keychain whose bytes are none: a store takes any bytes.
final class UnreadableCertificateTests: CommandTestCase {
    /// A store with such a certificate, and with a private key that its hash belongs to.
    private func fill() throws {
        _ = try run("init")
        var options = StoreOptions()
        options.deviceKey = .file(home + "/.local/state/securestore/device.key")
        let store = try ItemStore.open(
            at: home + "/.local/share/securestore/default.securestore", options: options)
        let hash = Data(repeating: 7, count: 20)
        var item = CertificateItem(issuer: Data("i".utf8), serialNumber: Data([1]), label: "none")
        item.publicKeyHash = hash
        try store.add(item, secret: SecretBytes(copying: "no certificate".utf8))
        var key = KeyItem(keyClass: .private, applicationLabel: hash, label: "none")
        key.canSign = true
        try store.add(key, secret: SecretBytes(copying: "no key".utf8))
    }

    func test_findCertificate_ofAll_listsIt() throws {
        try fill()
        let outcome = try run("security", "find-certificate", "-a", "-Z", "-m")
        XCTAssertEqual(outcome.code, 0, outcome.errors)
        XCTAssertTrue(outcome.text.contains("\"labl\"<blob>=\"none\"\n"), outcome.text)
        XCTAssertFalse(outcome.text.contains("hash:"), outcome.text)
    }

    func test_findCertificate_asPEM_leavesItOut() throws {
        try fill()
        XCTAssertEqual(try run("security", "find-certificate", "-a", "-p").text, "")
        XCTAssertEqual(try run("security", "find-certificate", "-c", "none").code, 44)
    }

    func test_findIdentity_leavesItOut() throws {
        try fill()
        let outcome = try run("security", "find-identity", "-v")
        XCTAssertEqual(outcome.text, "     0 valid identities found\n", outcome.errors)
    }

    func test_deleteCertificate_byItsLabel_keepsIt() throws {
        try fill()
        for name in ["none", " "] {
            XCTAssertEqual(try run("security", "delete-identity", "-c", name).code, 1)
        }
        XCTAssertTrue(try run("security", "find-certificate", "-a").text.contains("none"))
    }

    func test_export_withKeyThatIsNone_failsAndWritesNothing() throws {
        try fill()
        let outcome = try run("security", "export", "-o", "out")
        XCTAssertNotEqual(outcome.code, 0)
        XCTAssertEqual(try entries(of: temporary), [])
    }
}
