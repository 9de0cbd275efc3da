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
        let secret = try SecretBytes(utf8: "hunter2")
        try store.add(GenericPassword(service: "mail.example", account: "maria"), secret: secret)
        try store.add(InternetPassword(server: "mail.example", account: "maria"), secret: secret)
        try store.add(InternetPassword(server: "forge.example", account: "anna"), secret: secret)
        return store
    }

    private func words(_ words: String...) throws -> ItemWords {
        try ItemWords(try ArgumentParser(table: .securestore).parse(["get"] + words))
    }

    func test_find_whateverIsNamed_asksOnceForEachAttribute() throws {
        let store = try store()
        let reference = try words("--server", "forge.example").find(in: store).reference
        // Two titles, a service, a host, two further hosts and two accounts; and the secret.
        let rows: [(words: ItemWords, reads: Int, line: UInt)] = [
            (try words("mail.example"), 4, #line), (try words("mail.example", "maria"), 4, #line),
            (try words("forge.example", "anna"), 5, #line), (try words("anna"), 9, #line),
            (try words("--service", "mail.example"), 2, #line),
            (try words("--server", "forge.example"), 2, #line),
            (try words("--account", "anna"), 3, #line),
            (try words("--reference", reference.text), 2, #line),
        ]
        for row in rows {
            let before = counter.reads
            XCTAssertEqual(try row.words.find(in: store).required().text(), "hunter2", line: row.line)
            XCTAssertEqual(counter.reads - before, row.reads, line: row.line)
        }
    }

    func test_name_thatIsAnAddress_hasItsHostPortAndAccount() {
        let rows: [(String, server: String, port: Int, scheme: String?, user: String?)] = [
            ("a.example", "a.example", 0, nil, nil), ("a.example:81", "a.example", 81, nil, nil),
            ("a:\u{301}81", "a:\u{301}81", 0, nil, nil),
            ("a@b", "a@b", 0, nil, nil), ("://a", "://a", 0, nil, nil), ("", "", 0, nil, nil),
            ("HTTPS://a.example", "a.example", 0, "https", nil), ("ftp://", "", 0, "ftp", nil),
            ("https://[::1]:81/b?c#d", "[::1]", 81, "https", nil), ("a://b?@c", "b", 0, "a", nil),
            ("https://maria:x@y@a.example:81#b", "a.example", 81, "https", "maria"),
            ("https://maria%40b@a.example", "a.example", 0, "https", "maria%40b"),
        ]
        for row in rows {
            let host = HostAndPort(of: row.0)
            XCTAssertEqual([host.server, host.scheme, host.user], [row.server, row.scheme, row.user], row.0)
            XCTAssertEqual(host.port, row.port, row.0)
        }
        XCTAssertEqual(ItemWords(place: "https://maria%40b@a.example", account: nil)[.account], "maria@b")
    }

    func test_item_thatIsAnAddress_isSplitBehindItsHost() {
        let rows = [
            ("https://a.example", "https://a.example", nil),
            ("https://a.example/maria", "https://a.example", "maria"),
            ("https://a.example/b/", "https://a.example/b/", nil),
            ("https://a.example/", "https://a.example/", nil),
            ("a/b/c", "a/b", "c"), ("a", "a", nil),
        ]
        for (text, place, account) in rows {
            let words = ItemWords(item: text[...])
            XCTAssertEqual([words.place, words[.account]], [place, account], text)
        }
    }

    func test_find_ofMoreThanAnybodyReads_isRefused() throws {
        let store = try store()
        for number in 0...Choice.longest {
            let item = GenericPassword(service: "many.example", account: "\(number)")
            try store.add(item, secret: SecretBytes(utf8: "hunter2"))
        }
        XCTAssertThrowsError(try words("many.example").find(in: store)) { error in
            XCTAssertEqual((error as? CommandError)?.exitCode, ExitCode(.multipleValuesUnsupported))
        }
    }

    func test_settle_ofAnItemThatIsMarkedSynchronizable_findsIt() throws {
        let store = try store()
        let item = GenericPassword(service: "sync.example", account: "eva", isSynchronizable: true)
        let reference = try store.add(item, secret: SecretBytes(utf8: "hunter2"))
        var words = try words("sync.example", "eva")
        XCTAssertEqual(try words.settle(in: store)?.reference, reference)
    }

    func test_settle_ofNameThatIsNoHost_readsNoFurtherHosts() throws {
        let store = try store()
        for (name, reads) in [("token", 5), ("token.example", 7)] {
            let before = counter.reads
            var words = try words(name)
            XCTAssertNil(try words.settle(in: store))
            XCTAssertEqual(counter.reads - before, reads, name)
        }
    }
}
