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
        try store { () throws(StoreError) in
            try StoreDirectory().open(path, options: KeychainStore.options)
        }
    }

    /// The store for an item to be added, which makes the login store the first time.
    func storeToAddTo() throws(StoreError) -> ItemStore {
        try store { () throws(StoreError) in
            let (directory, options) = (try StoreDirectory(), KeychainStore.options)
            return path == directory.loginStore
                ? try .openOrCreateDefault(options: options) : try directory.open(path, options: options)
        }
    }

    /// The store for items to be looked for: an empty one in memory as long as there never was a login store.
    func storeToSearch() throws(StoreError) -> ItemStore {
        do throws(StoreError) { return try store() } catch {
            guard error.status == .noSuchKeychain, path == (try StoreDirectory()).loginStore else {
                throw error
            }
            var options = KeychainStore.options
            // Not the machine's, which would be made with it.
            options.deviceKey = .bytes(try SecretBytes.random(count: 32))
            return try .inMemory(options: options)
        }
    }

    private func store(
        opening open: () throws(StoreError) -> ItemStore
    ) throws(StoreError) -> ItemStore {
        try opened.withLock { opened throws(StoreError) in
            if let store = opened { return store }
            let store = try open()
            opened = store
            return store
        }
    }

    /// The store, after a look at its file, which may be gone or damaged since it was opened.
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
