import Foundation
import XCTest

@testable import SecureStore

/// A new store, and processes that work on it by turns while one of them folds the journal.
final class FoldingScene {
    private let test: StoreTestCase
    private let window: CheckpointWindow
    private let gates: String
    /// Open until the end, so that none of the processes is the last to close the store.
    private var store: ItemStore?
    private var acknowledged: Set<String> = []
    /// The processes that may still be opening the store.
    private var opening: [Exerciser] = []
    /// The lines that the processes printed besides the items that they added.
    private(set) var words: [String] = []
    /// The lines of processes that failed, but for one that has to give way to others.
    private var failures: [String] = []

    init(_ test: StoreTestCase, _ window: CheckpointWindow, round: Int) throws {
        (self.test, self.window, gates) = (test, window, "\(test.directory)/gate-\(round)-")
        for end in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: test.path + end) {
            try FileManager.default.removeItem(atPath: test.path + end)
        }
        store = try ItemStore.create(at: test.path, options: test.options)
    }

    /// A process that works when it may.
    struct Worker {
        fileprivate let process: Exerciser
        fileprivate let name: String
        fileprivate let count: Int
    }

    enum Disk { case large, nearlyFull }

    /// Starts a process; it is gated, if at all, after so many checkpoints of a long journal.
    func worker(
        _ work: String, _ name: String, count: Int = 1, on disk: Disk = .large, isGated: Bool = false,
        after skipped: Int = 0
    ) throws -> Worker {
        var environment = isGated ? window.gated(by: gates, after: skipped) : [:]
        if disk == .nearlyFull { environment.merge(window.nearlyFull) { $1 } }
        let process = try Exerciser(work, test, name: name, count: count, environment: environment)
        opening.append(process)
        return Worker(process: process, name: name, count: count)
    }

    /// Starts processes that add an item each.
    func adders(_ count: Int, on disk: Disk = .large) throws -> [Worker] {
        try (0..<count).map { try worker("add", "adder \($0)", on: disk) }
    }

    /// Lets a process work, once all have opened the store: while one reads it, no change begins the journal
    /// again.
    func begin(_ worker: Worker) throws {
        for process in opening { process.waitUntilReady() }
        opening = []
        try worker.process.go()
    }

    /// Does the same, and reads what the process says up to a word.
    func begin(_ worker: Worker, upTo word: String) throws {
        try begin(worker)
        hear(worker, upTo: word)
    }

    /// Ends the input of a process, and reads what it still says.
    func end(_ worker: Worker) throws {
        try worker.process.endInput()
        hear(worker)
    }

    /// Reads what a process says, up to a word, or else to its end.
    func hear(_ worker: Worker, upTo last: String = "") {
        for line in worker.process.lines(upTo: last) {
            switch line {
            case "filled": acknowledged.formUnion((0..<worker.count).map { "\(worker.name) \($0)" })
            case _ where Int(line) != nil: acknowledged.insert("\(worker.name) \(line)")
            default:
                words.append(line)
                if line.hasPrefix("failed"), worker.name != "compacting" { failures.append(line) }
            }
        }
    }

    /// Lets processes work one after the other.
    func work(_ workers: some Sequence<Worker>) throws {
        for worker in workers {
            try begin(worker)
            hear(worker)
        }
    }

    /// Lets the process go on that has said this word.
    func open(_ gate: String) throws { try Data().write(to: URL(fileURLWithPath: gates + gate)) }

    /// Makes a process fold the journal, and another begin it again in the middle.
    ///
    /// If the first of them is given, it folds the journal before, between two looks of the process that does
    /// so then.
    func meet(_ folding: Worker, foldedBy first: Worker? = nil, begunAgainBy second: Worker) throws {
        try begin(folding, upTo: "checkpoint")
        if let first { try work([first]) }
        try open("checkpoint")
        hear(folding, upTo: "window")
        XCTAssertEqual(words.last, "window", "no checkpoint was met: \(words)")
        try work([second])
        try open("window")
        hear(folding)
    }

    /// Closes the store, and says how many of the acknowledged items are not in it, or what else went wrong.
    func loss() throws -> String {
        store = nil
        do throws(StoreError) {
            let store = try ItemStore.open(at: test.path, options: test.options)
            let items = try store.copyMatching(Query<GenericPassword>()).map(\.item)
            let lost = acknowledged.subtracting(items.map { "\($0.service) \($0.account)" })
            guard try store.verify().isIntact else { return "damaged" }
            guard lost.isEmpty else { return "lost \(lost.count) of \(acknowledged.count)" }
            return failures.joined(separator: "; ")
        } catch { return "unreadable: \(error)" }
    }
}
