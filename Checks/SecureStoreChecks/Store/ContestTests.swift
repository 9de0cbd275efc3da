import FleetHistory
import XCTest

@testable import SecureStore

/// Processes that replace, set and delete the same items, beside rotations, imports and restores: the calls
/// have an order, and nobody replaces a value other than the one that was named.
final class ContestTests: StoreTestCase {
    func test_replaceSetDelete_byThreeProcesses_areLinearizable() throws {
        let (store, rounds) = (try makeStore(), Effort.rounds(128))
        let source = try ItemStore.create(at: directory + "/source.store", options: options)
        for item in (0..<rounds).flatMap(Contender.items) {
            try source.set(Contender.password(item), secret: secret("imported"))
        }
        let phrase = try secret("the phrase of the export")
        _ = try source.export(to: path + ".export", passphrase: phrase, cost: .cheapest)
        let processes = try (0..<3).map { try Exerciser("contend", self, name: "\($0)", count: rounds) }
        for process in processes { process.waitUntilReady() }
        try contest(processes, rounds: rounds, store) { try store.backup(to: "\(self.path).backup-\($0)") }
    }
}
