public import SecureStore

/// Stores one OAuth token pair per account, and refreshes it once, however many callers ask.
///
/// A pair is one item of the store, a generic password of the vault's service: it is stored completely or not
/// at all. Tokens that were replaced are gone, whatever `StoreOptions.earlierSecrets` says.
///
/// Calls that only read or write are synchronous, like the store's own. A read costs one look-up and does not
/// wait. A write syncs the disk and waits for other writers, at most for `StoreOptions.patience`. Every call
/// throws the store's `StoreError`, or a ``TokenVaultError``: `malformed` when the account's item belongs to
/// another program, which is neither overwritten nor deleted.
public final class TokenVault: Sendable {
    /// Asks the server for a new pair in exchange for the stored one.
    ///
    /// Throw a ``RefreshFailure`` to say whether asking again can help.
    public typealias Renewal = @Sendable (TokenPair) async throws -> TokenPair

    let store: ItemStore
    let service: String
    let options: VaultOptions
    let group: String?
    /// Finds the service's items; made once, because that takes a tenth of the time of a look-up.
    private let everyAccount: Query<GenericPassword>
    static let notSignedIn = TokenVaultError(
        .notSignedIn, "nothing is stored for the account; sign in, and save(_:for:) what the server gives")

    /// Creates a vault for a service, without reading or writing anything.
    ///
    /// Any number of vaults may share a store and a service, in this process and in others.
    public init(_ store: ItemStore, service: String, options: VaultOptions = VaultOptions()) {
        var options = options
        options.now = options.now ?? store.now
        (self.store, self.service, self.options) = (store, service, options)
        group = options.accessGroup ?? store.defaultAccessGroup
        let query = Query<GenericPassword>().where(.service, equals: service)
        everyAccount = group.map { query.where(.accessGroup, equals: $0) } ?? query
    }

    /// The stored pair, expired or not; nil when there is none.
    ///
    /// Throws `StoreStatus.interactionNotAllowed` while the store is locked.
    public func pair(for account: String) throws -> TokenPair? { try entry(for: account)?.pair }

    /// The stored pair with what the vault knows about it, or nil; throws what ``pair(for:)`` throws.
    public func entry(for account: String) throws -> VaultEntry? {
        try store.first(everyAccount.where(.account, equals: account)).map(VaultEntry.init)
    }

    /// The accounts that have a pair, oldest first.
    ///
    /// It reads the attributes of every item of the service. Throws what the store throws when it lists them.
    public func accounts() throws -> [String] {
        let query = everyAccount.where(.kind, equals: GenericPassword.kindOfTokens)
        return try store.all(query, returning: .attributes).map(\.item.account)
    }

    /// Stores a pair, for example after a sign-in, and replaces the account's old one.
    ///
    /// A running refresh of the old pair leaves the new one alone, unless both have the same refresh token.
    /// Throws ``TokenVaultError/Code-swift.struct/readOnly`` for a vault or store that only reads, and what a
    /// commit of the store throws, whose time it takes.
    public func save(_ pair: TokenPair, for account: String) throws {
        try change(account) { _ in VaultRecord(.settled, pair) }
    }

    /// Stores a pair unless the account has one; returns true if it was stored.
    ///
    /// Use it to move tokens from another place. Throws what ``save(_:for:)`` throws.
    @discardableResult
    public func saveIfAbsent(_ pair: TokenPair, for account: String) throws -> Bool {
        try change(account, onlyIfAbsent: true) { _ in VaultRecord(.settled, pair) } == nil
    }

    /// Stores a pair if the account still has the revision that you read.
    ///
    /// Otherwise throws ``TokenVaultError/Code-swift.struct/changed`` and changes nothing.
    public func save(
        _ pair: TokenPair, for account: String, ifRevision revision: VaultEntry.Revision
    ) throws {
        try change(account, revision) { _ in VaultRecord(.settled, pair) }
    }

    /// Changes parts of the stored pair in one commit.
    ///
    /// Unless you change the refresh token, a running refresh still replaces it, and a revoked grant stays
    /// revoked. `body` must not call the store or the vault. Throws `notSignedIn` when there is no pair.
    public func update(for account: String, _ body: (inout TokenPair) throws -> Void) throws {
        try change(account) { old in
            guard let old else { throw Self.notSignedIn }
            var pair = old.pair
            try body(&pair)
            let isSameGrant = pair.refreshToken == old.pair.refreshToken
            return VaultRecord(isSameGrant ? old.record.standing : .settled, pair)
        }
    }

    /// Signs out: deletes the account's pair, and returns true if there was one.
    ///
    /// A running refresh cannot bring it back. The server is not told. Throws what ``save(_:for:)`` throws.
    @discardableResult
    public func delete(for account: String) throws -> Bool {
        try change(account) { _ in nil } != nil
    }

    /// Signs out if the account still has the revision that you read.
    ///
    /// Otherwise throws ``TokenVaultError/Code-swift.struct/changed``: the user may have signed in again.
    public func delete(for account: String, ifRevision revision: VaultEntry.Revision) throws {
        try change(account, revision) { _ in nil }
    }

    /// Stores what `body` makes of the account's entry, nil to delete it; returns the entry that was there.
    @discardableResult
    func change(
        _ account: String, _ revision: VaultEntry.Revision? = nil, onlyIfAbsent: Bool = false,
        _ body: (VaultEntry?) throws -> VaultRecord?
    ) throws -> VaultEntry? {
        try checkWritable()
        return try store.transaction { changes in
            let query = everyAccount.where(.account, equals: account)
            let entry = try changes.first(query).map(VaultEntry.init)
            guard revision == nil || revision == entry?.revision else {
                throw TokenVaultError(
                    .changed, "what is stored for the account is not what the caller saw; read it again")
            }
            if onlyIfAbsent, entry != nil { return entry }
            let secret = try body(entry)?.sealed()
            if let secret, let read = entry?.revision {
                try changes.replaceSecret(of: read.query, with: secret, ifGeneration: read.generation)
            } else if let secret {
                var item = GenericPassword(service: service, account: account, accessGroup: group)
                // It tells the vault's items from others of the service, and the store which tokens may go.
                (item.kind, item.accessibility) = (GenericPassword.kindOfTokens, options.accessibility)
                try changes.add(item, secret: secret)
            } else if let entry {
                try changes.delete(entry.revision.query)
            }
            return entry
        }
    }

    /// Refuses a write before anything is created beside a store that was opened for reading only.
    func checkWritable() throws(TokenVaultError) {
        guard options.access == .readWrite, store.access == .readWrite else {
            throw TokenVaultError(
                .readOnly,
                "the vault or its store was opened for reading only; see VaultOptions.access and StoreOptions.access"
            )
        }
    }

    /// Stores a record in place of an entry that was read; nil if the account has another one by now.
    func replace(_ old: VaultEntry, with record: VaultRecord) throws -> VaultEntry? {
        let (secret, read) = (try record.sealed(), old.revision)
        do {
            let generation = try store.replaceSecret(
                of: read.query, with: secret, ifGeneration: read.generation)
            return VaultEntry(
                revision: .init(reference: read.reference, generation: generation), record: record)
        } catch let error where [.recordModified, .itemNotFound].contains(error.status) {
            return nil
        }
    }
}
