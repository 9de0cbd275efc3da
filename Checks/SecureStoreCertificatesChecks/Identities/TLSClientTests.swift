import Foundation
import SecureStore
import SecureStoreTesting
import XCTest

@testable import SecureStoreCertificates

/// Identities from a store in the hands of other clients; the server asks a revocation list about them.
final class TLSClientTests: TLSTestCase {
    private enum Client: CaseIterable { case curl, python, go }

    private static let script = """
        import socket, ssl, sys
        context = ssl.create_default_context(cafile=sys.argv[1])
        context.load_cert_chain(sys.argv[2])
        plain = socket.create_connection(("127.0.0.1", int(sys.argv[3])), 10)
        with context.wrap_socket(plain, server_hostname="server.example") as connection:
            connection.sendall(b"GET / HTTP/1.0\\r\\n\\r\\n")
            print(connection.recv(15).decode())
        """

    /// The first line that a client gets from a server that it trusts.
    private func ask(_ client: Client, port: String, _ anchors: String, _ own: String) throws -> String {
        switch client {
        case .curl:
            return try Tool("curl").run(
                "-sSi", "--noproxy", "*", "--max-time", "10", "--cacert", anchors, "--cert", own, "--key",
                own,
                "--resolve", "server.example:\(port):127.0.0.1", "https://server.example:\(port)/")
        case .python: return try Tool("python3").run("-c", Self.script, anchors, own, port)
        case .go:
            let verify = try GoVerifier(Tool("go"), in: folder.path)
            return try verify.run(["root.pem", "client.pem"], port)
        }
    }

    private func talk(_ client: Client, revoking revoked: [String]) throws -> String {
        let (store, root) = (try ItemStore.inMemory(), try Authority(validAt: Date()))
        let anchors = folder.appending(path: "root.pem").path
        try Data(root.certificate.pem.utf8).write(to: URL(filePath: anchors))
        let words = try writeIdentity("server", issuedBy: root, in: store)
        let own = try writeIdentity("client", issuedBy: root, in: store)
        let lists = try writeList(of: revoked, by: root)
        let (server, port) = try startServer(
            Tool("openssl"),
            ["-www", "-CAfile", anchors, "-Verify", "1", "-verify_return_error"] + words + lists)
        defer {
            if server.isRunning { server.terminate() }
            server.waitUntilExit()
        }
        return try ask(client, port: port, anchors, own[1])
    }

    func test_clients_withStoredIdentities_areAnswered() throws {
        for tool in ["openssl", "curl", "python3", "go"] { _ = try Tool(tool) }
        for client in Client.allCases {
            XCTAssertTrue(try talk(client, revoking: ["server"]).hasPrefix("HTTP/1.0 200 ok"), "\(client)")
        }
    }

    func test_clients_thatWereRevoked_areRefused() throws {
        for tool in ["openssl", "curl", "python3", "go"] { _ = try Tool(tool) }
        for client in Client.allCases {
            XCTAssertThrowsError(try talk(client, revoking: ["client"]), "\(client)")
        }
    }
}
