import Foundation
import XCTest

@testable import SecureStore

/// A store that is only read is read as others leave it, also while they change it.
final class ReadOnlyBesideWriterTests: StoreTestCase {
    private func openReadOnly() throws -> ItemStore {
        var options = options
        options.access = .readOnly
        return try ItemStore.open(at: path, options: options)
    }

    private func start(_ mode: String, count: Int = 0) throws -> TestProcess {
        let process = try TestProcess(
            "StoreExerciser", [mode, path, directory + "/device.key", mode, "\(count)"])
        process.waitUntilReady()
        return process
    }

    func test_read_beforeAndAfterWriterCame_seesItsChanges() throws {
        _ = try makeStore()
        let reader = try openReadOnly()
        XCTAssertEqual(try reader.itemCount(), 0)
        let writer = try start("add", count: 3)
        XCTAssertEqual(try reader.itemCount(), 0)
        try writer.go()
        XCTAssertEqual(writer.lines(), ["0", "1", "2"])
        XCTAssertEqual(try reader.itemCount(), 3)
        XCTAssertTrue(try reader.verify().isIntact)
    }

    func test_open_besideWriter_followsIt() throws {
        _ = try makeStore()
        let writer = try start("churn")
        let reader = try openReadOnly()
        try writer.go()
        for _ in 0..<5 {
            let said = try XCTUnwrap(writer.nextLine().flatMap(Int.init))
            let item = GenericPassword(service: "churn", account: "\(said % 20)")
            let found = try XCTUnwrap(reader.secret(of: item)?.text)
            XCTAssertGreaterThanOrEqual(try XCTUnwrap(Int(found)), said)
        }
    }

    func test_read_betweenWritersThatComeAndGo_seesEach() throws {
        try makeStore().add(password("one"), secret: secret("first"))
        let reader = try openReadOnly()
        for turn in 0..<40 {
            try openStore().set(password("one"), secret: secret("\(turn)"))
            XCTAssertEqual(try reader.secret(of: password("one"))?.text, "\(turn)")
        }
    }

    func test_read_whileWritersComeAndGo_isTrueOrSaysBusy() throws {
        try makeStore().add(password("one"), secret: secret("0"))
        let (reader, isDone, found) = (try openReadOnly(), Locked(false), Locked<[String]>([]))
        let (path, options, acknowledged) = (path, options, Locked(0))
        onThreads(2) { number in
            if number == 0 {
                for turn in 1...150 {
                    let store = try? ItemStore.open(at: path, options: options)
                    if (try? store?.set(password("one"), secret: secret("\(turn)"))) != nil {
                        acknowledged.update { $0 = turn }
                    }
                }
                return isDone.update { $0 = true }
            }
            while !isDone.value {
                do throws(StoreError) {
                    let text = try reader.secret(of: password("one"))?.text ?? "nothing"
                    if found.value.last != text { found.update { $0.append(text) } }
                } catch  where error.status == .databaseLocked {} catch {
                    found.update { $0.append("\(error)") }
                }
            }
        }
        let turns = found.value.compactMap(Int.init)
        XCTAssertEqual(turns.map(String.init), found.value)
        XCTAssertEqual(turns, turns.sorted())
        XCTAssertEqual(try reader.secret(of: password("one"))?.text, "\(acknowledged.value)")
    }

    func test_open_ofKilledWritersStore_readsItsJournalAndLeavesIt() throws {
        _ = try makeStore()
        let writer = try start("add")
        try writer.go()
        for _ in 0..<5 { _ = writer.nextLine() }
        writer.kill()
        let before = try contents()
        XCTAssertGreaterThanOrEqual(try openReadOnly().itemCount(), 5)
        XCTAssertEqual(try contents(), before)
    }

    func test_open_whileWriterTakesItsJournalAway_waitsForThat() throws {
        try makeStore().add(password("one"))
        let journal = path + "-wal"
        // A writer that ends removes the index first, and then the journal.
        let facts: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        XCTAssertTrue(
            FileManager.default.createFile(atPath: journal, contents: Data([1]), attributes: facts))
        let writer = JoinableThread {
            usleep(20_000)
            XCTAssertEqual(unsafe unlink(journal), 0)
        }
        XCTAssertEqual(try openReadOnly().itemCount(), 1)
        writer.join()
    }

    func test_open_ofJournalWithoutIndex_saysWhatIsMissing() throws {
        _ = try makeStore()
        let writer = try start("add")
        try writer.go()
        _ = writer.nextLine()
        writer.kill()
        XCTAssertEqual(unsafe unlink(path + "-shm"), 0)
        let before = try contents()
        XCTAssertThrowsError(try openReadOnly()) { error in
            XCTAssertEqual((error as? StoreError)?.status, .readOnly)
            XCTAssertTrue("\(error)".contains("test.store-shm"), "\(error)")
        }
        XCTAssertEqual(try contents(), before)
    }

    func test_read_afterStoreWasReplaced_throwsNotAvailable() throws {
        _ = try makeStore()
        let reader = try openReadOnly()
        try StoreFile(checking: path).delete()
        assertThrows(.notAvailable) { try reader.itemCount() }
    }

    // MARK: - Proofs

    func test_read_ofTamperedStore_isRefusedAsEver() throws {
        let store = try makeStore()
        for account in ["one", "two"] { try store.add(password(account), secret: secret(account)) }
        try tamper("DELETE FROM item WHERE number = 2")
        assertThrows(.decode) { _ = try self.openReadOnly().secret(of: password("two")) }
        XCTAssertEqual(try openReadOnly().secret(of: password("one"))?.text, "one")
    }

    func test_write_besideReaderOfTheSameProcess_isSeen() throws {
        let store = try makeStore()
        let reader = try openReadOnly()
        try store.add(password("one"))
        XCTAssertEqual(try reader.itemCount(), 1)
    }

    func test_write_whereReaderOfTheSameProcessFollowsAnother_saysWhatToClose() throws {
        _ = try makeStore()
        let writer = try start("hold")
        let reader = try openReadOnly()
        let store = try openStore()
        writer.kill()
        XCTAssertThrowsError(try store.add(password("one"))) { error in
            XCTAssertEqual((error as? StoreError)?.status, .readOnly)
            XCTAssertTrue("\(error)".contains("if this process has it open read-only"), "\(error)")
        }
        XCTAssertEqual(try reader.itemCount(), 0)
    }
}
