import SecureStore
import Synchronization
import XCTest

@testable import SecureStoreCLI

/// Tests of how often the store is read for the item that a command line names.
final class ItemWordsTests: XCTestCase {
    /// Counts what the engine is asked.
    private final class ReadCounter: EngineInterceptor {
        private let count = Mutex(0)
        var reads: Int { count.withLock { $0 } }

        func willBegin(_ step: EngineStep, _ itemClass: ItemClass?, _ reference: ItemReference?) {
            if step == .read { count.withLock { $0 += 1 } }
        }
    }

    private let counter = ReadCounter()

    /// A store with three passwords: maria has one of a service and one of a server, anna one of a server.
    private func store() throws -> ItemStore {
        var options = StoreOptions()
        options.interceptor = counter
        let store = try ItemStore.inMemory(options: options)
        let secret = try SecretBytes(text: "hunter2")
        try store.add(GenericPassword(service: "mail.example", account: "maria"), secret: secret)
        try store.add(InternetPassword(server: "mail.example", account: "maria"), secret: secret)
        try store.add(InternetPassword(server: "forge.example", account: "anna"), secret: secret)
        return store
    }

    private func words(_ words: String...) throws -> ItemWords {
        try ItemWords(try ArgumentParser(table: .securestore).parse(["get"] + words))
    }

    func test_find_whateverIsNamed_readsTheStoreOnce() throws {
        let store = try store()
        let reference = try words("--server", "forge.example").find(in: store).reference
        let rows: [(words: ItemWords, reads: Int, line: UInt)] = [
            (try words("mail.example"), 1, #line), (try words("mail.example", "maria"), 1, #line),
            (try words("forge.example", "anna"), 1, #line),
            (try words("--service", "mail.example"), 1, #line),
            (try words("--server", "forge.example"), 1, #line),
            (try words("--reference", reference.text), 1, #line),
        ]
        for row in rows {
            let before = counter.reads
            XCTAssertEqual(try row.words.find(in: store).required().text(), "hunter2", line: row.line)
            XCTAssertEqual(counter.reads - before, row.reads, line: row.line)
        }
    }

    func test_find_ofMoreThanAnybodyReads_isRefused() throws {
        let store = try store()
        for number in 0...Choice.longest {
            let item = GenericPassword(service: "many.example", account: "\(number)")
            try store.add(item, secret: SecretBytes(text: "hunter2"))
        }
        XCTAssertThrowsError(try words("many.example").find(in: store)) { error in
            XCTAssertEqual((error as? CommandError)?.exitCode, ExitCode(.multipleValuesUnsupported))
        }
    }

    func test_find_ofLoginWithNotes_isItsPassword() throws {
        let store = try store()
        let notes = GenericPassword(service: "mail.example", extra: "notes", of: "maria", kind: "notes")
        try store.add(notes, secret: SecretBytes(text: "notes"))
        XCTAssertEqual(try words("mail.example").find(in: store).required().text(), "hunter2")
    }
}
