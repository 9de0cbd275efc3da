import Foundation
import XCTest

@testable import SecureStore

/// A test with a store, a place for an export of it, and another store to import it into.
class ExportTestCase: StoreTestCase {
    var exportPath: String { directory + "/items.export" }
    var targetPath: String { directory + "/target.store" }

    func phrase() throws -> SecretBytes { try secret("the phrase of the export") }

    func makeTarget(groups: [String]? = nil) throws -> ItemStore {
        var options = options
        options.accessGroups = groups
        return try ItemStore.create(at: targetPath, options: options)
    }

    @discardableResult
    func export(
        _ store: ItemStore, onProgress: WorkProgress.Observer? = nil
    ) throws -> ExportReport {
        try store.export(to: exportPath, passphrase: phrase(), cost: .cheapest, onProgress: onProgress)
    }

    @discardableResult
    func importAll(
        into store: ItemStore, _ policy: ImportPolicy = .keepExisting,
        onProgress: WorkProgress.Observer? = nil,
        onItem: ((ImportedItem) -> Void)? = nil
    ) throws -> ImportReport {
        try store.importItems(
            from: exportPath, passphrase: phrase(), policy: policy, onProgress: onProgress, onItem: onItem)
    }

    /// A store of generic passwords `0`, `1`, … whose secrets are their accounts.
    func makeStore(ofItems count: Int) throws -> ItemStore {
        let store = try makeStore()
        try store.transaction { changes in
            for number in 0..<count { try changes.add(password("\(number)"), secret: secret("\(number)")) }
        }
        return store
    }

    func exportedBytes() throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: exportPath)))
    }

    func writeExport(_ bytes: some Sequence<UInt8>) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: exportPath))
    }

    /// The items that may leave the device; an import gives them other generations.
    func travellers(of store: ItemStore) throws -> [ReadItem] {
        try contents(of: store).filter { ["ak", "ck", "dk"].contains($0.accessibility) }
    }

    /// All items, without their generations.
    func contents(of store: ItemStore) throws -> [ReadItem] {
        try ReadItem.all(of: store).map { item in
            var item = item
            item.generation = 0
            return item
        }
    }
}
