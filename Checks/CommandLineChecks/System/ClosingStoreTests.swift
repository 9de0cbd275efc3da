import Foundation
import SecureStore
import XCTest

/// A restore from a store that another program closes at that moment.
final class ClosingStoreTests: CommandTestCase {
    /// Runs a restore whose calls are watched, while the store is open here and has changes in its journal.
    ///
    /// They are folded into the file after a moment if that is asked for.
    private func restore(to name: String, watching words: String, isClosing: Bool) throws -> Outcome {
        let store = Locked<ItemStore?>(try defaultStore())
        defer { store.update { $0 = nil } }
        // More than a step of the copy.
        let secret = try SecretBytes(copying: [UInt8](repeating: 7, count: 40_000))
        for item in 0..<40 {
            try store.value?.add(
                GenericPassword(service: "mail \(name)", account: "\(item)"), secret: secret)
        }
        if isClosing {
            DispatchQueue.global().asyncAfter(deadline: .now() + 0.6) { store.update { $0 = nil } }
        }
        let tracer = try Tool("strace").path
        return try shell(
            """
            \(tracer) -f -P \(defaultPath) \(words) \
                securestore restore \(defaultPath) --store \(temporary)/\(name)
            """)
    }

    /// The number of looks at the file before its first bytes are copied, which is the first long read.
    private func looks(_ name: String) throws -> Int {
        let words = "-o \(temporary)/calls -e trace=fstat,newfstatat,pread64"
        XCTAssertEqual(try restore(to: name, watching: words, isClosing: false).code, 0)
        let calls = try String(contentsOfFile: temporary + "/calls", encoding: .utf8).split(separator: "\n")
        let copied = calls.firstIndex { call in
            call.contains("pread64(") && call.split(separator: " ").last.flatMap { Int($0) } ?? 0 > 4_096
        }
        return calls[..<(try XCTUnwrap(copied))].count { !$0.contains("pread64(") }
    }

    func test_restore_fromAStoreThatIsBeingClosed_callsItNeverDamaged() throws {
        _ = try Tool("strace")
        try XCTSkipIf(isThinned, "the sanitizers open files of their own")
        XCTAssertEqual(try run("init").code, 0)
        var refusals = 0
        // On a loaded machine, the program may come to its look after the store was closed.
        for attempt in 0..<24 where attempt < 4 || refusals == 0 {
            let before = attempt % 4
            let number = try looks("looks-\(attempt)") - before
            let words =
                "-o /dev/null -e trace=fstat,newfstatat "
                + "-e inject=fstat,newfstatat:delay_enter=1000000:when=\(number)"
            let outcome = try restore(to: "\(attempt)", watching: words, isClosing: true)
            guard outcome.code != 0 else { continue }
            refusals += 1
            XCTAssertTrue(outcome.errors.contains("a program writes to"), "\(before): \(outcome.errors)")
        }
        XCTAssertGreaterThan(refusals, 0)
    }
}
