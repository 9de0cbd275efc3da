import Foundation
import XCTest

@testable import SecureStore

/// A test that damages a store's files and saves what is left of it into another.
class SalvageTestCase: ExportTestCase {
    var damagedPath: String { directory + "/damaged.store" }

    /// Copies the files of a store that is open, journal included, to where they are damaged.
    func copyFiles(of store: ItemStore) throws { try withExtendedLifetime(store) { try copyFiles() } }

    func copyFiles() throws {
        for suffix in ["", "-wal"] {
            try? FileManager.default.removeItem(atPath: damagedPath + suffix)
            guard FileManager.default.fileExists(atPath: path + suffix) else { continue }
            try FileManager.default.copyItem(atPath: path + suffix, toPath: damagedPath + suffix)
        }
    }

    /// Takes the journal of the closed store into its file, and copies that.
    func copyClosedFile(pageSize: Int? = nil) throws {
        let size = pageSize.map { "PRAGMA journal_mode = DELETE; PRAGMA page_size = \($0); VACUUM;" } ?? ""
        try tamper("PRAGMA wal_checkpoint(TRUNCATE); \(size) PRAGMA journal_mode = WAL")
        try copyFiles()
    }

    func damagedBytes(_ suffix: String = "") throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: damagedPath + suffix)))
    }

    func writeDamaged(_ bytes: [UInt8], _ suffix: String = "") throws {
        try Data(bytes).write(to: URL(fileURLWithPath: damagedPath + suffix))
    }

    func damage(_ suffix: String = "", _ change: (inout [UInt8]) throws -> Void) throws {
        var bytes = try damagedBytes(suffix)
        try change(&bytes)
        try writeDamaged(bytes, suffix)
    }

    @discardableResult
    func salvage(
        _ credential: Credential = .deviceKey, onProgress: WorkProgress.Observer? = nil
    ) throws -> SalvageReport {
        try ItemStore.salvage(
            from: damagedPath, to: targetPath, unlockingWith: credential, options: options,
            onProgress: onProgress)
    }

    func openTarget(_ credential: Credential = .deviceKey) throws -> ItemStore {
        try ItemStore.open(at: targetPath, unlockingWith: credential, options: options)
    }

    /// The pages where a tree begins, by the name of its table or index.
    func rootPages() throws -> [String: Int] {
        let rows = try PlainDatabase(path).rows("SELECT name, rootpage FROM sqlite_schema")
        return Dictionary(rows.map { ($0[0], Int($0[1]) ?? 0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The faults of the new store: it has to be intact, to have nothing that the damaged one never had, and
    /// one of its states as a whole where the report calls it complete.
    func fault(_ store: ItemStore, _ report: SalvageReport, amongStates states: [[ReadItem]]) throws
        -> String?
    {
        guard try store.verify().isIntact else { return "the new store is damaged" }
        let items = try ReadItem.all(of: store)
        guard items.count == report.recovered else {
            return "the report counts \(report.recovered) of \(items.count)"
        }
        guard Set(items).isSubset(of: states.joined()) else { return "an item is not what it was" }
        let isState = states.contains(items)
        return isState || !report.isComplete ? nil : "items are missing and the report calls it complete"
    }
}
