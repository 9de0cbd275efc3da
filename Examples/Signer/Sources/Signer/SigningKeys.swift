import Foundation
import SecureStore

/// The key that a service signs with, and the one before it, which checks what was signed before.
struct SigningKeys {
    private let store: ItemStore
    private let current = GenericPassword(service: "signer.example", account: "current")
    private let previous = GenericPassword(service: "signer.example", account: "previous")

    init(_ store: ItemStore) { self.store = store }

    /// The key to sign with: made the first time, and replaced when it is as old as `lifetime`, both keys or
    /// none.
    func key(lifetime: TimeInterval, now: Date = Date()) throws(StoreError) -> ItemMatch<GenericPassword> {
        try store.transaction { changes throws(StoreError) in
            let match = try changes.getOrCreate(current, secret: Self.newKey())
            guard let date = match.item.modificationDate, now.timeIntervalSince(date) >= lifetime else {
                return match
            }
            try changes.set(previous, secret: match.secret)
            try changes.set(current, secret: Self.newKey())
            return try changes.only(Query(identityOf: current))
        }
    }

    private static func newKey() throws(StoreError) -> SecretBytes { try SecretBytes.random(count: 32) }
}
