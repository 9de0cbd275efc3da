import Foundation
import XCTest

@testable import SecureStore

/// Imports that are killed at any instant, while another process writes the same items.
final class KilledImportTests: ExportTestCase {
    private static let count = 150

    /// Exports items of the service `moved`, which the other process changes.
    private func makeExport() throws -> [ReadItem] {
        let store = try ItemStore.inMemory(options: options)
        try store.transaction { changes in
            for number in 0..<Self.count {
                let item = GenericPassword(service: "moved", account: "\(number)")
                try changes.add(item, secret: secret("exported"))
            }
        }
        try export(store)
        return try travellers(of: store)
    }

    /// Runs an import; kills it after that time, or waits until it is done.
    private func runImport(killAfter microseconds: UInt32?) throws -> String? {
        let process = try Exerciser("importAll", self, name: exportPath)
        process.waitUntilReady()
        try process.go()
        guard let microseconds else { return process.nextLine() }
        usleep(microseconds)
        process.kill()
        return process.lines().last
    }

    /// The faults of the store between two imports.
    private func fault(_ store: ItemStore) throws -> String? {
        guard try store.verify().isIntact else { return "the store is damaged" }
        var accounts: Set<String> = []
        for item in try ReadItem.all(of: store) {
            guard case .string(let account)? = item.attributes?["acct"] else {
                return "an item without account"
            }
            guard ["exported", "changed"].map({ Array($0.utf8).hexadecimal }).contains(item.secret) else {
                return "item \(account) has another secret"
            }
            guard accounts.insert(account).inserted else { return "item \(account) is there twice" }
        }
        return accounts.count <= Self.count ? nil : "there are \(accounts.count) items"
    }

    /// The parts that an import brings back whatever has become of an item: its attributes, dates included,
    /// and its secret.
    private func contents(_ items: [ReadItem]) -> [[String: ReadItem.Value]: String?] {
        Dictionary(items.map { ($0.attributes ?? [:], $0.secret) }, uniquingKeysWith: { first, _ in first })
    }

    func test_import_killedManyTimesWhileOthersWrite_staysWholeAndEndsAsExported() throws {
        let expected = try makeExport()
        let store = try makeStore()
        let start = ContinuousClock.now
        XCTAssertEqual(try runImport(killAfter: nil)?.hasPrefix("imported \(Self.count) items"), true)
        let longest = UInt32((ContinuousClock.now - start) / .microseconds(1))
        let writer = try Exerciser("change", self, name: "moved", count: Self.count)
        writer.waitUntilReady()
        try writer.go()
        var done = 0
        for round in 0..<Effort.rounds(200) {
            if try runImport(killAfter: .random(in: 0...longest)) != nil { done += 1 }
            if let fault = try fault(store) { XCTFail("round \(round): \(fault)") }
        }
        writer.kill()
        XCTAssertLessThan(done, Effort.rounds(200), "no import was killed")
        XCTAssertNotNil(try runImport(killAfter: nil))
        XCTAssertEqual(contents(try ReadItem.all(of: store)), contents(expected))
        XCTAssertTrue(try store.verify().isIntact)
    }
}
