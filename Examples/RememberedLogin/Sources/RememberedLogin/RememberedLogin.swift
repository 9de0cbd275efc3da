import Foundation
import SecureStore

/// A password that a program remembers, so that it need not ask at every start.
public struct RememberedLogin: Sendable {
    /// The steps of a program at its start.
    public enum Start: Equatable, Sendable {
        /// Sign in with this password.
        case signIn(SecretBytes)
        /// Ask for the password: none is remembered, or it is too old.
        case ask
        /// Try again later: the store is locked or busy, and what is remembered is as good as before.
        case wait
    }

    /// The time for which a password is remembered.
    public static let lifetime: TimeInterval = 90 * 24 * 60 * 60

    private let store: ItemStore
    private let item: GenericPassword
    private let now: @Sendable () -> Date

    /// Remembers one account's password in a store.
    public init(_ store: ItemStore, account: String, now: @escaping @Sendable () -> Date = { Date() }) {
        self.store = store
        self.item = GenericPassword(service: "login.example", account: account)
        self.now = now
    }

    /// Says what to do; throws what a user has to know, such as damage.
    public func start() throws(StoreError) -> Start {
        do throws(StoreError) {
            guard let match = try store.first(Query(identityOf: item)), let password = match.secret,
                let date = match.item.modificationDate, now().timeIntervalSince(date) < Self.lifetime
            else { return .ask }
            return .signIn(password)
        } catch {
            guard [.interactionNotAllowed, .databaseLocked].contains(error.status) else { throw error }
            return .wait
        }
    }

    /// Says what to do now, and again whenever this or another program has changed what is remembered.
    ///
    /// Ends when `take` returns false, when the task is cancelled, and while the store is locked.
    public func follow(_ take: (Start) async -> Bool) async throws(StoreError) {
        let changes = store.changes(of: Query(identityOf: item))
        guard await take(try start()) else { return }
        do {
            for try await _ in changes {
                guard await take(try start()) else { return }
            }
        } catch {
            // The status is asked for here: Swift 6.3 crashes on `catch where` with an `await` in it.
            guard error.status == .interactionNotAllowed else { throw error }
            _ = await take(.wait)
        }
    }

    /// Remembers a password, in place of the one before.
    public func remember(_ password: SecretBytes) throws(StoreError) {
        try store.set(item, secret: password)
    }

    /// Forgets the password, and returns whether there was one.
    @discardableResult
    public func forget() throws(StoreError) -> Bool { try store.deleteIfPresent(item) }
}
