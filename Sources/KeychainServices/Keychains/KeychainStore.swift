internal import Foundation
public import SecureStore

/// Chooses the store that the calls of this module work on, and reports the reasons behind their codes.
///
/// If nothing is chosen, it is the user's default store, which is opened when it is first used, and created
/// when the first item is added: see `ItemStore.openOrCreateDefault(cost:options:)`. A choice holds for the
/// process.
public enum KeychainStore {
    private struct State {
        var chosen: SecKeychain?
        var options = StoreOptions()
        /// The keychains that this process has used, with one object for each file.
        ///
        /// By the bytes of their paths: strings that only look the same are equal.
        var byPath: [[UInt8]: SecKeychain] = [:]
        /// The user's default keychain; looked up once, until this process sets another.
        var standard: SecKeychain?
    }
    private static let state = SystemMutex(State())

    // MARK: - Choosing

    /// Makes all further calls work on this store, for instance on `ItemStore.inMemory()` in tests.
    ///
    /// The store keeps its own access groups and options.
    public static func use(_ store: ItemStore) {
        let keychain = SecKeychain(store)
        state.withLock { $0.chosen = keychain }
    }

    /// Makes all further calls work on the user's default store, opened again with these options.
    ///
    /// Use it to name access groups, or to accept access control flags that nothing enforces.
    public static func useDefault(_ options: StoreOptions = StoreOptions()) {
        let known = state.withLock { state in
            (state.chosen, state.options, state.standard) = (nil, options, nil)
            return state.byPath
        }
        // Whoever has one of the objects goes on with it, so they stay known, and open their stores again.
        known.values.forEach { $0.close() }
    }

    // MARK: - Reasons

    /// Calls `report` with the error behind every status but `errSecSuccess`, on the thread of the call.
    ///
    /// Its reason also says why a store could not be opened. It names no secret and no attribute's value.
    public static func reportErrors(to report: (@Sendable (StoreError) -> Void)?) {
        ErrorReports.receiver.withLock { $0 = report }
    }

    // MARK: - The store in use

    static var options: StoreOptions { state.withLock { $0.options } }

    /// The keychain that a call names, or the one that calls work on which name none.
    static func keychain(_ named: SecKeychain? = nil) throws(StoreError) -> SecKeychain {
        if let named { return named }
        if let known = state.withLock({ $0.chosen ?? $0.standard?.ifOfThisProcess }) { return known }
        let standard = keychain(at: try StoreDirectory().defaultStore())
        state.withLock { $0.standard = standard }
        return standard
    }

    /// The keychains that a call searches which names none.
    static func searchList() throws(StoreError) -> [SecKeychain] {
        if let chosen = state.withLock({ $0.chosen }) { return [chosen] }
        return try StoreDirectory().searchList().map { keychain(at: $0) }
    }

    /// The keychain of a file, whether or not the file exists.
    static func keychain(at path: String) -> SecKeychain {
        state.withLock { state in
            if let known = state.byPath[Array(path.utf8)]?.ifOfThisProcess { return known }
            let keychain = SecKeychain(path)
            state.byPath[Array(path.utf8)] = keychain
            return keychain
        }
    }

    static func lockAll() {
        let (chosen, known) = state.withLock { ($0.chosen, $0.byPath) }
        chosen?.lockIfOpen()
        known.values.forEach { $0.lockIfOpen() }
    }

    /// Looks the default keychain up again at its next use.
    static func forgetDefault() { state.withLock { $0.standard = nil } }

    /// Forgets the keychain of a file that was replaced, so that its next use makes a new object.
    static func forget(_ path: String) {
        state.withLock { state in
            state.byPath[Array(path.utf8)] = nil
            state.standard = nil
        }
    }
}
