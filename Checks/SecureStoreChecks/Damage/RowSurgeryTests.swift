import XCTest

@testable import SecureStore

/// More than two thousand random cuts into a store's file: each answer afterwards is the true one, or an
/// error.
final class RowSurgeryTests: StoreTestCase {
    /// The truth about the accounts that the last changes touched, and the truth before these.
    private static let now = ["7": "new", "8": nil, "9": "old", "added": "new", "stranger": nil]
    private static let then = ["7": "old", "8": "old", "9": "old", "added": nil, "stranger": nil]

    override class var parent: String { memory }

    private var template: String { directory + "/template" }

    private func makeTemplate(ofItems count: Int) throws {
        let store = try makeStore()
        for name in ["other", "test"] {
            let filled =
                try name == "test"
                ? store : ItemStore.create(at: "\(directory)/other.store", options: options)
            try filled.transaction { changes in
                for number in 0..<count { try changes.add(password("\(number)"), secret: secret("old")) }
            }
        }
        try tamper("VACUUM INTO '\(directory)/old.store'")
        try store.set(password("7"), secret: secret("new"))
        try store.delete(query("8"))
        try store.add(password("added"), secret: secret("new"))
        try tamper("VACUUM INTO '\(template)'")
        try PlainDatabase(template).run("PRAGMA journal_mode = WAL")
    }

    /// A store of its own from the template, at the path of the test.
    private func copyTemplate() throws {
        try removeStore()
        try FileManager.default.copyItem(atPath: template, toPath: path)
        setMode(0o600, of: path)
    }

    /// A deed of a call that is not allowed: nil for the truth and for an error.
    private func fault(_ what: String, _ body: () throws -> String?) -> String? {
        do { return try body().map { "\(what): \($0)" } } catch let error as StoreError {
            return error.status == .internalError ? "\(what): \(error)" : nil
        } catch { return "\(what): \(error)" }
    }

    private func faults(_ store: ItemStore, _ truths: [[String: String?]], lists: Bool, count: Int)
        -> [String]
    {
        var faults: [String?] = []
        for account in Self.now.keys.sorted() {
            let right = Set(truths.map { $0[account] ?? nil })
            faults.append(
                fault("find \(account)") {
                    let found = try store.first(query(account))?.secret?.text
                    return right.contains(found) ? nil : "answered \(found ?? "none")"
                })
        }
        if lists {
            faults.append(
                fault("list") {
                    var seen = 0
                    try store.list(Query<GenericPassword>()) { _ in seen += 1 }
                    return seen == count ? nil : "\(seen) items without an error"
                })
        }
        return faults.compactMap { $0 }
    }

    /// Changes must be made to the true item, or refused.
    private func faultsOfChanges(_ store: ItemStore, _ truths: [[String: String?]]) -> [String] {
        let mayBeThere = { (account: String) in truths.contains { ($0[account] ?? nil) != nil } }
        let mayBeAbsent = { (account: String) in truths.contains { ($0[account] ?? nil) == nil } }
        return [
            fault("getOrCreate 7") {
                let found = try store.getOrCreate(password("7")) { try secret("made") }.secret?.text
                return truths.contains { $0["7"] == found } ? nil : "answered \(found ?? "none")"
            },
            fault("update 9") {
                try store.update(query("9"), Changes().secret(secret("changed")))
                let found = try store.first(query("9"))?.secret?.text
                return found == "changed" ? nil : "answered \(found ?? "none")"
            },
            fault("set added") {
                try store.set(password("added"), secret: secret("set"))
                let all = try store.copyMatching(query("added")).compactMap { $0.secret?.text }
                return all == ["set"] ? nil : "answered \(all)"
            },
            fault("delete 7") {
                let count = try store.deleteIfPresent(query("7"))
                guard count == 1 || mayBeAbsent("7") else { return "deleted \(count)" }
                return try store.first(query("7")) == nil ? nil : "it is still there"
            },
            fault("add 8") {
                try store.add(password("8"), secret: secret("again"))
                guard mayBeAbsent("8") || !mayBeThere("8") else { return "added a second time" }
                return try store.first(query("8"))?.secret?.text == "again" ? nil : "it is not there"
            },
        ].compactMap { $0 }
    }

    /// Looks everything up twice, so that the second time all of it is in memory.
    private func warm(_ store: ItemStore, lists: Bool) {
        for _ in 0..<2 { XCTAssertEqual(faults(store, [Self.now], lists: lists, count: 20), []) }
    }

    private func operate(ofItems count: Int, rounds: Int, isOpen: Bool, seed: UInt64) throws {
        try makeTemplate(ofItems: count)
        var surgeon = RowSurgeon(
            path: path, old: "\(directory)/old.store", foreign: "\(directory)/other.store", rowCount: count,
            interesting: [8, 9, 10, count + 1], seed: seed)
        for round in 0..<Effort.rounds(rounds) {
            try copyTemplate()
            let open = isOpen ? try openStore() : nil
            if let open { warm(open, lists: count < 100) }
            let cut = try surgeon.operate()
            guard let store = open ?? (try? openStore()) else { continue }
            let truths = cut.mayAnswerAsThen ? [Self.now, Self.then] : [Self.now]
            let lists = count < 100 || round % 16 == 0
            // A whole old state has as many items as today's: one was deleted, one added.
            let faults = faults(store, truths, lists: lists, count: count) + faultsOfChanges(store, truths)
            XCTAssertEqual(faults, [], "seed \(seed), round \(round): \(cut.name)")
        }
    }

    func test_anyCall_onSmallStoreCutBeforeItIsOpened_isTrueOrAnError() throws {
        try operate(ofItems: 20, rounds: 800, isOpen: false, seed: 1)
    }

    func test_anyCall_onSmallStoreCutWhileItIsOpen_isTrueOrAnError() throws {
        try operate(ofItems: 20, rounds: 800, isOpen: true, seed: 2)
    }

    func test_anyCall_onLargeStoreCutBeforeItIsOpened_isTrueOrAnError() throws {
        try operate(ofItems: 5_000, rounds: 300, isOpen: false, seed: 3)
    }

    func test_anyCall_onLargeStoreCutWhileItIsOpen_isTrueOrAnError() throws {
        try operate(ofItems: 5_000, rounds: 300, isOpen: true, seed: 4)
    }
}
