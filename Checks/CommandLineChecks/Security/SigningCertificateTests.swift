import Foundation
import XCTest

/// The script that GitHub publishes for a certificate that signs programs.
final class SigningCertificateTests: CommandTestCase {
    /// As it is published, but for the provisioning profile, which is only copied.
    private let script = """
        CERTIFICATE_PATH=$RUNNER_TEMP/build_certificate.p12
        KEYCHAIN_PATH=$RUNNER_TEMP/app-signing.keychain-db

        # import certificate from secrets
        echo -n "$BUILD_CERTIFICATE_BASE64" | base64 --decode -o $CERTIFICATE_PATH

        # create temporary keychain
        security create-keychain -p "$KEYCHAIN_PASSWORD" $KEYCHAIN_PATH
        security set-keychain-settings -lut 21600 $KEYCHAIN_PATH
        security unlock-keychain -p "$KEYCHAIN_PASSWORD" $KEYCHAIN_PATH

        # import certificate to keychain
        security import $CERTIFICATE_PATH -P "$P12_PASSWORD" -A -t cert -f pkcs12 -k $KEYCHAIN_PATH
        security set-key-partition-list -S apple-tool:,apple: -k "$KEYCHAIN_PASSWORD" $KEYCHAIN_PATH
        security list-keychain -d user -s $KEYCHAIN_PATH
        """
    private let cleanup = "security delete-keychain $RUNNER_TEMP/app-signing.keychain-db"
    private var password = ["P12_PASSWORD": "p12 secret", "KEYCHAIN_PASSWORD": "keychain secret"]

    /// The environment of a job: a certificate for signing programs, as PKCS#12 in base64.
    private func makeCertificate() throws {
        _ = try Tool("openssl")
        let made = try shell(
            """
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key -out root.pem \
            -subj '/CN=Apple Development: Maria' -addext extendedKeyUsage=codeSigning 2> log &&
            openssl pkcs12 -export -inkey key -in root.pem -passout pass:'p12 secret' | base64 -w 0
            """)
        XCTAssertEqual(made.code, 0, made.errors)
        password["BUILD_CERTIFICATE_BASE64"] = made.text
        password["RUNNER_TEMP"] = temporary
        // The one on macOS knows -o.
        let base64 = "#!/bin/sh\nexec \(try Tool("base64").path) --decode > \"$3\"\n"
        let path = names + "/base64"
        try base64.write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    }

    func test_script_runsToItsEnd() throws {
        try makeCertificate()
        let outcome = try shell("set -e\n" + script + "\n" + cleanup, password)
        XCTAssertEqual(outcome.code, 0, outcome.errors)
        XCTAssertEqual(outcome.text, "1 identity imported.\n")
        XCTAssertFalse(try entries(of: temporary).contains("app-signing.keychain-db"))
    }

    func test_script_leavesAnIdentityThatSigns() throws {
        try makeCertificate()
        defer { XCTAssertNoThrow(try shell(cleanup, password)) }
        let find = "SSL_CERT_FILE=root.pem security find-identity -v -p codesigning"
        let opening = password.merging(["SECURESTORE_PASSPHRASE": "keychain secret"]) { $1 }
        let outcome = try shell("set -e\n" + script + "\n" + find, opening)
        XCTAssertTrue(outcome.text.hasSuffix("     1 valid identities found\n"), outcome.errors)
        XCTAssertTrue(outcome.text.contains(" \"Apple Development: Maria\"\n"), outcome.text)
    }

    func test_script_withWrongPassword_stopsAtTheImport() throws {
        try makeCertificate()
        defer { XCTAssertNoThrow(try shell(cleanup, password)) }
        let outcome = try shell("set -e\n" + script, password.merging(["P12_PASSWORD": "other"]) { $1 })
        XCTAssertEqual(outcome.code, 1)
        XCTAssertEqual(outcome.text, "")
        XCTAssertTrue(outcome.errors.contains("MAC verification failed during PKCS12 import"), outcome.errors)
    }

    func test_import_atTerminal_asksForThePassphraseUntilItFits() throws {
        try makeCertificate()
        _ = try Tool.python(with: "pty", "termios")
        let file = temporary + "/web.p12"
        try XCTUnwrap(Data(base64Encoded: password["BUILD_CERTIFICATE_BASE64"] ?? ""))
            .write(to: URL(fileURLWithPath: file))
        let question = "password for \(file): "
        let session = try session(
            ["security", "import", file], [(question, "wrong"), (question, "p12 secret")])
        XCTAssertEqual(
            session.shown, "\(question)\nthat is not it\n\(question)\n1 identity imported.\n")
        XCTAssertEqual(session.end, "exit 0, typing hidden hidden shown\n")
    }
}
