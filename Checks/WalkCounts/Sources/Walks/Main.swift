import CWalks
import Foundation
import SecureStore

/// The calls whose walks `Checks/walks` counts.
///
///     Walks prepare DIRECTORY               makes the stores that the walks share
///     Walks NAME DIRECTORY WARMING CALLS    makes calls of one kind
///
/// gdb and callgrind are told of two stretches: the first call of the process, and the last calls, after
/// those that warm up.
@main
struct Main {
    static func main() throws {
        let words = CommandLine.arguments
        guard words.count >= 3 else { throw Failure() }
        walk_has_seed(words[1] == "prepare" ? 1 : 2)
        let home = Home(words[2])
        if words[1] == "prepare" { return try home.prepare() }
        guard words.count == 5, let warming = Int(words[3]), let calls = Int(words[4]) else {
            throw Failure()
        }
        let call = try home.call(words[1])
        walk_begins()
        try call(0)
        walk_ends()
        for index in 1..<(1 + warming) { try call(index) }
        walk_begins()
        for index in (1 + warming)..<(1 + warming + calls) { try call(index) }
        walk_ends()
    }
}

/// A call that did not do what it should.
struct Failure: Error {}
