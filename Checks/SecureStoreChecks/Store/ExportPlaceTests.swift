import Foundation
import XCTest

@testable import SecureStore

/// Exports and imports where there is no space, no right to write, or little memory.
final class ExportPlaceTests: ExportTestCase {
    // MARK: - Full disk

    func test_export_toFullDisk_throwsDiskFullAndLeavesNothing() throws {
        let store = try makeStore()
        try store.add(password("large"), secret: SecretBytes.random(count: 400_000))
        try withFileSystem(ofSize: 1 << 18) { place in
            assertThrows(.diskFull) {
                try store.export(to: place + "/items.export", passphrase: self.phrase(), cost: .cheapest)
            }
            XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: place), [])
        }
    }

    func test_import_onFullDisk_throwsDiskFullAndGoesOnWhenThereIsSpace() throws {
        let source = try makeStore()
        try source.transaction { changes in
            for number in 0..<400 {
                try changes.add(password("\(number)"), secret: SecretBytes.random(count: 1_000))
            }
        }
        try export(source)
        try withFileSystem(ofSize: 4 << 20) { place in
            let target = try ItemStore.create(at: place + "/target.store", options: options)
            FullDisk.fill(place)
            assertThrows(.diskFull) { try self.importAll(into: target) }
            XCTAssertTrue(try target.verify().isIntact)
            try FullDisk.empty(place)
            XCTAssertEqual(try importAll(into: target).total, 400)
            XCTAssertEqual(try travellers(of: target), try travellers(of: source))
        }
    }

    func test_import_fromPipeOnFullDisk_throwsDiskFullAndImportsNothing() throws {
        try export(try makeStore(ofItems: 100))
        let bytes = try exportedBytes()
        try withFileSystem(ofSize: 1 << 18) { place in
            let target = try ItemStore.create(at: place + "/target.store", options: options)
            FullDisk.fill(place)
            let pipe = Pipe()
            try pipe.fileHandleForWriting.write(contentsOf: Data(bytes))
            try pipe.fileHandleForWriting.close()
            let input = pipe.fileHandleForReading.fileDescriptor
            assertThrows(.diskFull) {
                try target.importItems(fromDescriptor: input, passphrase: self.phrase())
            }
            XCTAssertEqual(try target.itemCount(), 0)
        }
    }

    // MARK: - Read-only targets

    func test_export_toReadOnlyDirectory_throwsWrPermAndLeavesNothing() throws {
        let store = try ItemStore.inMemory(options: options)
        let place = directory + "/readonly"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        setMode(0o500, of: place)
        try asOrdinaryUser {
            assertThrows(.wrPerm) {
                try store.export(to: place + "/items.export", passphrase: self.phrase(), cost: .cheapest)
            }
        }
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: place), [])
    }

    func test_import_intoStoreOnReadOnlyFileSystem_throwsAndChangesNothing() throws {
        try export(try makeStore(ofItems: 3))
        try withFileSystem(ofSize: 1 << 20) { place in
            let store = place + "/target.store"
            _ = try ItemStore.create(at: store, options: options)
            let flags = UInt(MS_REMOUNT | MS_RDONLY)
            XCTAssertEqual(unsafe mount("tmpfs", place, "tmpfs", flags, nil), 0, "error \(errno)")
            let options = options
            assertThrows(.wrPerm) { try self.importAll(into: ItemStore.open(at: store, options: options)) }
        }
    }

    // MARK: - Memory

    func test_exportAndImport_ofManyItems_needLittleMemory() throws {
        try XCTSkipIf(Effort.isThinned, "sanitizers hold on to memory that was freed")
        // 48 MB of secrets.
        _ = try makeStore()
        try run("fill", name: "many", count: 4_000, prints: "filled")
        let exported = try run("exportAll", name: exportPath, prints: "exported 4000 items")
        try FileManager.default.removeItem(atPath: path)
        for suffix in ["-wal", "-shm"] { _ = unsafe unlink(path + suffix) }
        _ = try makeStore()
        let imported = try run("importAll", name: exportPath, prints: "imported 4000 items")
        for line in [exported, imported] {
            let numbers = line.split(separator: " ").compactMap { Int($0) }
            // The last two: the peak, and what the process had when it had opened the store.
            let growth = try XCTUnwrap(numbers.last.map { numbers[numbers.count - 2] - $0 })
            XCTAssertLessThan(growth, 32 << 10, line)
        }
    }

    @discardableResult
    private func run(
        _ work: String, name: String, count: Int = 0, prints prefix: String, line: UInt = #line
    ) throws -> String {
        let process = try Exerciser(work, self, name: name, count: count)
        process.waitUntilReady()
        try process.go()
        let answer = process.nextLine() ?? ""
        XCTAssertTrue(answer.hasPrefix(prefix), answer, line: line)
        return answer
    }
}
