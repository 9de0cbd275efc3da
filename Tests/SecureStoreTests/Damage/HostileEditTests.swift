import Foundation
import XCTest

@testable import SecureStore

/// Edits behind a warm cache: it answers as a store does that was opened after them, or what it had proven.
final class HostileEditTests: StoreTestCase {
    private static let accounts = ["7", "8", "9", "added", "stranger"]
    private var template: String { directory + "/template" }

    private func makeTemplate() throws {
        let store = try makeStore()
        for name in ["other", "test"] {
            let filled =
                try name == "test"
                ? store : ItemStore.create(at: "\(directory)/other.store", options: options)
            try filled.transaction { changes in
                for number in 0..<20 { try changes.add(password("\(number)"), secret: secret("old")) }
            }
        }
        try tamper("VACUUM INTO '\(directory)/old.store'")
        try store.set(password("7"), secret: secret("new"))
        try store.delete(query("8"))
        try store.add(password("added"), secret: secret("new"))
        try tamper("VACUUM INTO '\(template)'")
    }

    private func copyTemplate() throws {
        try removeStore()
        try FileManager.default.copyItem(atPath: template, toPath: path)
        setMode(0o600, of: path)
        try tamper("PRAGMA journal_mode = WAL")
    }

    private func answer(_ store: ItemStore?, _ account: String) -> String {
        guard let store else { return "!closed" }
        do { return try store.first(query(account))?.secret?.text ?? "none" } catch {
            return "!\(error.status)"
        }
    }

    private func compare(_ warm: ItemStore, _ proven: [String: String], _ words: String) {
        let fresh = try? openStore()
        for account in Self.accounts {
            let (now, then) = (answer(warm, account), answer(fresh, account))
            if now == then || now == proven[account] { continue }
            if now.hasPrefix("!"), then.hasPrefix("!") { continue }
            XCTFail("\(words): \(account): warm \(now), fresh \(then), proven \(proven[account] ?? "")")
        }
    }

    private func attack(
        seed: UInt64, _ edit: (inout RowSurgeon, inout SeededGenerator) throws -> String
    ) throws {
        try makeTemplate()
        var random = SeededGenerator(seed: seed)
        var surgeon = RowSurgeon(
            path: path, old: "\(directory)/old.store", foreign: "\(directory)/other.store", rowCount: 20,
            interesting: [8, 9, 10, 21], seed: seed)
        for round in 0..<Effort.rounds(48) {
            try copyTemplate()
            let warm = try openStore()
            var proven: [String: String] = [:]
            for _ in 0..<2 { for account in Self.accounts { proven[account] = answer(warm, account) } }
            let words = "seed \(seed), round \(round): \(try edit(&surgeon, &random))"
            // An open store refuses an earlier state, which a new one cannot know.
            if words.contains("old state") { continue }
            compare(warm, proven, words)
            guard let other = try? openStore() else { continue }
            _ = try? other.set(password("stranger 2"), secret: secret("\(round)"))
            compare(warm, proven, "\(words), then a commit")
        }
    }

    func test_find_afterCutsIntoRows_answersAsANewStoreOrWhatWasProven() throws {
        try attack(seed: 1) { surgeon, _ in try surgeon.operate().name }
    }

    func test_find_afterChangedBytesWithoutCommit_answersAsANewStoreOrWhatWasProven() throws {
        try attack(seed: 2) { _, random in
            let file = try XCTUnwrap(FileHandle(forUpdatingAtPath: path))
            let size = try file.seekToEnd()
            for _ in 0..<Int.random(in: 1...40, using: &random) {
                try file.seek(toOffset: UInt64.random(in: 100..<size, using: &random))
                try file.write(contentsOf: Data([UInt8.random(in: 0...255, using: &random)]))
            }
            return "bytes"
        }
    }
}
