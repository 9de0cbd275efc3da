import Foundation
import SecureStore
import SecureStoreTesting
import XCTest

@testable import SecureStoreCertificates

/// Identities from a store, in the hands of a TLS server and a TLS client that check each other.
final class TLSTests: TLSTestCase {
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

    private func talk(
        _ openssl: Tool, host: String, clientShowsItself: Bool = true, revoking revoked: [String]? = nil
    ) throws -> String {
        let (store, root) = (try ItemStore.inMemory(), try Authority(validAt: Date()))
        let anchors = folder.appending(path: "root.pem")
        try Data(root.certificate.pem.utf8).write(to: anchors)
        let trust = ["-CAfile", anchors.path]
        let words = try writeIdentity("server", issuedBy: root, in: store)
        let own = try writeIdentity("client", issuedBy: root, in: store)
        let lists = try revoked.map { try writeList(of: $0, by: root) } ?? []
        let (server, port) = try startServer(
            openssl, ["-rev"] + words + trust + lists + ["-Verify", "1", "-verify_return_error"])
        defer {
            if server.isRunning { server.terminate() }
            server.waitUntilExit()
        }
        return try answer(openssl, port: port, host: host, trust + (clientShowsItself ? own : []))
    }

    func test_server_withARevocationList_refusesTheClientInIt() throws {
        let openssl = try Tool("openssl")
        XCTAssertEqual(try talk(openssl, host: "server.example", revoking: ["server"]), "hello\n")
        XCTAssertEqual(try talk(openssl, host: "server.example", revoking: ["client"]), "")
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
