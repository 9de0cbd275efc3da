#if !canImport(Darwin)

internal import Foundation
public import SecureStore

/// Which store the calls of this module work on, and where their reasons go.
///
/// Without a choice it is the user's default store, opened on first use and made when the first item is added: see
/// `ItemStore.openOrCreateDefault(cost:options:)`. One choice holds for the whole process, whatever thread makes it.
public enum KeychainStore {
    private struct State {
        var chosen: SecKeychain?
        var options = StoreOptions()
        var report: (@Sendable (StoreError) -> Void)?
    }
    private static let state = Guarded(State())

    // MARK: - Choosing

    /// Has all further calls work on this store, for instance on `ItemStore.inMemory()` in tests.
    ///
    /// The store brings its own access groups and options.
    public static func use(_ store: ItemStore) {
        let keychain = SecKeychain(store)
        state.withLock { $0.chosen = keychain }
    }

    /// Has all further calls work on the user's default store, opened anew with these options.
    ///
    /// They name access groups, for instance, or say that access control flags are accepted which nothing enforces.
    public static func useDefault(_ options: StoreOptions = StoreOptions()) {
        state.withLock { ($0.chosen, $0.options) = (nil, options) }
        Keychains.forgetAll()
    }

    // MARK: - Reasons

    /// Calls `report` with the error behind every status other than `errSecSuccess`, on the thread of the call.
    ///
    /// Its reason says why, also why a store could not be opened, and never names a secret or an attribute's value.
    public static func reportErrors(to report: (@Sendable (StoreError) -> Void)?) {
        state.withLock { $0.report = report }
    }

    static func report(_ error: StoreError) { state.withLock { $0.report }?(error) }

    // MARK: - The store in use

    static var options: StoreOptions { state.withLock { $0.options } }

    /// The keychain that a call names, or the one that calls work on which name none.
    static func keychain(_ named: SecKeychain? = nil) throws(StoreError) -> SecKeychain {
        if let named { return named }
        if let chosen = state.withLock({ $0.chosen }) { return chosen }
        return try Keychains.defaultKeychain()
    }

    /// What is searched by a call that names no keychains.
    static func searchList() throws(StoreError) -> [SecKeychain] {
        if let chosen = state.withLock({ $0.chosen }) { return [chosen] }
        return try StoreDirectory().searchList().map { Keychains.keychain(at: $0) }
    }

    /// Locks the store that was chosen, if one was.
    static func lock() { state.withLock { $0.chosen }?.lockIfOpen() }
}

#endif
