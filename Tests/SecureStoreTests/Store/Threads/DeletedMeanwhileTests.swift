import Foundation
import XCTest

@testable import SecureStore

/// A store that is deleted while somebody opens it is missing, and nothing else.
final class DeletedMeanwhileTests: StoreTestCase {
    func test_open_whileStoreIsMadeAndDeleted_opensOrSaysThatThereIsNone() throws {
        let (isDone, found) = (Locked(false), Locked<[StoreStatus: String]>([:]))
        let (path, options) = (path, options)
        _ = try options.deviceKey.loadOrCreate()
        onThreads(3) { number in
            if number == 0 {
                for _ in 0..<Effort.rounds(150) {
                    _ = try? ItemStore.create(at: path, options: options)
                    try? StoreFile(checking: path).delete()
                }
                return isDone.update { $0 = true }
            }
            while !isDone.value {
                do throws(StoreError) { _ = try ItemStore.open(at: path, options: options) } catch {
                    found.update { $0[error.status] = error.reason }
                }
            }
        }
        // Deleted and made again under who opens it is replaced.
        for status in [StoreStatus.noSuchKeychain, .notAvailable] { found.update { $0[status] = nil } }
        XCTAssertEqual(found.value, [:])
    }

    func test_open_whileTheStoreIsMade_saysThatThereIsNone() throws {
        let file = try StoreFile(checking: path)
        assertThrows(.noSuchKeychain) {
            try file.whileThere { () throws(StoreError) in
                try file.createEmpty()
                throw StoreError(.noSuchKeychain, "the file was not there yet")
            }
        }
    }
}
