import Foundation
import XCTest

@testable import SecureStore

/// Every operation on a store whose keys are being changed: half of its items are under the old ones.
final class HalfRotatedStoreTests: StoreTestCase {
    func test_secondReader_ofHalfRotatedStore_givesWhatLibraryGives() throws {
        let store = try makeStore()
        try FormatSamples.fill(store)
        try store.beginRotation { $0 % 2 == 1 }
        let answer = try SecondReader().read(path, ["--device-key-file", directory + "/device.key"])
        XCTAssertEqual(answer.message, "")
        XCTAssertEqual(answer.items.sorted { $0.id < $1.id }, try ReadItem.all(of: store))
    }
}
