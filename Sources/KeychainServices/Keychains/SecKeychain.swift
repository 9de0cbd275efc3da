#if !canImport(Darwin)

public import Foundation
internal import SecureStore

/// A keychain: a store's file, opened when it is first used.
public final class SecKeychain: NSObject, Sendable {
    /// The file; empty for a store in memory.
    let path: String
    private let opened: Guarded<ItemStore?>
    /// False for a store that the program opened, with options and credentials that only it knows.
    private let isOpenedHere: Bool

    init(_ path: String) {
        (self.path, isOpenedHere) = (path, true)
        opened = Guarded(nil)
    }

    init(_ store: ItemStore) {
        (path, isOpenedHere) = (store.path ?? "", false)
        opened = Guarded(store)
    }

    /// What a call is about to do; it decides what becomes of a login store that never was.
    enum Purpose {
        /// It is made.
        case adding
        /// An empty one in memory stands for it.
        case searching
        /// It is missing, as any other keychain.
        case other
    }

    /// Lends the store to `body`; one that only a passphrase opens may not be unlocked yet.
    ///
    /// If the file was replaced while it was open, or a backup of another store restored over it, the store that is there
    /// is opened and `body` called once more. What the first call changed is where nobody finds it.
    func withStore<R>(
        for purpose: Purpose = .other, _ body: (ItemStore) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        let store = try store(for: purpose)
        do throws(StoreError) { return try body(store) } catch {
            guard error.status == .notAvailable || error.status == .invalidKeychain,
                let present = try storeInPlace(of: store)
            else { throw error }
            return try body(present)
        }
    }

    /// What a keychain allows, after a look at its file, which may be gone or damaged since it was opened.
    func withStoreOfFile<R>(_ body: (ItemStore) throws(StoreError) -> R) throws(StoreError) -> R {
        if !path.isEmpty {
            do throws(StoreError) {
                _ = try ItemStore.information(at: path, options: KeychainStore.options)
            } catch {
                // An older format is whole, and opening brings it to this one's.
                guard error.status == .wrongSecVersion else { throw error }
            }
        }
        let store = try store()
        let present = try storeInPlace(of: store)
        return try body(present ?? store)
    }

    // MARK: - Opening

    func store(for purpose: Purpose = .other) throws(StoreError) -> ItemStore {
        let store = try opened.withLock { opened throws(StoreError) in
            if opened == nil { opened = try open(for: purpose) }
            return opened
        }
        if let store { return store }
        var options = KeychainStore.options
        // Not the machine's, which would be made with it.
        options.deviceKey = .bytes(try SecretBytes.random(count: 32))
        return try .inMemory(options: options)
    }

    /// Nil when a login store that never was is searched.
    private func open(for purpose: Purpose) throws(StoreError) -> ItemStore? {
        let (directory, options) = (try StoreDirectory(), KeychainStore.options)
        let isLogin = path == directory.loginStore
        if isLogin, case .adding = purpose { return try .openOrCreateDefault(options: options) }
        do throws(StoreError) { return try directory.open(path, options: options) } catch {
            guard isLogin, case .searching = purpose, error.status == .noSuchKeychain else { throw error }
            return nil
        }
    }

    /// The store that took the place of the one that `store` has open; nil when none did.
    ///
    /// Nothing is made where the file is gone: it may be on its way back. A store that is refused in this place, as
    /// another one than was there, throws why.
    private func storeInPlace(of store: ItemStore) throws(StoreError) -> ItemStore? {
        guard isOpenedHere, store.isReplaced else { return nil }
        return try opened.withLock { opened throws(StoreError) in
            // Another thread was first.
            if let present = opened, present !== store { return present }
            let present = try open(for: .other)
            opened = present
            return present
        }
    }

    /// Takes a store that was just made, and is open.
    func adopt(_ store: ItemStore) { opened.withLock { $0 = store } }

    /// Lets go of the store, so that the next use opens it again.
    func close() { opened.withLock { $0 = nil } }

    /// Locks the store if it is open.
    func lockIfOpen() { opened.withLock { $0 }?.lock() }
}

#endif
