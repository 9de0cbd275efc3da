import Foundation
import XCTest

@testable import SecureStore

/// Changes that are made while another process folds the journal: none is lost when one of them begins the
/// journal again.
///
/// SQLite before 3.51.3 loses some, unless whoever folds the journal keeps all others from beginning it
/// again. Each round forces the order in which it does.
final class JournalRestartTests: StoreTestCase {
    /// Plays some rounds, each with a new store, in which nothing that was acknowledged may be lost.
    private func assertNothingIsLost(line: UInt = #line, _ play: (FoldingScene) throws -> Void) throws {
        let window = try CheckpointWindow(in: directory)
        for round in 0..<Effort.rounds(24) {
            let scene = try FoldingScene(self, window, round: round)
            try play(scene)
            XCTAssertEqual(try scene.loss(), "", "in round \(round): \(scene.words)", line: line)
        }
    }

    func test_add_whileLongJournalIsFolded_losesNothing() throws {
        try assertNothingIsLost { scene in
            let folding = try scene.worker("fill", "folding", count: 400, isGated: true)
            let adders = try scene.adders(7)
            try scene.meet(folding, foldedBy: adders[0], begunAgainBy: adders[1])
            try scene.work(adders[2...])
        }
    }

    func test_add_whileLongJournalIsFoldedAndUntilTheNextIsLonger_losesNothing() throws {
        try assertNothingIsLost { scene in
            let folding = try scene.worker("fill", "folding", count: 400, isGated: true)
            let growing = try scene.worker("fill", "growing", count: 500)
            let adders = try scene.adders(7)
            try scene.meet(folding, foldedBy: adders[0], begunAgainBy: adders[1])
            try scene.work(adders[2...3] + [growing] + adders[4...])
        }
    }

    func test_add_whileJournalIsFoldedOnNearlyFullDisk_losesNothing() throws {
        try assertNothingIsLost { scene in
            try scene.work([try scene.worker("fill", "filling", count: 40, on: .nearlyFull)])
            let folding = try scene.worker("add", "folding", on: .nearlyFull, isGated: true)
            let adders = try scene.adders(6, on: .nearlyFull)
            try scene.meet(folding, begunAgainBy: adders[0])
            try scene.work(adders[1...])
        }
    }

    /// Compacting has folded the journal and is to truncate it when the transaction takes the write lock.
    ///
    /// SQLite then goes on without that lock, and folds what there is.
    func test_add_whileCompactingTruncatesBesideTransaction_losesNothing() throws {
        try assertNothingIsLost { scene in
            try scene.work([try scene.worker("fill", "filling", count: 25)])
            let compacting = try scene.worker("compact", "compacting", isGated: true, after: 1)
            let (holding, adders) = (try scene.worker("hold", "holding"), try scene.adders(5))
            try scene.begin(compacting, upTo: "checkpoint")
            try scene.begin(holding, upTo: "holding")
            try scene.open("checkpoint")
            scene.hear(compacting, upTo: "window")
            try scene.end(holding)
            try scene.work(adders[..<2])
            try scene.open("window")
            scene.hear(compacting)
            XCTAssertEqual(scene.words.prefix(4), ["checkpoint", "holding", "window", "begun again"])
            try scene.work(adders[2...])
        }
    }
}
