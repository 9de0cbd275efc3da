import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCertificates

/// A page over the loopback that Chromium loads from a server with a certificate of ours.
final class ChromiumTests: TLSTestCase {
    /// Writes a server's identity below an authority below a root, and answers with the server's words.
    private func writeChain(_ contents: CertificateContents) throws -> [String] {
        let (root, day) = (try Authority(validAt: Date()), Authority.day)
        let keys = [try PrivateKey.generate(.p256), try PrivateKey.generate(.p256)]
        let requests = try keys.map {
            try CertificateRequest(subject: DistinguishedName([.commonName: "host"]), as: contents, key: $0)
        }
        let middle = try root.certificate.issue(
            requests[0], as: .authority(pathLength: 0), key: root.key,
            validity: Date() - 60...Date() + 400 * day
        ).certificate
        let leaf = try middle.issue(
            requests[1], as: contents, key: keys[0], validity: Date() - 60...Date() + 398 * day
        ).certificate
        let secret = try keys[1].pem().withBytes { Array($0) }
        for (name, text) in [
            ("root", [UInt8](root.certificate.pem.utf8)), ("middle", [UInt8](middle.pem.utf8)),
            ("leaf", [UInt8](leaf.pem.utf8) + secret),
        ] { try Data(text).write(to: folder.appending(path: name)) }
        let paths = ["leaf", "leaf", "middle"].map { folder.appending(path: $0).path }
        return ["-cert", paths[0], "-key", paths[1], "-cert_chain", paths[2]]
    }

    /// The page that Chromium shows which trusts the root.
    private func page(from host: String, _ contents: CertificateContents) throws -> String {
        let (chromium, certutil) = (try Tool("chromium"), try Tool("certutil"))
        let words = try writeChain(contents)
        let home = folder.appending(path: "\(UUID())")
        let nss = home.appending(path: ".pki/nssdb")
        try FileManager.default.createDirectory(at: nss, withIntermediateDirectories: true)
        try certutil.run("-N", "--empty-password", "-d", "sql:" + nss.path)
        try certutil.run(
            "-A", "-d", "sql:" + nss.path, "-n", "root", "-t", "C,,", "-i",
            folder.appending(path: "root").path)
        let (server, port) = try startServer(Tool("openssl"), ["-www"] + words, clients: 100)
        defer {
            server.terminate()
            server.waitUntilExit()
        }
        return try chromium.run(
            [
                "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-proxy-server",
                "--user-data-dir=" + home.appending(path: "profile").path, "--timeout=20000",
                "--host-resolver-rules=MAP *.example 127.0.0.1", "--dump-dom", "https://\(host):\(port)/",
            ], environment: ["HOME": home.path])
    }

    func test_page_ofAServerOfOurs_isLoaded() throws {
        for tool in ["chromium", "certutil", "openssl"] { _ = try Tool(tool) }
        let contents = CertificateContents.server("server.example", "127.0.0.1")
        for host in ["server.example", "127.0.0.1"] {
            XCTAssertTrue(try page(from: host, contents).contains("Ciphers supported in s_server"), host)
        }
    }

    func test_page_ofAServerForAnotherPurpose_isNotLoaded() throws {
        for tool in ["chromium", "certutil", "openssl"] { _ = try Tool(tool) }
        var contents = CertificateContents.server("server.example")
        contents.extendedKeyUsage = [.clientAuthentication]
        XCTAssertFalse(try page(from: "server.example", contents).contains("Ciphers supported in s_server"))
    }
}
