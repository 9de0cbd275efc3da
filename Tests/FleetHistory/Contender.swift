import Dispatch
import Foundation
package import SecureStore

/// A process that sets, replaces, deletes and reads the same items as others, and notes each call.
package struct Contender {
    private let name: String
    private let store: ItemStore
    /// The generations of each item that it has learned, the latest last.
    private var learned: [String: [Int]] = [:]
    private var count = 0
    package private(set) var calls: [RegisterCall] = []

    /// Reads of the store must not be behind what others were told is done.
    package init(_ name: String, _ store: ItemStore) { (self.name, self.store) = (name, store) }

    /// The items of a round; other rounds make no calls on them.
    package static func items(of round: Int) -> [String] { ["\(round)a", "\(round)b"] }

    package static func password(_ item: String) -> GenericPassword {
        GenericPassword(service: "contested", account: item)
    }

    /// Works in rounds; says its history of each with "end" after it, and waits for a line before the next.
    ///
    /// `halfway` does something else in the middle of each round. A process that hangs is killed.
    package mutating func run(
        rounds: Int, say: (String) -> Void, halfway: (inout Contender, Int) throws -> Void
    ) throws {
        for round in 0..<rounds {
            alarm(60)
            for turn in 0..<24 {
                if turn == 12 { try halfway(&self, round) }
                try callOnce(Self.items(of: round)[Int.random(in: 0...1)])
                // The others need the processors too.
                usleep(UInt32.random(in: 0..<1_000))
            }
            for call in calls { say(String(decoding: try JSONEncoder().encode(call), as: UTF8.self)) }
            calls = []
            say("end")
            if round < rounds - 1 { _ = readLine() }
        }
    }

    private mutating func callOnce(_ item: String) throws {
        count += 1
        switch Int.random(in: 0..<10) {
        case 0...2: try read(item)
        case 3...4: try set(item, "\(name):\(count)")
        case 5: try call(.delete, [item]) { store, _ in try store.delete(Self.password(item)) }
        default: try replace(item, "\(name):\(count)")
        }
    }

    package mutating func read(_ item: String) throws {
        try call(.read, [item]) { store, call in
            let match = try store.only(Query(identityOf: Self.password(item)))
            let bytes = match.secret?.withSpan { bytes in bytes.indices.map { bytes[$0] } }
            (call.value, call.generation) = (String(decoding: bytes ?? [], as: UTF8.self), match.generation)
        }
    }

    package mutating func set(_ item: String, _ value: String) throws {
        try call(.set, [item], value) { store, _ in
            try store.set(Self.password(item), secret: SecretBytes(copying: value.utf8))
        }
    }

    /// Replaces what it has just read, or what it saw at any time.
    private mutating func replace(_ item: String, _ value: String) throws {
        let isFresh = Bool.random()
        if isFresh { try read(item) }
        let learned = learned[item, default: []]
        guard let expected = isFresh ? learned.last : learned.randomElement() else { return }
        try call(.replace, [item], value, expected: expected) { store, call in
            let secret = try SecretBytes(copying: value.utf8)
            call.generation = try store.replace(Self.password(item), secret: secret, ifGeneration: expected)
        }
    }

    /// Makes a call on items, and notes it for each of them with what `body` adds.
    package mutating func call(
        _ kind: RegisterCall.Kind, _ items: [String], _ value: String = "-", expected: Int = 0,
        _ body: (ItemStore, inout RegisterCall) throws -> Void
    ) throws {
        let start = DispatchTime.now().uptimeNanoseconds
        var call = RegisterCall(name, kind, "", value, expected: expected, at: start...start)
        do { try body(store, &call) } catch let error as StoreError {
            guard [.itemNotFound, .recordModified].contains(error.status) else { throw error }
            call.answer = error.status == .itemNotFound ? .missing : .modified
        }
        call.times = start...DispatchTime.now().uptimeNanoseconds
        for item in items {
            if call.generation > 0 { learned[item, default: []].append(call.generation) }
            call.item = item
            calls.append(call)
        }
    }
}
