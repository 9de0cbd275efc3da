import RememberedLogin
import SecureStore
import SecureStoreTesting
import Testing

/// Runs its tests at the same time: each has its own value of this type, with a store and a clock of its own.
struct ParallelTests {
    private let clock = TestClock()
    private let store: ItemStore
    private let login: RememberedLogin

    init() throws {
        let clock = clock
        store = try ItemStore.inMemory(clock: clock)
        login = RememberedLogin(store, account: "maria", now: { clock.now })
    }

    @Test(arguments: 1...50)
    func failureOfOneChange_leavesTheOneBefore(number: Int) throws {
        try store.faults.fail(.transaction, at: number, with: .diskFull)
        for change in 1..<number { try login.remember(SecretBytes(utf8: "password \(change)")) }
        #expect(throws: StoreError(.diskFull, "")) { try login.remember(SecretBytes(utf8: "last")) }
        let last = try SecretBytes(utf8: "password \(number - 1)")
        #expect(try login.start() == (number == 1 ? .ask : .signIn(last)))
    }

    @Test(arguments: [0.5, 0.99, 1, 2])
    func passwordOfThisAge_isUsedUntilItIsTooOld(lifetimes: Double) throws {
        let password = try SecretBytes(utf8: "correct horse")
        try login.remember(password)
        clock.advance(by: lifetimes * RememberedLogin.lifetime)
        #expect(try login.start() == (lifetimes < 1 ? .signIn(password) : .ask))
    }

    @Test func follow_whenAPasswordIsRemembered_signsIn() async throws {
        let password = try SecretBytes(utf8: "correct horse")
        var steps: [RememberedLogin.Start] = []
        try await login.follow { step in
            steps.append(step)
            try? login.remember(password)
            return step == .ask
        }
        #expect(steps == [.ask, .signIn(password)])
    }

    @Test func follow_whenTheStoreIsLocked_waits() async throws {
        let password = try SecretBytes(utf8: "correct horse")
        try login.remember(password)
        var steps: [RememberedLogin.Start] = []
        try await login.follow { step in
            steps.append(step)
            store.lock()
            return true
        }
        #expect(steps == [.signIn(password), .wait])
    }
}
