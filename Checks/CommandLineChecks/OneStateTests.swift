import Foundation
import SecureStore
import Synchronization
import XCTest

/// Commands that read two logins while another program changes both of them together, again and again.
final class OneStateTests: CommandTestCase {
    private let rounds = 60

    /// Gives both logins one new secret at a time, until `body` returns.
    private func besideChanges(_ body: () throws -> Void) throws {
        for name in ["first", "second"] {
            XCTAssertEqual(try run("set", name, "--stdin", input: Data("0".utf8)).code, 0)
        }
        let store = try defaultStore()
        let isOver = Mutex(false)
        let writer = JoinableThread {
            var number = 0
            while !isOver.withLock({ $0 }) {
                number += 1
                do {
                    let secret = try SecretBytes(copying: "\(number)".utf8)
                    try store.transaction { changes in
                        for name in ["first", "second"] {
                            try changes.set(GenericPassword(service: name), secret: secret)
                        }
                    }
                } catch { XCTFail("\(error)") }
            }
        }
        defer {
            isOver.withLock { $0 = true }
            writer.join()
        }
        try body()
    }

    private func assertBothAreOfOneChange(_ outcome: Outcome, line: UInt = #line) {
        XCTAssertEqual(outcome.code, 0, outcome.errors, line: line)
        let words = outcome.text.split(whereSeparator: \.isWhitespace)
        XCTAssertEqual(words.count, 2, line: line)
        XCTAssertEqual(words.first, words.last, line: line)
    }

    func test_inject_hasBothSecretsOfOneChange() throws {
        let template = "{{ securestore://first }} {{ securestore://second }}"
        try besideChanges {
            for _ in 0..<rounds {
                assertBothAreOfOneChange(try shell("echo '\(template)' | securestore inject | cat"))
            }
        }
    }

    func test_export_whileItemsAreDeleted_leavesThemOut() throws {
        XCTAssertEqual(try run("init").code, 0)
        let store = try defaultStore()
        for number in 0..<400 {
            try store.add(GenericPassword(service: "s\(number)"), secret: SecretBytes(copying: "s".utf8))
        }
        let deleter = JoinableThread {
            for number in (1..<400).reversed() { try? store.delete(GenericPassword(service: "s\(number)")) }
        }
        defer { deleter.join() }
        for round in 0..<3 {
            let outcome = try run("export", "--format", "json", "--yes", "list\(round)")
            XCTAssertEqual(outcome.code, 0, outcome.errors)
        }
    }

    func test_exec_hasBothSecretsOfOneChange() throws {
        try besideChanges {
            for _ in 0..<rounds {
                assertBothAreOfOneChange(
                    try run("exec", "-e", "A=first", "-e", "B=second", "sh", "-c", "echo $A $B"))
            }
        }
    }
}
