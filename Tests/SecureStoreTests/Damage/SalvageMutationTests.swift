import Foundation
import XCTest

@testable import SecureStore

/// Files that were changed at random: no crash, and nothing but right items.
final class SalvageMutationTests: SalvageTestCase {
    /// Salvages as many changed files as there are rounds, and gives what went wrong.
    private func faults(
        rounds: Int, seed: UInt64, of suffix: String, amongStates states: [[ReadItem]]
    ) throws -> [String] {
        let bytes = try damagedBytes(suffix)
        var random = SeededGenerator(seed: seed)
        var (faults, saved): ([String], Int) = ([], 0)
        for round in 0..<Effort.rounds(rounds) {
            try writeDamaged(random.mutate(bytes), suffix)
            do {
                let report = try salvage()
                saved += report.recovered
                if let fault = try fault(try openTarget(), report, amongStates: states) {
                    faults.append("round \(round): \(fault)")
                }
                try FileManager.default.removeItem(atPath: targetPath)
            } catch let error as StoreError {
                // Not every damage leaves a way to the keys.
                let isExpected = [.invalidKeychain, .authFailed, .invalidDatabaseBlob].contains(error.status)
                if !isExpected { faults.append("round \(round): \(error)") }
            }
        }
        XCTAssertGreaterThan(saved, 0)
        return faults
    }

    func test_salvage_ofRandomlyChangedFile_givesErrorsOrRightItems() throws {
        _ = try TamperSamples(in: try makeStore())
        let items = try ReadItem.all(of: try openStore())
        try copyClosedFile(pageSize: 512)
        XCTAssertEqual(try faults(rounds: 60, seed: 1, of: "", amongStates: [items]), [])
    }

    func test_salvage_ofRandomlyChangedJournal_givesErrorsOrRightItems() throws {
        let store = try makeStore()
        var states: [[ReadItem]] = [[]]
        for word in ["first", "second"] {
            for number in 0..<4 {
                try store.set(password("\(number)"), secret: secret(word))
                states.append(try ReadItem.all(of: store))
            }
        }
        try copyFiles(of: store)
        XCTAssertEqual(try faults(rounds: 60, seed: 2, of: "-wal", amongStates: states), [])
    }
}
