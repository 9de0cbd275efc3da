import Foundation
import SecureStore
import XCTest

@testable import SecureStoreFleet

/// Several processes on each of two replicas, killed at any instant.
///
/// `SECURESTORE_TESTS_KILLS` sets another number of kills than the small one.
final class KilledHostTests: ReplicaTestCase {
    private static let kills =
        ProcessInfo.processInfo.environment["SECURESTORE_TESTS_KILLS"].flatMap { Int($0) }
        ?? (Effort.isThinned ? 4 : 10)

    private func start(_ mode: String, _ host: String, _ name: String) throws -> TestProcess {
        let process = try TestProcess(
            "ReplicaExerciser",
            [mode, postgres.settings(), own.identifier, path(host), "\(directory)/\(host).key", name])
        process.waitUntilReady()
        try process.go()
        return process
    }

    /// Kills one process after the other and starts another in its place; returns what they said.
    private func said(_ roles: [(mode: String, host: String)]) throws -> [String] {
        var (said, number) = ([String](), 0)
        func start(_ role: Int) throws -> (name: String, process: TestProcess) {
            number += 1
            return ("p\(number)", try self.start(roles[role].mode, roles[role].host, "p\(number)"))
        }
        var running = try roles.indices.map { try start($0) }
        for kill in 0..<Self.kills + roles.count {
            let (role, current) = (kill % roles.count, running[kill % roles.count])
            for _ in 0..<Int.random(in: 0...3) {
                guard let line = current.process.nextLine() else { break }
                said.append("\(current.name) \(line)")
            }
            current.process.kill()
            said += current.process.lines().map { "\(current.name) \($0)" }
            if kill < Self.kills { running[role] = try start(role) }
        }
        return said
    }

    private func check(_ said: [String], _ stores: [ItemStore]) throws {
        for store in stores {
            XCTAssertNoThrow(try own.catchUp(store))
            let stored = try store.copyMatching(Query<GenericPassword>()).compactMap { try $0.secret?.text() }
            XCTAssertEqual(Set(said).subtracting(stored), [], "what was acknowledged is there")
            // A change may have been made and not yet acknowledged, one for each kill.
            XCTAssertLessThanOrEqual(stored.count, said.count + Self.kills + 9)
            XCTAssertTrue(try store.verify().isIntact)
        }
        XCTAssertEqual(Set(try stores.map { try $0.sequenceNumber() }).count, 1)
    }

    func test_processes_killedWhileTheyAddAndChangeKeys_loseNothingAndAgree() throws {
        let a = try begin()
        let b = try join("b", over: a)
        try a.delete(Query(identityOf: item))
        let said = try said([("add", "a"), ("all", "b"), ("all", "a"), ("add", "b")])
        XCTAssertGreaterThan(said.count, 0)
        try check(said, [a, b, try open("a"), try open("b")])
        try a.rotateKeys()
        try check(said, [a, b])
    }
}
