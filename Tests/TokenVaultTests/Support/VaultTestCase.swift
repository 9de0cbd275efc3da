import Foundation
import SecureStore
import SecureStoreTesting
import XCTest

@testable import TokenVault

/// A test with a vault of its own in a store in memory, and a clock that moves only when the test moves it.
class VaultTestCase: XCTestCase {
    let clock = TestClock()
    private(set) var faults: InjectedFaults!
    private(set) var store: ItemStore!
    private(set) var vault: TokenVault!

    override func setUpWithError() throws {
        store = try ItemStore.inMemory(clock: SecureStoreTesting.TestClock())
        faults = try store.faults
        vault = makeVault()
    }

    func makeVault(_ service: String = "api", _ change: (inout VaultOptions) -> Void = { _ in }) -> TokenVault
    {
        TokenVault(store, service: service, options: options(change))
    }

    func options(_ change: (inout VaultOptions) -> Void = { _ in }) -> VaultOptions {
        var options = VaultOptions()
        options.now = { [clock] in clock.now }
        change(&options)
        return options
    }

    /// A pair with a number in its tokens that expires so many seconds from now.
    func pair(_ number: Int = 1, expiresIn seconds: Double = 3_600) throws -> TokenPair {
        try TokenPair(
            accessToken: Token("access-\(number)"), refreshToken: Token("refresh-\(number)"),
            expiry: clock.now + seconds, issueTime: clock.now)
    }

    /// Saves a pair for maria that is stale now, and expires in half a minute.
    func saveStaleButNotExpired() throws {
        try vault.save(pair(), for: "maria")
        clock.advance(by: 3_570)
    }

    /// Marks maria's pair as a process does that dies when its refresh has come so far.
    func setStanding(_ standing: VaultRecord.Standing) throws {
        try vault.change("maria") { entry in
            try VaultRecord(standing, XCTUnwrap(entry).pair)
        }
    }

    /// The pair that is stored for maria.
    func storedAccess() throws -> String? { try vault.pair(for: "maria")?.accessToken.text() }
}

final class TestClock: Sendable {
    private let time = Counter(700_000_000)

    var now: Date { Date(timeIntervalSinceReferenceDate: Double(time.value)) }

    func advance(by seconds: Int) { time.add(seconds) }
}

/// A number that tasks share.
final class Counter: Sendable {
    private let lock = NSLock()
    // Sendable: read and written under `lock` alone.
    private nonisolated(unsafe) var number: Int

    init(_ number: Int = 0) { unsafe self.number = number }

    var value: Int { lock.withLock { unsafe number } }

    /// The new value.
    @discardableResult
    func add(_ more: Int = 1) -> Int {
        lock.withLock {
            unsafe number += more
            return unsafe number
        }
    }
}

/// A door that tasks wait at until it is opened.
actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func pass() async {
        if isOpen { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    func open() {
        isOpen = true
        for waiter in waiting { waiter.resume() }
        waiting = []
    }
}

/// Asserts that `body` throws this code.
func assertThrows<R>(
    _ code: TokenVaultError.Code, _ name: String = "", file: StaticString = #filePath, line: UInt = #line,
    _ body: () throws -> R
) {
    XCTAssertThrowsError(try body(), name, file: file, line: line) { error in
        XCTAssertEqual((error as? TokenVaultError)?.code, code, "\(name): \(error)", file: file, line: line)
    }
}

/// The error that `body` throws, for assertions about tasks; nil when it throws nothing.
func thrown<R>(_ body: () async throws -> R) async -> (any Error)? {
    do {
        _ = try await body()
        return nil
    } catch { return error }
}

/// The code of what `body` throws.
func thrownCode<R>(_ body: () async throws -> R) async -> TokenVaultError.Code? {
    await thrown(body).flatMap { $0 as? TokenVaultError }?.code
}
