import FleetHistory
import Foundation
import SecureStore
import XCTest

/// Runs rounds of processes that contend for the same items, and checks what they were answered.
///
/// Each round begins with the value "first" in its items, and with `prepare`. Reads of the store must not be
/// behind what the processes were told is done.
func contest(
    _ processes: [TestProcess], rounds: Int, _ store: ItemStore, prepare: (Int) throws -> Void = { _ in }
) throws {
    var answers: Set<String> = []
    for round in 0..<rounds {
        var own = Contender("test", store)
        for item in Contender.items(of: round) {
            try own.set(item, "first")
            try own.read(item)
        }
        try prepare(round)
        for process in processes { try process.go() }
        let calls = try processes.flatMap(history)
        for item in Contender.items(of: round) { try own.read(item) }
        let breaches = RegisterChecker.breaches(own.calls + calls)
        XCTAssertTrue(breaches.isEmpty, "round \(round):\n" + breaches.joined(separator: "\n"))
        answers.formUnion(calls.map { "\($0.kind) \($0.answer)" })
    }
    // A contest in which nothing happened would prove nothing.
    let hard: Set = ["delete done", "replace done", "replace missing", "replace modified"]
    XCTAssertEqual(hard.subtracting(answers), [])
}

/// The calls that a process made in a round.
private func history(_ process: TestProcess) throws -> [RegisterCall] {
    var calls: [RegisterCall] = []
    while true {
        let line = try XCTUnwrap(process.nextLine(), "the process ended too early")
        if line == "end" { return calls }
        let call = try? JSONDecoder().decode(RegisterCall.self, from: Data(line.utf8))
        calls.append(try XCTUnwrap(call, line))
    }
}
