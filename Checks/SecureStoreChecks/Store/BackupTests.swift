import Foundation
import XCTest

@testable import SecureStore

/// A copy of the store, made while it is in use.
final class BackupTests: StoreTestCase {
    func test_backup_whileAnotherProcessWrites_isOneStateOfTheStore() throws {
        let store = try makeLargeStore()
        try whileAnotherProcessWrites { writer in
            for number in 0..<Effort.rounds(10) {
                let acknowledged = try XCTUnwrap(writer.nextLine().flatMap(Int.init))
                try store.backup(to: "\(backupPath).\(number)")
                let copied = try itemsOfIntactStore(at: "\(backupPath).\(number)")
                XCTAssertGreaterThanOrEqual(assertOneMoment(of: copied) ?? -1, acknowledged)
            }
        }
    }

    func test_backup_whilePassphraseAndKeysChange_leavesTheStoreUnlocked() throws {
        let store = try makeStore()
        for name in ["a", "b", "c"] {
            try store.add(password(name), secret: SecretBytes.random(count: 1 << 20))
        }
        try store.setPassphrase(secret("p"), cost: .cheapest)
        try store.unlock(with: .passphrase(secret("p")))
        var isDone = false
        try store.backup(to: backupPath) { _ in
            if isDone { return .proceed }
            isDone = true
            do {
                try store.changePassphrase(from: secret("p"), to: secret("q"), cost: .cheapest)
                try store.unlock(with: .passphrase(secret("q")))
                try store.rotateKeys()
            } catch { XCTFail("\(error)") }
            return .proceed
        }
        XCTAssertEqual(store.lockState, .unlocked)
    }

    /// A restore writes into the file that is there.
    func test_add_afterAnotherProcessRestoredTheStore_succeeds() throws {
        let store = try makeStore()
        try store.add(password("one"), secret: secret("one"))
        try store.backup(to: backupPath)
        try store.add(password("two"), secret: secret("two"))
        let process = try Exerciser("restore", self, name: backupPath)
        process.waitUntilReady()
        try process.go()
        _ = process.nextLine()
        process.kill()
        XCTAssertEqual(try items(of: store).keys.sorted(), ["mail one"])
        try store.add(password("three"), secret: secret("three"))
        XCTAssertEqual(try itemsOfIntactStore(at: path).keys.sorted(), ["mail one", "mail three"])
    }
}
