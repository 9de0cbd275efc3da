public import Foundation
internal import SecureStore

/// A keychain: the file of a store, which is opened at its first use.
///
/// The file need not exist: a call that needs it answers `errSecNoSuchKeychain`, but for the login keychain,
/// which the first add creates. Threads may share a keychain.
public final class SecKeychain: NSObject, Sendable {
    /// The path of the file; empty for a store in memory.
    let path: String
    private let opened: SystemMutex<ItemStore?>
    /// The states of stores that had been open when another file took their place.
    private let known = SystemMutex(KnownStates())
    /// False for a store that the program opened, with options and credentials that only it knows.
    private let isOpenedHere: Bool
    private let generation = ProcessGeneration.current

    init(_ path: String) {
        (self.path, isOpenedHere) = (path, true)
        opened = SystemMutex(nil)
    }

    init(_ store: ItemStore) {
        (path, isOpenedHere) = (store.path ?? "", false)
        opened = SystemMutex(store)
    }

    /// The intent of a call, which decides what happens if the login store was never created, or if the
    /// store takes no change.
    enum Purpose {
        /// The login store is created. No other purpose needs a store that takes changes.
        case adding
        /// An empty store in memory takes its place.
        case searching
        /// It counts as missing, like any other keychain.
        case other
    }

    /// Lends the store to `body`; a store that needs a passphrase may still be locked.
    ///
    /// If the file was replaced while it was open, or overwritten by a restore, the new store is opened and
    /// `body` is called again. Changes of the first call went to a file that nobody will find. The same
    /// is done if `body` changes a store that was opened only to be read, and that takes changes now.
    func withStore<R>(
        for purpose: Purpose = .other, _ body: (ItemStore) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        let store = try store(for: purpose)
        do throws(StoreError) { return try body(store) } catch {
            guard let present = try successor(of: consume store, after: error.status, for: purpose) else {
                throw error
            }
            return try body(present)
        }
    }

    /// The store for another try of a call that failed; nil if it would fail again.
    private func successor(
        of store: consuming ItemStore, after status: StoreStatus, for purpose: Purpose
    ) throws(StoreError) -> ItemStore? {
        switch status {
        case .notAvailable, .invalidKeychain: return try storeInPlace(of: store, for: purpose)
        case .readOnly where isOpenedHere && KeychainStore.options.access == .readWrite:
            let key = try? store.sessionKey()
            note(store)
            _ = consume store
            return try storeToChange(key)
        default: return nil
        }
    }

    private func note(_ store: ItemStore) { known.withLock { $0.note(store) } }

    /// Lends the store to `body` after checking its file, which may be gone or damaged since it was opened.
    func withStoreOfFile<R>(_ body: (ItemStore) throws(StoreError) -> R) throws(StoreError) -> R {
        if !path.isEmpty {
            _ = try KeychainStore.options.forReading { options throws(StoreError) in
                try ItemStore.information(at: path, options: options)
            }
        }
        let store = try store()
        let present = try storeInPlace(of: store)
        return try body(present ?? store)
    }

    // MARK: - Opening

    func store(for purpose: Purpose = .other) throws(StoreError) -> ItemStore {
        guard ifOfThisProcess != nil else { throw ProcessGeneration.isOther }
        let store = try opened.withLock { opened throws(StoreError) in
            if opened == nil { opened = try open(for: purpose) }
            return opened
        }
        if let store { return store }
        var options = KeychainStore.options
        // Not this machine's device key, which would be created by this.
        options.deviceKey = .bytes(try SecretBytes.random(count: 32))
        return try .inMemory(options: options)
    }

    /// Opens the store; nil when a search needs the login store and it was never created.
    private func open(for purpose: Purpose) throws(StoreError) -> ItemStore? {
        let directory = try StoreDirectory()
        var options = KeychainStore.options
        options.known = known.withLock { $0 }
        let isLogin = directory.isLoginStore(path)
        if case .adding = purpose {
            return isLogin
                ? try .openOrCreateDefault(options: options) : try directory.open(path, options: options)
        }
        do throws(StoreError) {
            return try options.forReading { options throws(StoreError) in
                try directory.open(path, options: options)
            }
        } catch {
            guard isLogin, case .searching = purpose, error.status == .noSuchKeychain else { throw error }
            return nil
        }
    }

    /// The store that replaced the one in `store`; nil when it was not replaced.
    ///
    /// If the file is gone, nothing is created unless it was forgotten: it may be on its way back. If the new
    /// store is refused, because another one was there before, or a later state of the same one, this throws
    /// the reason.
    private func storeInPlace(
        of store: ItemStore, for purpose: Purpose = .other
    ) throws(StoreError) -> ItemStore? {
        guard isOpenedHere, store.isReplaced else { return nil }
        try opened.withLock { opened throws(StoreError) in
            // Another thread may have been faster.
            guard opened === store else { return }
            note(store)
            opened = try open(for: purpose)
        }
        return try self.store(for: purpose)
    }

    /// Opens the store again for a change; throws why it takes none, and opens it to be read then.
    ///
    /// It is closed first: as long as it is open to be read, SQLite writes nothing in this process. Without a
    /// key it was locked, and stays so.
    private func storeToChange(_ key: SecretBytes?) throws(StoreError) -> ItemStore {
        let open = { (purpose: Purpose) throws(StoreError) in
            let store = try self.store(for: purpose)
            guard let key else {
                store.lock()
                return store
            }
            if store.lockState == .notYetUnlocked { try store.unlock(with: .sessionKey(key)) }
            return store
        }
        close()
        do throws(StoreError) { return try open(.adding) } catch {
            _ = try? open(.other)
            throw error
        }
    }

    /// This object; nil in a forked child, where nobody ends what a thread of the parent was opening.
    var ifOfThisProcess: SecKeychain? { generation == ProcessGeneration.current ? self : nil }

    func adopt(_ store: ItemStore?) { ifOfThisProcess?.opened.withLock { $0 = store } }

    func close() { adopt(nil) }

    func lockIfOpen() { ifOfThisProcess?.opened.withLock { $0 }?.lock() }
}
