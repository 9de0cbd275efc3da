internal import SecureStore

/// The keychains that this process has used, with one object for each file.
enum Keychains {
    private struct State {
        var byPath: [String: SecKeychain] = [:]
        var standard: SecKeychain?
    }
    private static let state = SystemMutex(State())

    /// The keychain of a file, whether or not the file exists.
    static func keychain(at path: String) -> SecKeychain {
        state.withLock { state in
            if let known = state.byPath[path] { return known }
            let keychain = SecKeychain(path)
            state.byPath[path] = keychain
            return keychain
        }
    }

    /// The user's default keychain; looked up once, until this process sets another.
    static func defaultKeychain() throws(StoreError) -> SecKeychain {
        if let known = state.withLock({ $0.standard }) { return known }
        let keychain = keychain(at: try StoreDirectory().defaultStore())
        state.withLock { $0.standard = keychain }
        return keychain
    }

    static func lockAll() { state.withLock { $0.byPath }.values.forEach { $0.lockIfOpen() } }

    /// Looks the default keychain up again at its next use.
    static func forgetDefault() { state.withLock { $0.standard = nil } }

    /// Forgets the keychain of a file that was replaced, so that its next use makes a new object.
    static func forget(_ path: String) {
        state.withLock { state in
            state.byPath[path] = nil
            state.standard = nil
        }
    }

    /// Forgets every keychain, so that each store is opened again at its next use.
    static func forgetAll() { state.withLock { $0 = State() } }
}
