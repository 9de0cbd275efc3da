import XCTest

@testable import SecureStore

final class GetOrCreateTests: StoreTestCase {
    func test_getOrCreate_ofNewItem_addsWhatIsMade() throws {
        let store = try makeStore()
        let match = try store.getOrCreate(password("maria")) { try secret("made") }
        XCTAssertEqual(match.secret?.text, "made")
        XCTAssertEqual(try store.only(query("maria")).reference, match.reference)
    }

    func test_getOrCreate_ofItemThatIsThere_makesNothing() throws {
        let store = try makeStore()
        let reference = try store.add(password("maria"), secret: secret("one"))
        let match = try store.getOrCreate(password("maria")) {
            XCTFail("made again")
            return try secret("two")
        }
        XCTAssertEqual(match.reference, reference)
        XCTAssertEqual(match.secret?.text, "one")
    }

    func test_getOrCreate_ofItemThatIsThere_doesNotEvaluateTheSecret() throws {
        let store = try makeStore()
        try store.add(password("maria"), secret: secret("first"))
        var made = 0
        func make() throws(StoreError) -> SecretBytes {
            made += 1
            return try SecretBytes.random(count: 32)
        }
        XCTAssertEqual(try store.getOrCreate(password("maria"), secret: make()).secret?.text, "first")
        try store.transaction { changes in
            try changes.getOrCreate(password("maria"), secret: make())
            XCTAssertEqual(made, 0)
            try changes.getOrCreate(password("bob"), secret: make())
        }
        XCTAssertEqual(made, 1)
    }

    func test_getOrCreate_amongThreads_makesOnce() throws {
        let store = try makeStore()
        let (made, seen) = (Locked(0), Locked(Set<String>()))
        try inThreads(8) { number in
            let match = try store.getOrCreate(password("maria")) {
                made.update { $0 += 1 }
                return try secret("made by \(number)")
            }
            seen.update { $0.insert(match.secret?.text ?? "none") }
        }
        XCTAssertEqual(made.value, 1)
        XCTAssertEqual(seen.value.count, 1)
    }

    func test_getOrCreate_amongTwoObjects_makesOnce() throws {
        let stores = [try makeStore(), try openStore()]
        let made = Locked(0)
        try inThreads(8) { number in
            _ = try stores[number % 2].getOrCreate(password("maria")) {
                made.update { $0 += 1 }
                return try secret("made")
            }
        }
        XCTAssertEqual(made.value, 1)
    }

    func test_getOrCreate_whenMakeThrows_addsNothing() throws {
        struct Refused: Error {}
        let store = try makeStore()
        XCTAssertThrowsError(try store.getOrCreate(password("maria")) { throw Refused() }) {
            XCTAssertTrue($0 is Refused)
        }
        XCTAssertEqual(try store.itemCount(), 0)
    }

    func test_getOrCreate_ofItemThatCannotBeAdded_makesNothing() throws {
        let store = try makeStore()
        store.lock()
        assertThrows(.interactionNotAllowed) {
            try store.getOrCreate(password("maria")) {
                XCTFail("made for nothing")
                return try secret("one")
            }
        }
    }

    func test_getOrCreate_withTwinInAnotherGroup_returnsIt() throws {
        let store = try makeStore()
        let twin = GenericPassword(service: "mail", account: "maria", accessGroup: "team")
        try store.add(twin, secret: secret("team's"))
        XCTAssertEqual(try store.getOrCreate(password("maria")) { try secret("own") }.secret?.text, "team's")
    }

    func test_getOrCreate_amongSynchronizableTwins_tellsThemApart() throws {
        let store = try makeStore()
        try store.add(GenericPassword(service: "mail"), secret: secret("local"))
        let item = GenericPassword(service: "mail", isSynchronizable: true)
        XCTAssertEqual(try store.getOrCreate(item) { try secret("travels") }.secret?.text, "travels")
    }
}

/// Runs `body` in several threads at once, and throws the first error of any.
private func inThreads(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) throws {
    let failure = Locked<(any Error)?>(nil)
    onThreads(count) { number in
        do { try body(number) } catch { failure.update { $0 = $0 ?? error } }
    }
    if let error = failure.value { throw error }
}
