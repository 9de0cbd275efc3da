import Foundation
import XCTest

@testable import SecureStoreFleet

/// A PgBouncer between hosts and their server.
final class Pooler {
    /// The thing that is kept for a client: its session, or the server only while it is in a transaction.
    enum Mode: String { case session, transaction }

    private let server: PostgresServer
    private let mode: Mode
    private let port: UInt16
    private var process = Process()

    /// Starts one; skips the tests where there is none.
    init(to server: PostgresServer, _ mode: Mode) throws {
        (self.server, self.mode, port) = (server, mode, try Loopback.freePort())
        try start()
    }

    var settings: String { server.loopback(port: port) }

    func start() throws {
        let path = "/usr/sbin/pgbouncer"
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw XCTSkip("pgbouncer is not installed")
        }
        let users = server.directory + "/users-\(port)"
        try Data("\"owner\" \"\"\n".utf8).write(to: URL(fileURLWithPath: users))
        let lines = [
            "[databases]", "postgres = host=\(server.directory) port=\(server.port)", "[pgbouncer]",
            "listen_addr = 127.0.0.1", "listen_port = \(port)", "unix_socket_dir =", "auth_type = trust",
            "auth_file = \(users)", "pool_mode = \(mode.rawValue)", "default_pool_size = 30",
            "server_login_retry = 0",
            "",
        ]
        let file = server.directory + "/pooler-\(port).ini"
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: file))
        let (program, words) = PostgresServer.unprivileged(path, [file])
        process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = words
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try process.run()
        let connectable = try ConnectionSettings(settings)
        for _ in 0..<600 {
            if (try? PostgresConnection.open(connectable, until: Deadline(in: .seconds(1)))) != nil { return }
            usleep(20_000)
        }
        XCTFail("the pooler does not answer")
    }

    /// Ends it and all its connections at once.
    func end() {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
