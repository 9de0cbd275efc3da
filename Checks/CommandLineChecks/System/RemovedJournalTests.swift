import Foundation
import SecureStore
import XCTest

/// Somebody removes the journal of a store while another program has the store open.
final class RemovedJournalTests: CommandTestCase {
    func test_set_besideAProgramWithoutItsJournal_isRefusedAndLosesNothing() throws {
        XCTAssertEqual(try run("init").code, 0)
        var store = Optional(try defaultStore())
        try store?.set(GenericPassword(service: "mail", account: "one"), secret: SecretBytes(utf8: "one"))
        for end in ["-wal", "-shm"] { try FileManager.default.removeItem(atPath: defaultPath + end) }
        let refused = try run("set", "mail", "two", "--stdin", input: Data("two".utf8))
        XCTAssertNotEqual(refused.code, 0)
        XCTAssertTrue(refused.errors.contains("its journal is missing; have every program"), refused.errors)
        store = nil
        XCTAssertEqual(try run("set", "mail", "two", "--stdin", input: Data("two".utf8)).code, 0)
        XCTAssertEqual(try run("get", "mail", "one").text, "one")
        XCTAssertEqual(try run("verify").text, "2 items checked, 0 damaged\n")
    }
}
