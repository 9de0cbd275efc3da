import Foundation
import SecureStore

/// The key that a service signs with, and the one before it, which is good for what was signed yesterday.
struct SigningKeys {
    let store: ItemStore

    private let current = GenericPassword(service: "signer.example", account: "current")
    private let previous = GenericPassword(service: "signer.example", account: "previous")

    init(_ store: ItemStore) { self.store = store }

    /// The key, which is made the first time, and how many there were with it.
    func key() throws(StoreError) -> (secret: SecretBytes?, number: Int) {
        let match = try store.getOrCreate(current, Self.newKey)
        return (match.secret, match.generation)
    }

    /// Replaces the key if it is older than `age`; both keys change, or none does.
    func rotate(after age: TimeInterval, now: Date = Date()) throws(StoreError) {
        try store.transaction { changes throws(StoreError) in
            guard let match = try changes.first(Query(identityOf: current)), let old = match.secret,
                let date = match.item.modificationDate, now.timeIntervalSince(date) > age
            else { return }
            try changes.set(previous, secret: old)
            try changes.set(current, secret: Self.newKey())
        }
    }

    private static func newKey() throws(StoreError) -> SecretBytes { try SecretBytes.random(count: 32) }
}
