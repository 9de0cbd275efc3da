import Foundation
import TokenVault
import XCTest

@testable import SecureStore

private let unknown = StoreError(.unknownOutcome, "cut")
private let down = StoreError(.notAvailable, "down")

/// A vault on the hosts of a fleet: one refresh for all of them.
final class VaultOnFleetTests: FleetTestCase {
    private lazy var scene = VaultScene(clock: clock, fleet: fleet)

    /// Two hosts with maria's pair, which has expired.
    private func hosts(over order: (any ChangeOrder)? = nil) throws -> (a: ItemStore, b: ItemStore) {
        let a = try begin(over: order) {
            try scene.vault($0).save(scene.pair(1, expiresIn: -1), for: "maria")
        }
        return (a, try join("b", lettingIn: a))
    }

    // MARK: - One refresh

    func test_validAccessToken_onAnotherHostAfterARefresh_asksNobody() async throws {
        let scene = scene
        let (a, b) = try hosts()
        let tokens = [try await scene.access(scene.vault(a)), try await scene.access(scene.vault(b))]
        XCTAssertEqual(tokens, ["access-2", "access-2"])
        XCTAssertEqual(scene.asked.value, ["refresh-1"])
        XCTAssertEqual(scene.fleet.locks.value, [])
    }

    func test_validAccessToken_onHostsAtOnce_asksOnce() async throws {
        let scene = scene
        let (a, b) = try hosts()
        let vaults = [a, b, try join("c", lettingIn: a), try join("d", lettingIn: a)].map { scene.vault($0) }
        try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<40 { group.addTask { try await scene.access(vaults[number % 4]) } }
            for try await token in group { XCTAssertEqual(token, "access-2") }
        }
        XCTAssertEqual(scene.asked.value, ["refresh-1"])
    }

    func test_validAccessToken_whileAnotherHostHoldsTheLock_throwsBusyAndAsksNobody() async throws {
        let scene = scene
        let (a, b) = try hosts()
        let reference = try await a.only(Query<GenericPassword>()).reference
        let lock = try XCTUnwrap(try a.lockAmongHosts(Array(reference.persistent), waitingAtMost: .zero))
        let thrown = await scene.code { try await scene.access(scene.vault(b, patience: .milliseconds(50))) }
        XCTAssertEqual(thrown, "busy")
        XCTAssertEqual(scene.asked.value, [])
        lock.release()
        // Not on the same host, where a caller joins the refresh that is just giving up.
        let token = try await scene.access(scene.vault(a))
        XCTAssertEqual(token, "access-2")
    }

    func test_lockAmongHosts_ofStoreInNoFleet_isNone() throws {
        XCTAssertNil(try makeStore().lockAmongHosts([1], waitingAtMost: .zero))
    }

    func test_lockAmongHosts_ofOneName_hasOneNumberOnAllHostsThatSaysNothing() throws {
        let scene = scene
        let (a, b) = try hosts()
        var numbers: [Set<Int64>] = []
        for (host, name) in [(a, [1]), (b, [1]), (a, [2])] as [(ItemStore, [UInt8])] {
            let lock = try host.lockAmongHosts(name, waitingAtMost: .zero)
            numbers.append(scene.fleet.locks.value)
            lock?.release()
        }
        XCTAssertEqual(numbers[0], numbers[1])
        XCTAssertNotEqual(numbers[0], numbers[2])
    }

    func test_validAccessToken_afterASignInOnAnotherHost_findsIt() async throws {
        let scene = scene
        let (a, b) = try hosts()
        try scene.vault(a).delete(for: "maria")
        let thrown = await scene.code { try await scene.access(scene.vault(b)) }
        XCTAssertEqual(thrown, "notSignedIn")
        try scene.vault(a).save(scene.pair(5), for: "maria")
        let token = try await scene.access(scene.vault(b))
        XCTAssertEqual(token, "access-5")
    }

    // MARK: - A host that lost its lock

    func test_validAccessToken_afterAnotherHostLostItsLock_waitsForItsAnswer() async throws {
        let scene = scene
        let (a, b) = try hosts()
        let other = Locked<Task<String, any Error>?>(nil)
        let pair = try await scene.whileRefreshing(a) {
            other.update { $0 = Task { try await scene.access(scene.vault(b)) } }
            while scene.fleet.locks.value.isEmpty { await Task.yield() }
        }
        XCTAssertEqual(try pair.accessToken.text(), "access-2")
        let token = try await other.value?.value
        XCTAssertEqual(token, "access-2")
        XCTAssertEqual(scene.asked.value, ["refresh-1"])
    }

    func test_validAccessToken_afterAnotherHostWasSilentForTheWholePatience_givesTheGrantUp() async throws {
        let scene = scene
        let (a, b) = try hosts()
        _ = try await scene.whileRefreshing(a) {
            let hasty = scene.vault(b, patience: .milliseconds(50))
            // The first caller may be out of patience before the refresh is.
            while await scene.code({ try await scene.access(hasty) }) != "reauthenticationRequired" {}
        }
        XCTAssertEqual(scene.asked.value, ["refresh-1"])
        // The answer came late, and nobody has used the refresh token a second time.
        let token = try await scene.access(scene.vault(b))
        XCTAssertEqual(token, "access-2")
        XCTAssertEqual(scene.asked.value, ["refresh-1"])
    }

    func test_lateAnswer_afterANewSignIn_isDropped() async throws {
        let scene = scene
        let (a, b) = try hosts()
        let pair = try await scene.whileRefreshing(a) { try scene.vault(b).save(scene.pair(8), for: "maria") }
        XCTAssertEqual(try pair.accessToken.text(), "access-8")
        XCTAssertEqual(try scene.vault(b).pair(for: "maria")?.accessToken.text(), "access-8")
    }

    func test_lateAnswer_afterANewerPairOfTheSameRefreshToken_isDropped() async throws {
        let scene = scene
        let (a, b) = try hosts()
        let pair = try await scene.whileRefreshing(a) {
            var newer = try scene.pair(8)
            newer.refreshToken = try Token("refresh-1")
            try scene.vault(b).save(newer, for: "maria")
        }
        XCTAssertEqual(try pair.accessToken.text(), "access-8")
    }

    func test_temporaryFailure_afterTheLockWasLost_leavesTheTokenToOthers() async throws {
        let scene = scene
        let (a, b) = try hosts()
        let thrown = await scene.code {
            try await scene.whileRefreshing(a) { throw RefreshFailure.temporary(reason: "down") }
        }
        XCTAssertEqual(thrown, "refreshFailed")
        let token = try await scene.access(scene.vault(b))
        XCTAssertEqual(token, "access-2")
    }

    // MARK: - A refresh that takes too long

    func test_refreshThatTakesTooLong_leavesTheTokenToOthers() async throws {
        let scene = scene
        let (a, b) = try hosts()
        let thrown = await scene.code {
            try await scene.vault(a, limit: .milliseconds(50)).validPair(for: "maria") { _ in
                try await Task.sleep(for: .seconds(600))
                throw CancellationError()
            }
        }
        XCTAssertEqual(thrown, "refreshFailed")
        let token = try await scene.access(scene.vault(b))
        XCTAssertEqual(token, "access-2")
        XCTAssertEqual(scene.asked.value, ["refresh-1"])
    }

    func test_lateAnswer_ofARefreshThatTookTooLong_isForAll() async throws {
        let (scene, mayAnswer) = (scene, Locked(false))
        let (a, b) = try hosts()
        let thrown = await scene.code {
            try await scene.vault(a, limit: .milliseconds(50)).validPair(for: "maria") { old in
                let new = try scene.renew(old)
                while !mayAnswer.value { await Task.yield() }
                return new
            }
        }
        XCTAssertEqual(thrown, "refreshFailed")
        let other = Task { try await scene.access(scene.vault(b)) }
        while scene.fleet.locks.value.isEmpty { await Task.yield() }
        mayAnswer.update { $0 = true }
        let token = try await other.value
        XCTAssertEqual(token, "access-2")
        XCTAssertEqual(scene.asked.value, ["refresh-1"])
    }

    // MARK: - The fleet's server fails

    func test_validAccessToken_whoseIntentWasKeptWithoutAWord_goesOn() async throws {
        let scene = scene
        let (a, _) = try hosts()
        scene.fleet.failure.update { $0 = (true, unknown) }
        let token = try await scene.vault(a).validAccessToken(for: "maria") {
            scene.fleet.failure.update { $0 = nil }
            return try scene.renew($0)
        }
        XCTAssertEqual(try token.text(), "access-2")
        XCTAssertEqual(scene.asked.value, ["refresh-1"])
    }

    func test_validAccessToken_whoseAnswerWasKeptWithoutAWord_goesOn() async throws {
        let scene = scene
        let (a, b) = try hosts()
        let token = try await scene.vault(a).validAccessToken(for: "maria") {
            scene.fleet.failure.update { $0 = (true, unknown) }
            return try scene.renew($0)
        }
        XCTAssertEqual(try token.text(), "access-2")
        scene.fleet.failure.update { $0 = nil }
        let other = try await scene.access(scene.vault(b))
        XCTAssertEqual(other, "access-2")
    }

    func test_validAccessToken_whoseAnswerCannotBeKeptYet_triesAgain() async throws {
        let scene = scene
        let (a, _) = try hosts()
        let token = try await scene.vault(a).validAccessToken(for: "maria") {
            scene.fleet.failure.update { $0 = (false, down) }
            Task {
                try await Task.sleep(for: .milliseconds(150))
                scene.fleet.failure.update { $0 = nil }
            }
            return try scene.renew($0)
        }
        XCTAssertEqual(try token.text(), "access-2")
        XCTAssertEqual(try scene.vault(a).pair(for: "maria")?.accessToken.text(), "access-2")
    }

    func test_validAccessToken_whoseIntentCannotBeKept_asksNobody() async throws {
        let scene = scene
        let (a, _) = try hosts()
        scene.fleet.failure.update { $0 = (false, down) }
        let thrown = await scene.code { try await scene.access(scene.vault(a)) }
        XCTAssertTrue(thrown.contains("otAvailable"), thrown)
        XCTAssertEqual(scene.asked.value, [])
    }

    func test_validAccessToken_whileServerIsDown_returnsOneThatIsNotExpired() async throws {
        let scene = scene
        let (a, _) = try hosts()
        try scene.vault(a).save(scene.pair(3, expiresIn: 30), for: "maria")
        scene.fleet.failure.update { $0 = (false, down) }
        scene.clock.advance(by: 20)
        let token = try await scene.access(scene.vault(a))
        XCTAssertEqual(token, "access-3")
        XCTAssertEqual(scene.asked.value, [])
    }

    func test_refreshThatBeganBeforeTheFleet_isNeverRepeated() async throws {
        let scene = scene
        let alone = try ItemStore.create(at: path(of: "a"), options: options(of: "a"))
        try scene.vault(alone).save(scene.pair(1, expiresIn: -1), for: "maria")
        let (path, options) = (path(of: "a"), options(of: "a"))
        do {
            _ = try await scene.vault(alone).validPair(for: "maria") { old in
                _ = try ItemStore.beginFleet(Self.id, at: path, over: scene.fleet, options: options)
                return try scene.renew(old)
            }
            XCTFail("the store was changed without its fleet")
        } catch let unsaved as UnsavedPair {
            XCTAssertEqual(try unsaved.pair.accessToken.text(), "access-2")
        }
        let b = try join("b", lettingIn: reopen("a"))
        let thrown = await scene.code { try await scene.access(scene.vault(b)) }
        XCTAssertEqual(thrown, "reauthenticationRequired")
        XCTAssertEqual(scene.asked.value, ["refresh-1"])
    }

    func test_intentOfAFleet_inAStoreThatHasLeftIt_isNeverRepeated() async throws {
        let scene = scene
        let (a, b) = try hosts()
        let (path, options) = (path(of: "b"), options(of: "b"))
        _ = try await scene.whileRefreshing(a) {
            try b.catchUp()
            try b.leaveFleet()
            let store = try ItemStore.open(at: path, options: options)
            let thrown = await scene.code { try await scene.access(scene.vault(store)) }
            XCTAssertEqual(thrown, "reauthenticationRequired")
        }
        XCTAssertEqual(scene.asked.value, ["refresh-1"])
    }
}
