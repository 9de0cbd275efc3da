public import Foundation
internal import SecureStore

/// A password in a keychain, as the calls without dictionaries name it.
///
/// It holds a reference, and neither attributes nor the secret, which is searched for again. An item that was
/// deleted meanwhile answers `errSecItemNotFound`. To delete it again answers `errSecInvalidItemRef`, and
/// then all other calls answer `errSecNoSuchKeychain`.
public final class SecKeychainItem: NSObject, Sendable {
    let reference: Data
    private let home: SystemMutex<SecKeychain?>

    init(_ reference: Data, in keychain: SecKeychain) {
        self.reference = reference
        home = SystemMutex(keychain)
    }

    /// The keychain of the item; throws `noSuchKeychain` after it was deleted.
    var keychain: SecKeychain {
        get throws(StoreError) {
            if let keychain = home.withLock({ $0 }) { return keychain }
            throw StoreError(.noSuchKeychain, "the item is in no keychain any more; search for it again")
        }
    }

    var query: ItemDictionary { ["v_PersistentRef": .data(reference)] }

    func delete() throws(StoreError) {
        try home.withLock { keychain throws(StoreError) in
            guard let present = keychain else { throw Self.isDeleted }
            do throws(StoreError) {
                try present.withStore { store throws(StoreError) in _ = try store.delete(query) }
            } catch {
                guard error.status == .itemNotFound else { throw error }
                // It was already deleted elsewhere.
                keychain = nil
                throw Self.isDeleted
            }
            keychain = nil
        }
    }

    private static let isDeleted = StoreError(
        StoreStatus(rawValue: errSecInvalidItemRef),
        "the item is in no keychain any more; search for it again")

    /// True if both name the same item.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? SecKeychainItem)?.reference == reference
    }

    /// Hashes what ``isEqual(_:)`` compares.
    public override var hash: Int { reference.hashValue }
}
