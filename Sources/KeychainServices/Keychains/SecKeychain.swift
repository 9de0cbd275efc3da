#if !canImport(Darwin)

public import Foundation
internal import SecureStore

/// A keychain: a store's file, opened when it is first used.
public final class SecKeychain: NSObject, Sendable {
    /// The file; empty for a store in memory.
    let path: String
    private let opened: Guarded<ItemStore?>

    init(_ path: String) {
        self.path = path
        opened = Guarded(nil)
    }

    init(_ store: ItemStore) {
        path = store.path ?? ""
        opened = Guarded(store)
    }

    /// The store; one that only a passphrase opens may not be unlocked yet.
    func store() throws(StoreError) -> ItemStore {
        try opened.withLock { opened throws(StoreError) in
            if let store = opened { return store }
            let store = try StoreDirectory().open(path, options: KeychainStore.options)
            opened = store
            return store
        }
    }

    /// The store, after a look at its file, which may be gone or damaged since it was opened.
    ///
    /// Looked at before it is opened, because opening makes a login store that is missing.
    func storeWithFile() throws(StoreError) -> ItemStore {
        if !path.isEmpty {
            do throws(StoreError) {
                _ = try ItemStore.information(at: path, options: KeychainStore.options)
            } catch {
                // An older format is whole, and opening brings it to this one's.
                guard error.status == .wrongSecVersion else { throw error }
            }
        }
        return try store()
    }

    /// Takes a store that was just made, and is open.
    func take(_ store: ItemStore) { opened.withLock { $0 = store } }

    /// Lets go of the store, so that the next use opens it anew.
    func close() { opened.withLock { $0 = nil } }

    /// Locks the store if it is open.
    func lockIfOpen() { opened.withLock { $0 }?.lock() }
}

#endif
