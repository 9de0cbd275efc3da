import FakeTokenServer
import Foundation
import SecureStore
import TokenVault
import XCTest

@testable import SecureStoreFleet

/// A token pair on hosts whose file was copied, or went back to an earlier state, in the middle of a refresh.
///
/// An earlier state is what a restored disk leaves, and what a power cut does that takes commits which were
/// not synced yet.
final class VaultCopyTests: HostsTestCase {
    /// The steps at which a refresh is interrupted: everywhere, or where most is at stake.
    private static let steps = Effort.isWhole ? ["locked", "begun", "answered", "saved"] : ["answered"]

    /// Two hosts with maria's pair, which has expired.
    private func makeHosts() throws -> FakeTokenServer {
        try startOver()
        let stores = try makeHosts(2)
        var pair = try TokenPair(accessToken: "access-1", refreshToken: "refresh-1")
        pair.expiry = .distantPast
        try TokenVault(stores[0], service: "api").save(pair, for: "maria")
        for store in stores { try own.catchUp(store) }
        return try FakeTokenServer()
    }

    private func start(
        _ host: String, _ server: FakeTokenServer, pausingAt step: String = "none"
    ) throws -> TestProcess {
        let process = try start("vault", host, patience: 500, ["\(server.port)", step, "1"])
        try process.go()
        return process
    }

    /// A host whose refresh has come to this step.
    private func pause(_ host: String, _ server: FakeTokenServer, at step: String) throws -> TestProcess {
        let process = try start(host, server, pausingAt: step)
        XCTAssertEqual(process.nextLine(), "at \(step)")
        return process
    }

    /// The answers to hosts one after the other, from first to last.
    private func answers(_ hosts: [String], _ server: FakeTokenServer) throws -> [String] {
        try hosts.map { try start($0, server).nextLine() ?? "nothing" }
    }

    /// Puts a host's file, with what its journal has, and its key in the place of another one's.
    private func copy(_ host: String, to other: String) throws {
        for name in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path(other) + name) }
        for name in ["", "-wal"] where FileManager.default.fileExists(atPath: path(host) + name) {
            try FileManager.default.copyItem(atPath: path(host) + name, toPath: path(other) + name)
        }
        guard !FileManager.default.fileExists(atPath: key(other)) else { return }
        try FileManager.default.copyItem(atPath: key(host), toPath: key(other))
    }

    private func assertUsedOnce(_ server: FakeTokenServer, _ step: String, line: UInt = #line) {
        XCTAssertFalse(server.withState { $0.isRevoked }, step, line: line)
        XCTAssertLessThanOrEqual(server.withState { $0.askedCount }, 1, step, line: line)
    }

    func test_copyOfAHost_whileThatStandsStill_usesNoRefreshTokenTwice() throws {
        for step in Self.steps {
            let server = try makeHosts()
            try copy("host0", to: "copy")
            let first = try pause("host0", server, at: step)
            first.send(SIGSTOP)
            try postgres.run(
                """
                SELECT count(pg_catalog.pg_terminate_backend(pid)) FROM pg_catalog.pg_locks
                WHERE locktype = 'advisory'
                """)
            _ = try answers(["copy", "host1"], server)
            try first.go()
            first.send(SIGCONT)
            XCTAssertEqual(first.nextLine(), "access-2", step)
            XCTAssertEqual(try answers(["copy", "host1"], server), ["access-2", "access-2"], step)
            assertUsedOnce(server, step)
        }
    }

    func test_killedHost_whoseFileWentBack_usesNoRefreshTokenTwice() throws {
        for step in Self.steps {
            let server = try makeHosts()
            try copy("host0", to: "earlier")
            try pause("host0", server, at: step).kill()
            try copy("earlier", to: "host0")
            XCTAssertEqual(Set(try answers(["host0", "host1"], server)).count, 1, step)
            assertUsedOnce(server, step)
        }
    }

    func test_host_whoseFileIsReplacedByAnEarlierOne_usesNoRefreshTokenTwice() throws {
        for step in Self.steps {
            let server = try makeHosts()
            try copy("host0", to: "earlier")
            let first = try pause("host0", server, at: step)
            try copy("earlier", to: "host0")
            try first.go()
            XCTAssertNotNil(first.nextLine(), step)
            XCTAssertEqual(Set(try answers(["host0", "host1"], server)).count, 1, step)
            assertUsedOnce(server, step)
        }
    }

    func test_twoProcessesOfAHost_ofWhichOneIsKilled_useNoRefreshTokenTwice() throws {
        for step in Self.steps {
            let server = try makeHosts()
            let first = try pause("host0", server, at: step)
            let second = try start("host0", server)
            first.kill()
            XCTAssertEqual(second.nextLine(), try answers(["host1"], server).first, step)
            assertUsedOnce(server, step)
        }
    }
}
