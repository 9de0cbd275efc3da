import XCTest

@testable import SecureStore

/// Restores beside restores: programs that have the store open go on, whichever comes last.
final class RestoredNumbersTests: StoreTestCase {
    private func restore(onProgress observer: WorkProgress.Observer? = nil) throws {
        _ = try ItemStore.restore(from: backupPath, to: path, options: options, onProgress: observer)
    }

    func test_restore_thatBeganBeforeAnother_passesItToo() throws {
        for _ in 0..<8 {
            let store = try makeStore()
            try store.add(password("maria"))
            try store.backup(to: backupPath)
            var isDone = false
            try restore { [self] _ in
                if isDone { return .proceed }
                isDone = true
                do {
                    try restore()
                    _ = try store.itemCount()
                } catch { XCTFail("\(error)") }
                return .proceed
            }
            XCTAssertEqual(try store.itemCount(), 1)
            XCTAssertTrue(try store.verify().isIntact)
            try removeStore()
            try FileManager.default.removeItem(atPath: backupPath)
        }
    }

    func test_restore_whileAStoreIsMadeThere_leavesThatOne() throws {
        try makeStore().backup(to: backupPath)
        try removeStore()
        var isDone = false
        assertThrows(.databaseLocked) {
            try self.restore { [self] _ in
                if isDone { return .proceed }
                isDone = true
                do { try makeStore().add(password("made meanwhile")) } catch { XCTFail("\(error)") }
                return .proceed
            }
        }
        XCTAssertEqual(try openStore().itemCount(), 1)
        XCTAssertFalse(try names().contains { $0.contains("damaged") })
    }

    func test_leap_thousandsOfTimesFromOneBackup_alwaysGoesUp() throws {
        let engine = try makeStore().engine
        var last: Int64 = 1
        let writing = try engine.beginWriting()
        let (session, backup) = (writing.session, writing.session.change.state)
        for turn in 0..<10_000 {
            session.change.state = backup
            try session.leap(past: last)
            let version = session.change.state.keysVersion
            guard version > last else {
                XCTFail("restore \(turn): from \(last) to \(version)")
                break
            }
            last = version
        }
    }

    func test_restore_withSessionKeyThatDoesNotOpenTheResult_replacesNothing() throws {
        let store = try makeStore()
        try store.backup(to: backupPath)
        try store.add(password("maria"), secret: secret("new"))
        let key = Credential.sessionKey(try store.sessionKey())
        var other = options
        other.deviceKey = .file(directory + "/other.key")
        assertThrows(.authFailed) {
            _ = try ItemStore.restore(from: backupPath, to: path, unlockingWith: key, options: other)
        }
        XCTAssertEqual(try store.itemCount(), 1)
        XCTAssertNoThrow(try openStore())
    }
}
