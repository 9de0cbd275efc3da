import Foundation

@testable import SecureStore

/// One stored item, and a look at it later that tells right, refused and wrong apart.
struct SampleItem: Sendable {
    let reference: ItemReference
    /// The faults of the store's answer.
    ///
    /// Nil when it is what was stored. Refusals are thrown.
    let fault: @Sendable (ItemStore) throws -> String?

    init<Item: StorableItem>(_ item: Item, secret: SecretBytes?, in store: ItemStore) throws {
        reference = try store.add(item, secret: secret)
        let stored = try store.only(Query(identityOf: item))
        fault = { store in
            let found = try store.only(Query(identityOf: item))
            guard found == stored else { return "another item came back" }
            return found.secret == stored.secret ? nil : "another secret came back"
        }
    }
}

/// A few items of every class that has rows of its own.
struct TamperSamples: Sendable {
    let items: [SampleItem]

    init(in store: ItemStore) throws {
        items = [
            try SampleItem(
                GenericPassword(service: "mail", account: "maria"), secret: secret("first"), in: store),
            try SampleItem(
                GenericPassword(service: "mail", account: "marta", label: "work"), secret: secret("second"),
                in: store),
            try SampleItem(
                InternetPassword(server: "mail.example", account: "maria", port: 993),
                secret: secret("third"),
                in: store),
            try SampleItem(
                CertificateItem(issuer: Data("issuer".utf8), serialNumber: Data([1])),
                secret: secret("fourth"),
                in: store),
            try SampleItem(
                KeyItem(keyClass: .private, applicationLabel: Data("hash".utf8)), secret: secret("fifth"),
                in: store),
        ]
    }

    /// The first answer that is neither the stored one nor an error; nil when there is none.
    ///
    /// "There is no such item" is no error here, but the wrong answer.
    func fault(at path: String, _ options: StoreOptions) -> String? {
        let store: ItemStore
        do { store = try ItemStore.open(at: path, options: options) } catch {
            return Self.fault(error)
        }
        for item in items {
            do {
                if let fault = try item.fault(store) { return fault }
            } catch {
                if let fault = Self.fault(error) { return fault }
            }
        }
        return fault(listing: GenericPassword.self, store) ?? fault(listing: InternetPassword.self, store)
            ?? fault(listing: CertificateItem.self, store) ?? fault(listing: KeyItem.self, store)
    }

    private func fault<Item: StorableItem>(listing itemClass: Item.Type, _ store: ItemStore) -> String? {
        let expected = items.map(\.reference).filter { $0.itemClass == Item.itemClass }
        var seen: [ItemReference] = []
        do {
            try store.list(
                Query<Item>(), returning: .attributes,
                unreadable: { (reference, error) throws(StoreError) in
                    guard let reference else { throw error }
                    seen.append(reference)
                }
            ) { seen.append($0.reference) }
        } catch { return Self.fault(error) }
        return seen.count == expected.count ? nil : "a list of \(seen.count) instead of \(expected.count)"
    }

    private static func fault(_ error: any Error) -> String? {
        guard let error = error as? StoreError else { return "a foreign error: \(error)" }
        return [.itemNotFound, .internalError].contains(error.status) ? "\(error)" : nil
    }
}
