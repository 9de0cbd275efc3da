import FakeTokenServer
import Foundation
import SecureStore
import TokenVault
import XCTest

@testable import SecureStoreFleet

/// A token pair on hosts that are processes, against a token server that revokes the grant when a token is
/// used twice.
final class VaultProcessTests: HostsTestCase {
    private static let steps = ["locked", "begun", "answered", "saved"]

    /// Hosts with maria's pair, which has expired.
    private func makeHosts(withExpiredPair count: Int) throws {
        let stores = try makeHosts(count)
        var pair = try TokenPair(accessToken: "access-1", refreshToken: "refresh-1")
        pair.expiry = .distantPast
        try TokenVault(stores[0], service: "api").save(pair, for: "maria")
    }

    private func start(
        _ host: Int, _ server: FakeTokenServer, pausingAt step: String = "none", tasks: Int = 1
    ) throws -> TestProcess {
        try start("vault", "host\(host)", patience: 1_400, ["\(server.port)", step, "\(tasks)"])
    }

    /// The answers to the tasks of a host, each once.
    private func answers(_ process: TestProcess) -> Set<String> {
        Set(process.lines().prefix { $0 != "end" })
    }

    /// The answers to two hosts when `first` has come to its step and `act` was done to it.
    private func answers(
        _ server: FakeTokenServer, pausingAt step: String, _ act: (TestProcess) throws -> Void
    ) throws -> (TestProcess, Set<String>) {
        try startOver()
        try makeHosts(withExpiredPair: 3)
        let first = try start(0, server, pausingAt: step)
        try first.go()
        XCTAssertEqual(first.nextLine(), "at \(step)")
        try act(first)
        let others = try (1...2).map { try start($0, server, tasks: 20) }
        for process in others { try process.go() }
        return (first, others.reduce(into: []) { $0.formUnion(answers($1)) })
    }

    private func assertUsedOnce(_ server: FakeTokenServer, _ step: String, line: UInt = #line) {
        XCTAssertFalse(server.withState { $0.isRevoked }, step, line: line)
        XCTAssertLessThanOrEqual(server.withState { $0.askedCount }, 1, step, line: line)
    }

    /// The answer to a host from now on.
    private func answerToNext(_ server: FakeTokenServer) throws -> String? {
        let next = try start(2, server)
        try next.go()
        return next.nextLine()
    }

    // MARK: - Nothing happens to them

    func test_validAccessToken_ofThousandTasksOnTenHosts_refreshesOnce() throws {
        try makeHosts(withExpiredPair: 10)
        let server = try FakeTokenServer()
        let hosts = try (0..<10).map {
            try start("vault", "host\($0)", patience: 10_000, ["\(server.port)", "none", "100"])
        }
        for host in hosts { try host.go() }
        for host in hosts { XCTAssertEqual(answers(host), ["access-2"]) }
        XCTAssertEqual(server.withState { $0.askedCount }, 1)
    }

    // MARK: - A host dies

    func test_hostKilled_beforeItsNoteOrAfterItsSave_leavesTheTokenToOthers() throws {
        for step in ["locked", "saved"] {
            let server = try FakeTokenServer()
            let (_, answers) = try answers(server, pausingAt: step) { $0.kill() }
            XCTAssertEqual(answers, ["access-2"], step)
            assertUsedOnce(server, step)
        }
    }

    func test_hostKilled_inTheMiddle_usesNoRefreshTokenTwiceAndIsReported() throws {
        for step in ["begun", "answered"] {
            let server = try FakeTokenServer()
            let (_, answers) = try answers(server, pausingAt: step) { $0.kill() }
            XCTAssertFalse(answers.isEmpty, step)
            XCTAssertTrue(
                answers.allSatisfy { $0.hasPrefix("failed reauthenticationRequired") }, "\(step): \(answers)")
            assertUsedOnce(server, step)
        }
    }

    // MARK: - A host stands still

    func test_hostStopped_pastItsLock_usesNoRefreshTokenTwiceAndItsAnswerCounts() throws {
        for step in Self.steps {
            let server = try FakeTokenServer()
            let (first, _) = try answers(server, pausingAt: step) { process in
                process.send(SIGSTOP)
                try endLocks()
            }
            try first.go()
            first.send(SIGCONT)
            XCTAssertEqual(answers(first), ["access-2"], step)
            XCTAssertEqual(try answerToNext(server), "access-2", step)
            assertUsedOnce(server, step)
        }
    }

    func test_hostCutFromTheServer_inTheMiddle_storesItsAnswer() throws {
        for step in ["begun", "answered"] {
            let server = try FakeTokenServer()
            try startOver()
            try makeHosts(withExpiredPair: 2)
            let first = try start(0, server, pausingAt: step)
            try first.go()
            XCTAssertEqual(first.nextLine(), "at \(step)")
            postgres.crash()
            try postgres.start()
            let other = try start(1, server)
            try other.go()
            try first.go()
            XCTAssertEqual([answers(first), answers(other)], [["access-2"], ["access-2"]], step)
            assertUsedOnce(server, step)
        }
    }

    /// Ends the sessions that hold locks, as the server does by itself after a while.
    private func endLocks() throws {
        try postgres.run(
            """
            SELECT count(pg_catalog.pg_terminate_backend(pid)) FROM pg_catalog.pg_locks
            WHERE locktype = 'advisory'
            """)
    }
}
