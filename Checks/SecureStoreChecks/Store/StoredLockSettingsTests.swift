import Foundation
import StoreExerciser
import XCTest

@testable import SecureStore

/// Tests of when a store locks by itself: kept by the store, sealed, and carried wherever the store goes.
final class StoredLockSettingsTests: SalvageTestCase {
    private func never() throws -> LockSettings { try LockSettings(locksAfter: nil, locksOnSleep: true) }

    private func hour() throws -> LockSettings {
        try LockSettings(locksAfter: .seconds(3_600), locksOnSleep: true)
    }

    func test_secondReader_ofStore_readsThem() throws {
        let store = try makeStore()
        for settings in [try hour(), try never()] {
            try store.setLockSettings(settings)
            let answer = try SecondReader().readSettings(
                path, ["--device-key-file", directory + "/device.key"])
            XCTAssertEqual(answer, settings)
        }
    }
}
