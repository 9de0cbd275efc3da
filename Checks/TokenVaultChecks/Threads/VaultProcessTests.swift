import FakeTokenServer
import Foundation
import TokenVault
import XCTest

@testable import enum SecureStoreTestSupport.Effort

/// Many processes with one expired pair, against a server that revokes the grant when a token is reused.
final class VaultProcessTests: StoredVaultTestCase {
    private static let count = Effort.rounds(32)

    override func setUpWithError() throws {
        try super.setUpWithError()
        var pair = try TokenPair(accessToken: "access-1", refreshToken: "refresh-1")
        pair.expiry = .distantPast
        try makeVault(in: directory).save(pair, for: "maria")
    }

    private func start(_ server: FakeTokenServer, pausingAt step: RefreshStep? = nil) throws -> VaultProcess {
        let process = try VaultProcess(
            store: path(in: directory), deviceKey: deviceKey, port: server.port,
            pausingAt: step?.rawValue ?? "none")
        XCTAssertEqual(process.nextLine(), "ready")
        return process
    }

    /// The lines of all the others when `first` has come to its step and `act` was done to it.
    private func answers(
        _ server: FakeTokenServer, pausingAt step: RefreshStep, _ act: (VaultProcess) throws -> Void
    ) throws -> Set<String?> {
        let first = try start(server, pausingAt: step)
        try first.go()
        XCTAssertEqual(first.nextLine(), "at \(step.rawValue)")
        let others = try (1..<Self.count).map { _ in try start(server) }
        for process in others { try process.go() }
        try act(first)
        return Set(others.map { $0.nextLine() })
    }

    // MARK: - Nothing happens to them

    func test_validAccessToken_inProcesses_refreshesOnce() throws {
        let server = try FakeTokenServer()
        let processes = try (0..<Self.count).map { _ in try start(server) }
        for process in processes { try process.go() }
        XCTAssertEqual(Set(processes.map { $0.nextLine() }), ["access-2"])
        XCTAssertEqual(server.withState { $0.askedCount }, 1)
    }

    func test_refresh_leavesLockFileThatOnlyItsOwnerReads() throws {
        let server = try FakeTokenServer()
        let process = try start(server)
        try process.go()
        XCTAssertEqual(process.nextLine(), "access-2")
        let facts = try FileManager.default.attributesOfItem(atPath: path(in: directory) + "-refresh")
        XCTAssertEqual(facts[.posixPermissions] as? Int, 0o600)
        XCTAssertEqual(facts[.size] as? Int, 0)
    }

    // MARK: - The holder dies

    func test_holderKilled_beforeServerWasAsked_refreshesOnce() throws {
        for step in [RefreshStep.locked, .begun] {
            try tearDownWithError()
            try setUpWithError()
            let server = try FakeTokenServer()
            XCTAssertEqual(try answers(server, pausingAt: step) { $0.kill() }, ["access-2"], step.rawValue)
            XCTAssertEqual(server.withState { $0.askedCount }, 1, step.rawValue)
        }
    }

    func test_holderKilled_afterItSaved_refreshesOnce() throws {
        let server = try FakeTokenServer()
        XCTAssertEqual(try answers(server, pausingAt: .saved) { $0.kill() }, ["access-2"])
        XCTAssertEqual(server.withState { $0.askedCount }, 1)
    }

    func test_holderKilled_betweenAnswerAndSave_triesOldTokenOnce() throws {
        let server = try FakeTokenServer()
        server.withState { $0.forgivesRepetition = true }
        XCTAssertEqual(try answers(server, pausingAt: .answered) { $0.kill() }, ["access-3"])
        XCTAssertEqual(server.withState { $0.askedCount }, 2)
        XCTAssertFalse(server.withState { $0.isRevoked })
    }

    func test_holderKilled_betweenAnswerAndSave_onServerThatForgivesNothing_isReportedToAll() throws {
        let server = try FakeTokenServer()
        let answers = try answers(server, pausingAt: .answered) { $0.kill() }
        XCTAssertEqual(answers.count, 1)
        XCTAssertTrue(
            answers.first??.hasPrefix("failed reauthenticationRequired: a refresh was interrupted") == true,
            "\(answers)")
        XCTAssertEqual(server.withState { $0.askedCount }, 2)
    }

    func test_holdersKilled_betweenAnswerAndSave_twice_isReportedWithoutAskingAgain() throws {
        let server = try FakeTokenServer()
        server.withState { $0.forgivesRepetition = true }
        let first = try start(server, pausingAt: .answered)
        try first.go()
        XCTAssertEqual(first.nextLine(), "at answered")
        first.kill()
        let answers = try answers(server, pausingAt: .answered) { $0.kill() }
        XCTAssertEqual(answers.count, 1)
        XCTAssertTrue(answers.first??.hasPrefix("failed reauthenticationRequired") == true, "\(answers)")
        XCTAssertEqual(server.withState { $0.askedCount }, 2)
    }

    func test_holderKilled_whileServerAnswers_triesOldTokenOnce() throws {
        let (asked, mayAnswer) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let server = try FakeTokenServer {
            asked.signal()
            mayAnswer.wait()
        }
        server.withState { $0.forgivesRepetition = true }
        let first = try start(server)
        try first.go()
        asked.wait()
        first.kill()
        for _ in 0..<2 { mayAnswer.signal() }
        let others = try (1..<Self.count).map { _ in try start(server) }
        for process in others { try process.go() }
        XCTAssertEqual(Set(others.map { $0.nextLine() }), ["access-3"])
        XCTAssertEqual(server.withState { $0.askedCount }, 2)
    }

    func test_holderKilled_atAnyMoment_leavesATokenToTheNext() throws {
        for round in 0..<Effort.rounds(24) {
            try tearDownWithError()
            try setUpWithError()
            let server = try FakeTokenServer()
            server.withState { $0.forgivesRepetition = true }
            let (first, next) = (try start(server), try start(server))
            try first.go()
            // From before its first look to after its save; whichever it meets, the next one gets a token.
            usleep(UInt32(round * 1_000))
            first.kill()
            try next.go()
            XCTAssertEqual(next.nextLine(), "access-\(server.withState { $0.latest })", "round \(round)")
            XCTAssertLessThanOrEqual(server.withState { $0.askedCount }, 2, "round \(round)")
        }
    }

    // MARK: - The holder is stopped

    func test_holderStopped_atEachStep_refreshesOnce() throws {
        for step in RefreshStep.allCases {
            try tearDownWithError()
            try setUpWithError()
            let server = try FakeTokenServer()
            let answers = try answers(server, pausingAt: step) { process in
                process.send(SIGSTOP)
                try process.go()
                process.send(SIGCONT)
                XCTAssertEqual(process.nextLine(), "access-2", step.rawValue)
            }
            XCTAssertEqual(answers, ["access-2"], step.rawValue)
            XCTAssertEqual(server.withState { $0.askedCount }, 1, step.rawValue)
        }
    }

    func test_holderStopped_whileServerAnswers_refreshesOnce() throws {
        let (asked, mayAnswer) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let server = try FakeTokenServer {
            asked.signal()
            mayAnswer.wait()
        }
        let process = try start(server)
        try process.go()
        asked.wait()
        // Linux ends the wait of a stopped process for a socket with a timeout once it goes on.
        for _ in 0..<5 {
            process.send(SIGSTOP)
            usleep(10_000)
            process.send(SIGCONT)
            usleep(10_000)
        }
        mayAnswer.signal()
        XCTAssertEqual(process.nextLine(), "access-2")
        XCTAssertEqual(server.withState { $0.askedCount }, 1)
    }
}
