import Foundation
import XCTest

@testable import SecureStore

/// Tests of what an open, every look-up and every list answer when the file is not what was written.
final class FlippedByteTests: StoreTestCase {
    override class var parent: String { memory }

    func test_read_withAnyByteFlipped_isErrorOrUnchanged() throws {
        let (samples, bytes) = try makeSmallFile()
        let faults = faults(of: samples, rounds: bytes.count) { offset in
            var changed = bytes
            changed[offset] ^= offset % 3 == 0 ? 0xff : 1 << (offset % 8)
            return changed
        }
        XCTAssertEqual(faults, [])
    }

    func test_read_cutShort_isErrorOrUnchanged() throws {
        let (samples, bytes) = try makeSmallFile()
        let pages = stride(from: 0, to: bytes.count, by: 512)
        let lengths = Array(stride(from: 0, to: bytes.count, by: 131)) + pages
        let faults = faults(of: samples, rounds: lengths.count) { Array(bytes[..<lengths[$0]]) }
        XCTAssertEqual(faults, [])
    }

    func test_read_withZerosFromSomePlaceOn_isErrorOrUnchanged() throws {
        let (samples, bytes) = try makeSmallFile()
        let places = Array(stride(from: 0, to: bytes.count, by: 131))
        let faults = faults(of: samples, rounds: places.count) { round in
            bytes[..<places[round]] + Array(repeating: 0, count: bytes.count - places[round])
        }
        XCTAssertEqual(faults, [])
    }

    /// A store of all classes in small pages, so that every byte of it can be tried, in one file.
    private func makeSmallFile() throws -> (TamperSamples, [UInt8]) {
        let samples = try TamperSamples(in: try makeStore())
        try tamper("PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM; PRAGMA journal_mode = WAL")
        XCTAssertNil(samples.fault(at: path, options))
        return (samples, [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
    }

    /// The rounds whose file was answered wrongly, slowly, or was changed.
    private func faults(
        of samples: TamperSamples, rounds: Int, _ change: (Int) -> [UInt8]
    ) -> [String] {
        stride(from: 0, to: rounds, by: Effort.step).compactMap { round in
            let start = ContinuousClock.now
            var fault = samples.fault(at: directory + "/changed.store", holding: change(round), options)
            if ContinuousClock.now - start > .seconds(10) { fault = "took too long" }
            return fault.map { "round \(round): \($0)" }
        }
    }
}

extension TamperSamples {
    /// As ``fault(at:_:)``, for a file that consists of `bytes`; it is a fault too when reading changes the
    /// file.
    fileprivate func fault(at path: String, holding bytes: [UInt8], _ options: StoreOptions) -> String? {
        do {
            for suffix in ["-wal", "-shm", "-journal"] { _ = unsafe unlink(path + suffix) }
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            guard unsafe chmod(path, 0o600) == 0 else { return "no private file" }
            if let fault = fault(at: path, options) { return fault }
            let left = try Data(contentsOf: URL(fileURLWithPath: path))
            return left == Data(bytes) ? nil : "the file was changed"
        } catch { return "\(error)" }
    }
}
