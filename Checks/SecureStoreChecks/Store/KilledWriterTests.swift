import Foundation
import XCTest

@testable import SecureStore

/// Processes that are killed at any instant.
final class KilledWriterTests: StoreTestCase {
    /// Starts the work over and over and kills each process after a random number of lines; returns the
    /// lines.
    ///
    /// The kill comes while the process goes on working, so that it hits every part of a change sooner or
    /// later.
    private func killed(_ work: String, times: Int, prefix: String = "w") throws -> [String] {
        var done: [String] = []
        for round in 0..<times {
            let process = try Exerciser(work, self, name: "\(prefix)\(round)")
            process.waitUntilReady()
            try process.go()
            for _ in 0..<Int.random(in: 0...4) {
                guard let line = process.nextLine() else { break }
                done.append("\(prefix)\(round) \(line)")
            }
            process.kill()
            done += process.lines().map { "\(prefix)\(round) \($0)" }
        }
        return done
    }

    func test_add_killedManyTimes_losesNoAcknowledgedItemAndStaysIntact() throws {
        _ = try makeStore()
        let times = Effort.rounds(200)
        let acknowledged = try killed("add", times: times)
        let store = try openStore()
        let stored = try store.copyMatching(Query<GenericPassword>()).compactMap {
            $0.secret?.text
        }
        XCTAssertTrue(Set(acknowledged).isSubset(of: stored))
        XCTAssertGreaterThan(acknowledged.count, times)
        // A change may have been made and not yet acknowledged, one for each kill.
        XCTAssertLessThanOrEqual(stored.count, acknowledged.count + times)
        XCTAssertTrue(try store.verify().isIntact)
    }

    func test_passphrase_killedWhileItIsSetAndRemoved_opensAndKeepsItems() throws {
        let item = GenericPassword(service: "mail")
        try makeStore().add(item, secret: secret("kept"))
        var last: String?
        for _ in 0..<20 {
            let process = try Exerciser("passphrase", self, name: "phrase")
            process.waitUntilReady()
            try process.go()
            for _ in 0..<Int.random(in: 0...3) { last = process.nextLine() }
            process.kill()
            last = process.lines().last ?? last
        }
        let store = try openStore()
        if store.lockState == .notYetUnlocked { try store.unlock(with: .passphrase(try secret("phrase"))) }
        XCTAssertNotNil(last)
        XCTAssertEqual(try store.only(Query(identityOf: item)).secret?.text, "kept")
        XCTAssertTrue(try store.verify().isIntact)
    }

    func test_create_killed_leavesNoStoreOrAWholeOne() throws {
        var whole = 0
        for _ in 0..<20 {
            let process = try Exerciser("create", self)
            process.waitUntilReady()
            try process.go()
            for _ in 0..<Int.random(in: 0...2) { _ = process.nextLine() }
            process.kill()
            for turn in 0... {
                let made = "\(path).\(turn)"
                guard FileManager.default.fileExists(atPath: made) else { break }
                XCTAssertTrue(try ItemStore.open(at: made, options: options).verify().isIntact)
                try FileManager.default.removeItem(atPath: made)
                whole += 1
            }
        }
        XCTAssertGreaterThan(whole, 0)
    }
}
