import Foundation
import XCTest

@testable import SecureStore

/// Streams that are not what an export wrote: each is refused as a whole, and nothing of it is imported.
final class DamagedExportTests: ExportTestCase {
    private static let refusals: Set<StoreStatus> = [.decode, .authFailed, .unknownFormat, .wrongSecVersion]

    /// The faults of how a stream was met; nil when it was refused and nothing happened.
    private func fault(_ bytes: some Sequence<UInt8>, _ target: ItemStore, _ sequence: UInt64) throws
        -> String?
    {
        try writeExport(bytes)
        do {
            let report = try importAll(into: target, .replaceExisting)
            return "imported \(report.total)"
        } catch let error as StoreError {
            guard Self.refusals.contains(error.status) else { return "\(error)" }
        }
        return try target.sequenceNumber() == sequence ? nil : "the store was changed"
    }

    /// Tries as many streams as there are rounds, and returns the rounds that went wrong.
    private func faults(_ rounds: some Sequence<Int>, _ change: (Int) -> [UInt8]) throws -> [String] {
        let target = try makeTarget()
        let sequence = try target.sequenceNumber()
        return try rounds.compactMap { round in
            try fault(change(round), target, sequence).map { "round \(round): \($0)" }
        }
    }

    private func makeSmallExport() throws -> [UInt8] {
        try export(try makeStore(ofItems: 20))
        return try exportedBytes()
    }

    func test_import_withAnyByteFlipped_isRefusedAndImportsNothing() throws {
        let bytes = try makeSmallExport()
        let rounds = stride(from: 0, to: bytes.count, by: Effort.step)
        XCTAssertEqual(
            try faults(rounds) { place in
                var changed = bytes
                changed[place] ^= place % 3 == 0 ? 0xff : 1 << UInt8(place % 8)
                return changed
            }, [])
    }

    func test_import_cutAtAnyLength_isRefusedAndImportsNothing() throws {
        let bytes = try makeSmallExport()
        let rounds = stride(from: 0, to: bytes.count, by: Effort.step)
        XCTAssertEqual(try faults(rounds) { Array(bytes[..<$0]) }, [])
    }

    func test_import_withBytesBehindTheEnd_isRefused() throws {
        let bytes = try makeSmallExport()
        XCTAssertEqual(try faults([1, 17, 100]) { bytes + [UInt8](repeating: 0, count: $0) }, [])
    }

    func test_import_withFramesDroppedDoubledOrExchanged_isRefused() throws {
        let store = try makeStore()
        try store.add(password("a"), secret: SecretBytes.random(count: 300_000))
        try export(store)
        let bytes = try exportedBytes()
        let size = ExportFormat.frameByteCount + SealedStream.overheadByteCount
        let body = bytes[ExportHeader.byteCount...]
        let frames = stride(from: 0, to: body.count, by: size).map {
            Array(body.dropFirst($0).prefix(size))
        }
        let orders = [
            [1, 2, 3, 4], [0, 2, 3, 4], [0, 1, 2, 3], [0, 1, 1, 2, 3, 4], [0, 2, 1, 3, 4], [4], [0, 4],
        ]
        XCTAssertEqual(frames.count, 5)
        XCTAssertEqual(
            try faults(orders.indices) { round in
                Array(bytes[..<ExportHeader.byteCount]) + orders[round].flatMap { frames[$0] }
            }, [])
    }

    func test_import_ofManyItemsDamagedOnlyAtTheEnd_importsNothing() throws {
        try export(try makeStore(ofItems: 1_000))
        let bytes = try exportedBytes()
        XCTAssertEqual(
            try faults([1, 2, 3]) { round in
                var changed = bytes
                if round == 1 { changed[changed.count - 1] ^= 1 }
                return Array(changed.dropLast(round - 1))
            }, [])
    }

    func test_import_withHeaderOfOtherExport_isRefused() throws {
        let first = try makeSmallExport()
        try FileManager.default.removeItem(atPath: exportPath)
        try export(try openStore())
        let second = try exportedBytes()
        XCTAssertEqual(
            try faults([0]) { _ in
                Array(first[..<ExportHeader.byteCount] + second[ExportHeader.byteCount...])
            }, [])
    }

    func test_import_withRandomChanges_isRefusedAndImportsNothing() throws {
        let bytes = try makeSmallExport()
        var random = SeededGenerator(seed: 4)
        XCTAssertEqual(
            try faults(0..<Effort.rounds(2_000)) { _ in
                let changed = random.mutate(bytes)
                return changed == bytes ? [] : changed
            }, [])
    }

    func test_import_ofCostBeyondBounds_throwsDecodeAtOnce() throws {
        let target = try makeTarget()
        for cost in [(1, 1 << 40), (1 << 30, 8_192), (16, 1 << 30), (0, 8_192), (1, 1)] {
            var header = Array("SSTREXPT".utf8) + [1]
            header.append(littleEndian: UInt32(cost.0))
            header.append(littleEndian: UInt64(cost.1))
            header += [UInt8](repeating: 7, count: 16 + 32 + SealedStream.headerByteCount)
            header += digest32(header)
            try writeExport(header)
            assertThrows(.decode, "\(cost)") { try self.importAll(into: target) }
        }
    }

    // MARK: - Between the two readings

    func test_import_ofFileChangedBetweenReadings_throwsDecode() throws {
        try export(try makeStore(ofItems: 1_200))
        let target = try makeTarget()
        let path = exportPath
        assertThrows(.decode) {
            try self.importAll(
                into: target,
                onProgress: { progress in
                    guard progress.done > 1_200, let file = FileHandle(forUpdatingAtPath: path) else {
                        return .proceed
                    }
                    do {
                        let end = try file.seekToEnd()
                        try file.truncate(atOffset: end - 100)
                    } catch { XCTFail("\(error)") }
                    return .proceed
                })
        }
        XCTAssertTrue(try target.verify().isIntact)
        XCTAssertLessThan(try target.itemCount(), 1_200)
    }

    func test_import_ofHeaderChangedBetweenReadings_throwsDecode() throws {
        try export(try makeStore(ofItems: 200))
        let (path, target) = (exportPath, try makeTarget())
        assertThrows(.decode) {
            try self.importAll(
                into: target,
                onProgress: { _ in
                    guard let file = FileHandle(forUpdatingAtPath: path) else { return .proceed }
                    do { try file.write(contentsOf: Data("SSTREXPT\u{2}".utf8)) } catch {
                        XCTFail("\(error)")
                    }
                    return .proceed
                })
        }
        XCTAssertEqual(try target.itemCount(), 0)
    }
}
