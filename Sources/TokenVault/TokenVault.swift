public import SecureStore

/// Stores one OAuth token pair per account, and refreshes it once, however many ask.
///
/// A pair is one item of the store, a generic password of the vault's service: it is stored whole or not at all.
///
/// Calls that only read or write are synchronous, like the store's own. A read does not wait. A write syncs the disk
/// and waits for other writers, at most for `StoreOptions.patience`. Every call throws the store's `StoreError`, or a
/// ``TokenVaultError``: `malformed` where the account's item was not stored by a vault. Such an item belongs to
/// somebody else, and is neither overwritten nor deleted.
public final class TokenVault: Sendable {
    /// Asks the server for a new pair in exchange for the stored one.
    ///
    /// Throw a ``RefreshFailure`` to say whether asking again can help. Give the request a time limit: while the
    /// closure runs, no other process can refresh the account. It runs in a task of its own, whether or not its
    /// callers wait.
    public typealias Renewal = @Sendable (TokenPair) async throws -> TokenPair

    let store: ItemStore
    let service: String
    let options: VaultOptions
    private let group: String?
    /// The service's items; made once, because making it each time would be a tenth of a look-up.
    private let everyAccount: Query<GenericPassword>

    /// Makes a vault for a service; reads and writes nothing yet.
    ///
    /// Any number of vaults may share a store and a service, in this process and in others.
    public init(_ store: ItemStore, service: String, options: VaultOptions = VaultOptions()) {
        (self.store, self.service, self.options) = (store, service, options)
        let group = options.accessGroup ?? store.defaultAccessGroup
        let query = Query<GenericPassword>().where(.service, equals: service)
        everyAccount = group.map { query.where(.accessGroup, equals: $0) } ?? query
        self.group = group
    }

    // MARK: - Reading

    /// The stored pair, expired or not; nil when there is none.
    public func pair(for account: String) throws -> TokenPair? { try entry(for: account)?.pair }

    /// The stored pair with what the vault knows of it; nil when there is none.
    public func entry(for account: String) throws -> VaultEntry? {
        try store.first(query(account)).map(VaultEntry.init)
    }

    /// The accounts that have a pair, oldest first.
    ///
    /// Reads the attributes of every item of the service, and no token: for a list in a user interface, not for every
    /// request of a server.
    public func accounts() throws -> [String] {
        var accounts: [String] = []
        let query = everyAccount.where(.kind, equals: Self.kind)
        try store.list(query, returning: .attributes) { accounts.append($0.item.account) }
        return accounts
    }

    // MARK: - Writing

    /// Stores a pair, as after a sign-in; replaces the account's old one.
    ///
    /// A refresh of the old pair that is under way does not replace the new one.
    public func save(_ pair: TokenPair, for account: String) throws {
        try change(account) { changes, match in try put(settled(pair), account, match, in: changes) }
    }

    /// Stores a pair unless the account has one, and returns whether it did.
    ///
    /// For tokens that were stored elsewhere until now: what the vault has already is newer. Delete the old copy
    /// after this call; then neither a crash in between nor a second process that does the same loses a token.
    @discardableResult
    public func saveIfAbsent(_ pair: TokenPair, for account: String) throws -> Bool {
        try change(account) { changes, match in
            if match == nil { try put(settled(pair), account, nil, in: changes) }
            return match == nil
        }
    }

    /// Stores a pair if the account still has the revision that you read.
    ///
    /// Otherwise throws ``TokenVaultError/Code-swift.struct/changed`` and changes nothing.
    public func save(
        _ pair: TokenPair, for account: String, ifRevision revision: VaultEntry.Revision
    ) throws {
        try change(account) { changes, match in
            try check(match, is: revision)
            try put(settled(pair), account, match, in: changes)
        }
    }

    /// Changes parts of the stored pair in one commit; throws ``TokenVaultError/Code-swift.struct/notSignedIn``
    /// without one.
    ///
    /// Unless you change the refresh token, a refresh that is under way still replaces the pair with the server's
    /// answer, and a grant that was revoked stays revoked. `body` must not call the store or the vault.
    public func update(for account: String, _ body: (inout TokenPair) throws -> Void) throws {
        try change(account) { changes, match in
            guard let match else { throw Self.notSignedIn }
            let old = try VaultEntry(match)
            var pair = old.pair
            try body(&pair)
            let isSameGrant = pair.refreshToken == old.pair.refreshToken
            let standing = isSameGrant ? old.record.standing : .settled
            try put(VaultRecord(standing, Token(pair.encoded())), account, match, in: changes)
        }
    }

    /// Signs out: deletes the account's pair, and returns whether there was one.
    ///
    /// A refresh that is under way cannot bring it back. The server is not told.
    @discardableResult
    public func delete(for account: String) throws -> Bool {
        try change(account) { changes, match in
            guard let match else { return false }
            try changes.delete(Query<GenericPassword>().reference(match.reference))
            return true
        }
    }

    /// Signs out if the account still has the revision that you read.
    ///
    /// Otherwise throws ``TokenVaultError/Code-swift.struct/changed``, so that a late sign-out does not delete the
    /// pair of a new sign-in.
    public func delete(for account: String, ifRevision revision: VaultEntry.Revision) throws {
        try change(account) { changes, match in
            try check(match, is: revision)
            try changes.delete(Query<GenericPassword>().reference(revision.reference))
        }
    }

    /// Runs `body` on the account's item in a transaction, unless the item is somebody else's.
    func change<R>(
        _ account: String, _ body: (borrowing Transaction, Match<GenericPassword>?) throws -> R
    ) throws -> R {
        try checkWritable()
        return try store.transaction { changes in
            let match = try changes.first(query(account))
            if let match { _ = try VaultRecord(match.secret) }
            return try body(changes, match)
        }
    }

    /// Refuses what would write, before anything is made beside a store that is only read.
    func checkWritable() throws(TokenVaultError) {
        guard options.access == .readWrite, store.access == .readWrite else {
            throw TokenVaultError(.readOnly, "the vault or its store was opened for reading only")
        }
    }

    private func check(_ match: Match<GenericPassword>?, is revision: VaultEntry.Revision) throws {
        guard let match, VaultEntry.Revision(match) == revision else {
            throw TokenVaultError(.changed, "what is stored for the account is not what the caller saw")
        }
    }

    private func settled(_ pair: TokenPair) throws -> VaultRecord {
        try VaultRecord(.settled, Token(pair.encoded()))
    }

    func put(
        _ record: VaultRecord, _ account: String, _ match: Match<GenericPassword>?,
        in changes: borrowing Transaction
    ) throws {
        let secret = try record.sealed()
        if let match {
            try changes.update(
                Query<GenericPassword>().reference(match.reference), Changes().secret(secret))
        } else {
            var item = GenericPassword(service: service, account: account, accessGroup: group)
            item.kind = Self.kind
            item.accessibility = options.accessibility
            try changes.add(item, secret: secret)
        }
    }

    private func query(_ account: String) -> Query<GenericPassword> {
        everyAccount.where(.account, equals: account)
    }

    // MARK: - What several calls say

    /// The kind of the vault's items, which tells them from others of the same service.
    private static var kind: String { "credential of a vault" }

    static var notSignedIn: TokenVaultError {
        TokenVaultError(.notSignedIn, "nothing is stored for the account")
    }
}
