import Foundation
import XCTest

@testable import SecureStore

/// Tests of how far behind a replica may be when it is read.
final class ReadPolicyTests: FleetTestCase {
    private let elapsed = ElapsedClock()
    private let away = StoreError(.notAvailable, "the server is away")

    override func options(of host: String) -> StoreOptions {
        var options = super.options(of: host)
        options.elapsed = { [elapsed] in elapsed.look() }
        return options
    }

    private func open(
        _ host: String = "b", _ policy: ReadPolicy, over order: (any ChangeOrder)? = nil,
        access: StoreOptions.Access = .readWrite
    ) throws -> ItemStore {
        var options = options(of: host)
        options.access = access
        return try ItemStore.openReplica(
            of: Self.id, at: path(of: host), over: order ?? fleet, reading: policy, options: options)
    }

    /// A host that changes the fleet, and another one that reads it by a policy.
    private func makeHosts(
        _ policy: ReadPolicy, over order: (any ChangeOrder)? = nil
    ) throws -> (a: ItemStore, reader: ItemStore) {
        let a = try begin()
        _ = try join("b", lettingIn: a)
        return (a, try open("b", policy, over: order))
    }

    /// The number of times that the server was asked while `body` ran.
    private func looks(_ body: () throws -> Void) rethrows -> Int {
        let before = fleet.looks.value
        try body()
        return fleet.looks.value - before
    }

    private func limit(_ seconds: Double, servesBeyond: Bool = false) -> ReadPolicy {
        .limited(.seconds(seconds), servesBeyond: servesBeyond)
    }

    // MARK: - Asking

    func test_local_neverAsks() throws {
        let (a, reader) = try makeHosts(.local)
        let asked = try looks {
            try a.add(password("maria"), secret: secret("one"))
            elapsed.advance(by: 1_000)
            XCTAssertNil(try reader.first(query("maria")))
        }
        XCTAssertEqual(asked, 0)
    }

    func test_latest_asksOnceForEachRead() throws {
        let (a, reader) = try makeHosts(.latest)
        for number in 1...5 {
            try a.add(password("\(number)"), secret: secret("one"))
            XCTAssertEqual(
                try looks { XCTAssertEqual(try reader.first(query("\(number)"))?.secret?.text, "one") }, 1)
        }
    }

    func test_limit_isAskedBeyondItAlone() throws {
        let (a, reader) = try makeHosts(limit(5))
        XCTAssertEqual(try looks { _ = try reader.itemCount() }, 1)
        try a.add(password("maria"), secret: secret("one"))
        elapsed.advance(by: 4)
        XCTAssertEqual(try looks { XCTAssertEqual(try reader.itemCount(), 0) }, 0)
        elapsed.advance(by: 2)
        XCTAssertEqual(try looks { XCTAssertEqual(try reader.itemCount(), 1) }, 1)
        XCTAssertEqual(try looks { XCTAssertEqual(try reader.itemCount(), 1) }, 0)
    }

    func test_age_isCountedFromBeforeTheQuestion() throws {
        let hooked = HookedFleet(fleet)
        let (a, reader) = try makeHosts(limit(5), over: hooked)
        hooked.onLook.update { [elapsed] in $0 = { elapsed.advance(by: 4) } }
        _ = try reader.itemCount()
        try a.add(password("maria"), secret: secret("one"))
        elapsed.advance(by: 2)
        XCTAssertEqual(try reader.itemCount(), 1)
    }

    func test_changesAndCatchingUp_renewTheAge() throws {
        let (_, reader) = try makeHosts(limit(5))
        try reader.add(password("maria"), secret: secret("one"))
        XCTAssertEqual(try looks { _ = try reader.itemCount() }, 0)
        elapsed.advance(by: 4)
        try reader.catchUp()
        elapsed.advance(by: 4)
        XCTAssertEqual(try looks { _ = try reader.itemCount() }, 0)
    }

    func test_change_thatFails_doesNotRenewTheAge() throws {
        let (_, reader) = try makeHosts(limit(5))
        fleet.failure.update { [away] in $0 = (false, away) }
        assertThrows(.notAvailable) { try reader.add(password("maria"), secret: nil) }
        XCTAssertEqual(try looks { _ = try reader.itemCount() }, 1)
    }

    func test_reopening_forgetsTheAge() throws {
        let (_, reader) = try makeHosts(limit(5))
        _ = try reader.itemCount()
        let again = try open("b", limit(5))
        XCTAssertEqual(try looks { _ = try again.itemCount() }, 1)
    }

    /// One of each kind of read, which answers 1 if the item is there.
    private func reads(of reader: ItemStore) throws -> [(name: String, run: () throws -> Int)] {
        let (item, file, passphrase) = (password("maria"), directory + "/export", try secret("of an export"))
        return [
            ("first", { try reader.first(query("maria")) == nil ? 0 : 1 }),
            ("copyMatching", { try reader.copyMatching(query("maria")).count }),
            ("secret", { try reader.secret(of: item) == nil ? 0 : 1 }),
            ("contains", { try reader.contains(item) ? 1 : 0 }),
            ("count", { try reader.count(query("maria")) }),
            ("earlier", { try reader.earlierSecrets(of: item).count + 1 }),
            ("page", { try reader.page(query("maria"), limit: 10).matches.count }),
            (
                "selection",
                { try reader.find(query("maria").selection, secrets: true, wantsDigest: false).count }
            ),
            ("reading", { try reader.reading { try $0.secret(of: item) == nil ? 0 : 1 } }),
            ("itemCount", { try reader.itemCount() }),
            ("export", { try reader.export(to: file, passphrase: passphrase, cost: .cheapest).exported }),
        ]
    }

    func test_latest_isForEveryKindOfRead() throws {
        let (a, reader) = try makeHosts(.latest)
        for (name, read) in try reads(of: reader) {
            try a.add(password("maria"), secret: secret("one"))
            XCTAssertEqual(try read(), 1, name)
            try a.delete(query("maria"))
            // Now the item is gone here, too, so that the next read cannot find what it has not asked for.
            XCTAssertEqual(try reader.sequenceNumber(), try a.sequenceNumber(), name)
        }
    }

    func test_latest_isForReadsOfAsyncCalls() async throws {
        let (a, reader) = try makeHosts(.latest)
        try await a.add(password("maria"), secret: secret("one"))
        let count = try await reader.perform { store throws(StoreError) in try store.itemCount() }
        XCTAssertEqual(count, 1)
    }

    func test_whatTellsOfTheFile_neverAsks() throws {
        let (_, reader) = try makeHosts(.latest)
        fleet.lookFailure.update { [away] in $0 = away }
        let asked = try looks {
            _ = (try reader.information(), try reader.protection(), try reader.lockSettings())
            XCTAssertTrue(try reader.verify().isIntact)
            XCTAssertNotNil(try reader.fleetIdentifier())
            XCTAssertGreaterThan(try reader.newestHere().number, 0)
            try reader.backup(to: directory + "/backup")
            _ = try open("b", .latest)
        }
        XCTAssertEqual(asked, 0)
    }

    func test_transaction_readsItself() throws {
        let (_, reader) = try makeHosts(.latest)
        let asked = try looks {
            try reader.transaction { changes throws(StoreError) in
                _ = try changes.add(password("maria"), secret: nil)
                XCTAssertEqual(try changes.count(query("maria")), 1)
                assertThrows(.param) { try reader.itemCount() }
            }
        }
        XCTAssertEqual(asked, 0)
    }

    // MARK: - Without a server

    func test_latestAndRefuse_withoutServer_throwNotAvailable() throws {
        for policy in [.latest, limit(5)] {
            let host = policy == .latest ? "b" : "c"
            let a = host == "b" ? try begin() : try reopen("a")
            _ = try join(host, lettingIn: a)
            let reader = try open(host, policy)
            fleet.lookFailure.update { [away] in $0 = away }
            for _ in 0..<2 {
                XCTAssertEqual(looks { assertThrows(.notAvailable) { try reader.itemCount() } }, 1)
            }
            fleet.lookFailure.update { $0 = nil }
            XCTAssertNoThrow(try reader.itemCount())
        }
    }

    func test_serve_withoutServer_servesAndAsksNowAndThen() throws {
        let (a, reader) = try makeHosts(limit(5, servesBeyond: true))
        try a.add(password("maria"), secret: secret("one"))
        fleet.lookFailure.update { [away] in $0 = away }
        func count() throws -> Int { try reader.itemCount() }
        XCTAssertEqual(try looks { for _ in 0..<10 { XCTAssertEqual(try count(), 0) } }, 1)
        elapsed.advance(by: 1.5)
        XCTAssertEqual(try looks { for _ in 0..<10 { XCTAssertEqual(try count(), 0) } }, 1)
        fleet.lookFailure.update { $0 = nil }
        elapsed.advance(by: 1.5)
        XCTAssertEqual(try count(), 1)
    }

    /// Nothing new has room here, and the rest can be read.
    func test_serve_onAFullDisk_serves() throws {
        let (_, reader) = try makeHosts(limit(5, servesBeyond: true))
        fleet.lookFailure.update { $0 = StoreError(.diskFull, "the disk is full") }
        XCTAssertEqual(try reader.itemCount(), 0)
    }

    func test_serve_afterALongFailure_restsThreeTimesAsLong() throws {
        let hooked = HookedFleet(fleet)
        let (_, reader) = try makeHosts(limit(5, servesBeyond: true), over: hooked)
        hooked.lookFailure.update { [elapsed, away] in
            $0 = {
                elapsed.advance(by: 10)
                return away
            }
        }
        let before = elapsed.look()
        for _ in 0..<30 {
            XCTAssertEqual(try reader.itemCount(), 0)
            elapsed.advance(by: 1)
        }
        // Thirty seconds of the reads' own, and one question of ten.
        XCTAssertLessThan(before.duration(to: elapsed.look()), .seconds(41))
    }

    func test_serve_withAnotherHistory_throws() throws {
        let (a, reader) = try makeHosts(limit(5, servesBeyond: true))
        let old = fleet.content.value
        try a.add(password("maria"), secret: secret("one"))
        XCTAssertEqual(try reader.itemCount(), 1)
        fleet.show { $0 = old }
        elapsed.advance(by: 6)
        for _ in 0..<2 { assertThrows(.divergedHistory) { try reader.itemCount() } }
    }

    // MARK: - Replicas that take nothing in

    func test_latest_ofLockedReplica_asksOnceItWasUnlocked() throws {
        let (a, reader) = try makeHosts(.latest)
        reader.lock()
        try a.add(password("maria"), secret: secret("one"))
        XCTAssertEqual(try looks { XCTAssertEqual(try reader.itemCount(), 1) }, 1)
        try a.rotateKeys()
        assertThrows(.interactionNotAllowed) { try reader.itemCount() }
        try reader.unlock()
        XCTAssertEqual(try reader.itemCount(), 1)
    }

    func test_latest_ofReplicaOpenedForReading_refusesWhatItCannotTakeIn() throws {
        let (a, writer) = try makeHosts(.local)
        let reader = try open("b", .latest, access: .readOnly)
        XCTAssertEqual(try reader.itemCount(), 0)
        try a.add(password("maria"), secret: secret("one"))
        assertThrows(.notAvailable) { try reader.itemCount() }
        try writer.catchUp()
        XCTAssertEqual(try reader.itemCount(), 1)
    }
}
