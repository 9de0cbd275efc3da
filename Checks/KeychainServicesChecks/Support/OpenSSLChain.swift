import SecureStoreCertificates
import Foundation
import XCTest

/// Chains with whatever the command `openssl` can put into certificates.
final class OpenSSLChain {
    private let openssl: Tool
    private let folder = FileManager.default.temporaryDirectory.appending(path: "chain-\(UUID())")

    /// Skips the test where the program is not installed.
    init() throws {
        openssl = try Tool("openssl")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// A certificate, an authority's above it, and the root of both.
    ///
    /// `root`, `authority` and `leaf` are lines of their extensions; `key` and `digest` are the leaf's.
    /// All other keys are of P-256, which takes no time to make.
    func make(_ words: [String: String]) throws -> (chain: [Certificate], root: Certificate) {
        let authority = words["authority"] ?? "basicConstraints = critical,CA:TRUE"
        let text = """
            [req]
            distinguished_name = dn
            [dn]
            [root]
            basicConstraints = critical,CA:TRUE
            \(words["root"] ?? "")
            [authority]
            \(authority)
            [leaf]
            subjectAltName = DNS:host.example
            extendedKeyUsage = serverAuth
            \(words["leaf"] ?? "")

            """
        try Data(text.utf8).write(to: folder.appending(path: "openssl.cnf"))
        let new = ["req", "-newkey"]
        let curve = ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
        let rest = ["-nodes", "-config", path("openssl.cnf"), "-keyout"]
        try run(
            new + curve + rest
                + [path("root.key"), "-x509", "-extensions", "root", "-subj", "/CN=Root", "-days", "10"],
            to: "root")
        try run(
            new + curve + rest + [path("authority.key"), "-subj", "/CN=Authority"], to: "request")
        try sign("authority", by: "root", "sha256")
        try run(
            new + (words["key"].map { [$0] } ?? curve) + rest + [
                path("leaf.key"), "-subj", "/CN=host.example",
            ],
            to: "request")
        try sign("leaf", by: "authority", words["digest"] ?? "sha256")
        return ([try read("leaf"), try read("authority")], try read("root"))
    }

    private func sign(_ name: String, by issuer: String, _ digest: String) throws {
        try run(
            [
                "x509", "-req", "-in", path("request"), "-CA", path(issuer), "-CAkey", path(issuer + ".key"),
                "-set_serial", "2", "-days", "5", "-extfile", path("openssl.cnf"), "-extensions", name,
                "-" + digest,
            ], to: name)
    }

    private func run(_ words: [String], to name: String) throws {
        try openssl.run(words + ["-out", path(name)])
    }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    private func read(_ name: String) throws -> Certificate {
        try Certificate(pem: Data(contentsOf: folder.appending(path: name)))
    }
}
