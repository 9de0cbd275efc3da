import Foundation
import SecureStore
import XCTest

@testable import SecureStoreFleet

/// Logins as libpq's pages describe them: over TLS, with a password file and with a service file.
final class LoginTests: FleetTestCase {
    private static let password = "Hu7nt2xyzzy"

    override func setUpWithError() throws {
        try super.setUpWithError()
        if postgres.options.isEmpty { try speakTLS() }
        try write("127.0.0.1:*:*:guarded:\(Self.password)", to: "passwords")
    }

    /// Gives the server a certificate for its address, which is its own authority, and a user with a
    /// password.
    private func speakTLS() throws {
        try postgres.run("CREATE ROLE guarded LOGIN SUPERUSER PASSWORD '\(Self.password)'")
        try makeCertificate("server")
        try makeCertificate("other")
        postgres.end()
        postgres.options = [
            "ssl=on", "ssl_cert_file=\(path("server.pem"))", "ssl_key_file=\(path("server.key"))",
        ]
        try postgres.start()
    }

    private func path(_ name: String) -> String { postgres.directory + "/" + name }

    private func write(_ text: String, to name: String) throws {
        try Data((text + "\n").utf8).write(to: URL(fileURLWithPath: path(name)))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path(name))
    }

    private func makeCertificate(_ name: String) throws {
        let openssl = Process()
        openssl.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        openssl.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
            "-subj", "/CN=test", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", path(name + ".key"),
            "-out", path(name + ".pem"),
        ]
        (openssl.standardOutput, openssl.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try XCTSkipUnless(
            FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"), "openssl is not installed")
        try openssl.run()
        openssl.waitUntilExit()
        let owner = try FileManager.default.attributesOfItem(atPath: path("data"))[.ownerAccountID]
        try FileManager.default.setAttributes(
            [.ownerAccountID: try XCTUnwrap(owner)], ofItemAtPath: path(name + ".key"))
    }

    private func settings(host: String = "host=127.0.0.1", authority: String = "server") -> String {
        "\(host) port=\(postgres.port) user=guarded dbname=postgres sslmode=verify-full "
            + "sslrootcert=\(path(authority + ".pem")) passfile=\(path("passwords"))"
    }

    func test_login_overTLSWithPasswordFile_succeeds() throws {
        let host = try makeFleet(settings() + " channel_binding=require")
        XCTAssertEqual(try addChange(to: host), 2)
        let sessions = try postgres.run(
            "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE ssl AND usename = 'guarded'"
        )
        XCTAssertGreaterThan(try XCTUnwrap(sessions.first), 0)
    }

    func test_login_atServerOfAnotherNameOrAuthority_throwsNotAvailable() throws {
        for wrong in [settings(host: "host=db.example hostaddr=127.0.0.1"), settings(authority: "other")] {
            let host = try makeFleet(wrong)
            XCTAssertThrowsError(try addChange(to: host)) { error in
                XCTAssertEqual((error as? StoreError)?.status, .notAvailable)
                XCTAssert("\(error)".contains("certificate"), "\(error)")
            }
        }
    }

    func test_login_overTLS_atServerWithout_throwsNotAvailable() throws {
        let plain = try PostgresServer()
        defer { plain.remove() }
        let host = try makeFleet(plain.settings(user: "owner") + " host=127.0.0.1 sslmode=require")
        assertThrows(.notAvailable) { try addChange(to: host) }
    }

    func test_login_withServiceFile_succeeds() throws {
        let lines = settings().split(separator: " ").joined(separator: "\n")
        try write("[secrets]\n" + lines, to: "services")
        unsafe setenv("PGSERVICEFILE", path("services"), 1)
        defer { _ = unsafe unsetenv("PGSERVICEFILE") }
        XCTAssertEqual(try addChange(to: try makeFleet("service=secrets")), 2)
    }
}
