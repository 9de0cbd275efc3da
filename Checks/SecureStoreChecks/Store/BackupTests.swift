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
}
