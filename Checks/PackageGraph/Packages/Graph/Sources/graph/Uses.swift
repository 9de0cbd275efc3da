import SecureStore
import SecureStoreCertificates
import SecureStoreFleet
import TokenVault

/// Uses the libraries from tasks and closures, as programs do.
///
/// Each dialect of the language has to take it.
actor Keeper {
    private let store: ItemStore
    private let vault: TokenVault
    private var count = 0

    init(store: ItemStore) { (self.store, vault) = (store, TokenVault(store, service: "api.example")) }

    func keep(_ mail: GenericPassword, secret: SecretBytes) async throws -> Int {
        try await store.set(mail, secret: secret)
        count = try await store.perform { try $0.count(Query<GenericPassword>()) }
        return count + (try vault.accounts().count)
    }

    func firstChange() async throws -> ItemChange? {
        for try await change in store.changes() { return change }
        return nil
    }
}

/// Hands a store, a key and a fleet from one task to others.
func hand(_ store: ItemStore, _ key: PrivateKey, _ fleet: Fleet) -> Task<Int, any Error> {
    Task.detached {
        let item = GenericPassword(service: "a", account: "b")
        async let count = Keeper(store: store).keep(item, secret: SecretBytes(utf8: "c"))
        return try await count + fleet.hosts().count + key.pkcs8().count
    }
}
