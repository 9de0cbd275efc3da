import Foundation
import SecureStore
import SecureStoreTesting
import XCTest

@testable import SecureStoreCertificates

/// Identities from a store, in the hands of a TLS server and a TLS client that check each other.
final class TLSTests: XCTestCase {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID())")

    override func setUpWithError() throws {
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        addTeardownBlock { [folder] in try FileManager.default.removeItem(at: folder) }
    }

    /// Takes an identity through PKCS#12 into a store and out again, and writes what a TLS program reads.
    private func writeIdentity(_ name: String, issuedBy root: Authority, in store: ItemStore) throws
        -> [String]
    {
        let key = try PrivateKey.generate(.p256)
        let request = try CertificateRequest(
            subject: DistinguishedName([.commonName: name]), dnsNames: ["\(name).example"], key: key)
        let certificate = try root.certificate.issue(
            request, key: root.key, validity: Date() - 60...Date() + 3_600)
        let passphrase = try SecretBytes(utf8: "pass")
        let file = try Identity(certificate: certificate, key: key).pkcs12(passphrase: passphrase)
        try store.add(Identity(pkcs12: file, passphrase: passphrase), label: name)

        let query = Query<IdentityItem>().where(.label, equals: name)
        let found = try XCTUnwrap(store.identity(query))
        let path = folder.appending(path: name + ".pem")
        let secret = try found.key.pem().withBytes { Array($0) }
        try Data([UInt8](found.certificate.pem.utf8) + secret).write(to: path)
        return ["-cert", path.path, "-key", path.path]
    }

    /// A server that answers each line with the line reversed, and the port that it chose.
    private func startServer(_ openssl: Tool, _ words: [String]) throws -> (server: Process, port: String) {
        let (server, output) = (Process(), Pipe())
        server.executableURL = URL(fileURLWithPath: openssl.path)
        server.arguments = ["s_server", "-accept", "127.0.0.1:0", "-naccept", "1", "-rev"] + words
        (server.standardOutput, server.standardError) = (output, FileHandle.nullDevice)
        try server.run()
        var text = ""
        while !text.hasSuffix("\n") || !text.contains("ACCEPT ") {
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { break }
            text += String(decoding: more, as: UTF8.self)
        }
        let line = text.split(separator: "\n").first { $0.hasPrefix("ACCEPT ") }
        return (server, try XCTUnwrap(line?.split(separator: ":").last.map(String.init), text))
    }

    /// The answer that a client gets which checks the server's name.
    private func answer(_ openssl: Tool, port: String, host: String, _ words: [String]) throws -> String {
        let (client, input, output) = (Process(), Pipe(), Pipe())
        client.executableURL = URL(fileURLWithPath: openssl.path)
        client.arguments =
            ["s_client", "-connect", "127.0.0.1:" + port, "-quiet", "-verify_return_error"]
            + ["-verify_hostname", host] + words
        (client.standardInput, client.standardOutput) = (input, output)
        client.standardError = FileHandle.nullDevice
        try client.run()
        try input.fileHandleForWriting.write(contentsOf: Data("olleh\n".utf8))
        let answer = output.fileHandleForReading.availableData
        try input.fileHandleForWriting.close()
        if client.isRunning { client.terminate() }
        client.waitUntilExit()
        return String(decoding: answer, as: UTF8.self)
    }

    private func talk(_ openssl: Tool, host: String, clientShowsItself: Bool = true) throws -> String {
        let (store, root) = (try ItemStore.inMemory(), try Authority(validAt: Date()))
        let anchors = folder.appending(path: "root.pem")
        try Data(root.certificate.pem.utf8).write(to: anchors)
        let trust = ["-CAfile", anchors.path]
        let words = try writeIdentity("server", issuedBy: root, in: store)
        let own = try writeIdentity("client", issuedBy: root, in: store)
        let (server, port) = try startServer(
            openssl, words + trust + ["-Verify", "1", "-verify_return_error"])
        defer {
            if server.isRunning { server.terminate() }
            server.waitUntilExit()
        }
        return try answer(openssl, port: port, host: host, trust + (clientShowsItself ? own : []))
    }

    func test_serverAndClient_withStoredIdentities_trustEachOther() throws {
        let openssl = try Tool("openssl")
        XCTAssertEqual(try talk(openssl, host: "server.example"), "hello\n")
    }

    func test_client_whereTheServerHasAnotherName_saysNothing() throws {
        let openssl = try Tool("openssl")
        XCTAssertEqual(try talk(openssl, host: "other.example"), "")
    }

    func test_server_whereTheClientShowsNoCertificate_answersNothing() throws {
        let openssl = try Tool("openssl")
        XCTAssertEqual(try talk(openssl, host: "server.example", clientShowsItself: false), "")
    }
}
