import SecureStore

/// The API keys of a server's tenants: what its request handlers call.
///
/// Every call is asynchronous, so that no thread of the handlers waits for the disk.
struct KeyService: Sendable {
    let store: ItemStore

    /// Makes a key for each tenant that has none, in one commit.
    func issueKeys(for tenants: [String]) async throws(StoreError) {
        try await store.transaction { changes throws(StoreError) in
            for tenant in tenants {
                try changes.getOrCreate(Self.item(tenant), secret: .random(count: Self.keyByteCount))
            }
        }
    }

    /// A tenant's key; nil for a stranger.
    func key(of tenant: String) async throws(StoreError) -> SecretBytes? {
        try await store.secret(of: Self.item(tenant))
    }

    /// Replaces a tenant's key; the new one is on disk when this returns.
    func rotateKey(of tenant: String) async throws(StoreError) {
        let key = try SecretBytes.random(count: Self.keyByteCount)
        try await store.update(Self.item(tenant), Changes().secret(key))
    }

    /// The number of tenants that have a key.
    func count() async throws(StoreError) -> Int {
        try await store.count(Query<GenericPassword>().where(.service, equals: "key-server.example"))
    }

    private static func item(_ tenant: String) -> GenericPassword {
        GenericPassword(service: "key-server.example", account: tenant)
    }

    private static let keyByteCount = 32
}
