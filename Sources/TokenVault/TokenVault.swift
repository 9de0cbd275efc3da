public import SecureStore

/// Keeps one OAuth token pair an account, whole, and refreshes it once however many ask.
///
/// A pair is one item of the store, a generic password of the vault's service, so that it is stored whole or not at
/// all. Calls that only read or write the store are synchronous like the store's own, and as short.
public final class TokenVault: Sendable {
    /// Asks the server for a pair in place of the one it is given; throws ``RefreshFailure``.
    ///
    /// Give the request a time limit: nobody else can refresh the account meanwhile.
    public typealias Renewal = @Sendable (TokenPair) async throws -> TokenPair

    let store: ItemStore
    let service: String
    let options: VaultOptions
    private let group: String?
    /// The service's items; made once, because making it anew would be a tenth of a look-up.
    private let everyAccount: Query<GenericPassword>

    /// A vault in a store; any number of them, here and in other processes, may share a service.
    public init(_ store: ItemStore, service: String, options: VaultOptions = VaultOptions()) {
        (self.store, self.service, self.options) = (store, service, options)
        let group = options.accessGroup ?? store.defaultAccessGroup
        let query = Query<GenericPassword>().where(.service, equals: service)
        everyAccount = group.map { query.where(.accessGroup, equals: $0) } ?? query
        self.group = group
    }

    // MARK: - Reading

    /// The stored pair, fresh or not; nil when there is none.
    public func pair(for account: String) throws -> TokenPair? { try entry(for: account)?.pair }

    /// The stored pair with its revision and standing; nil when there is none.
    public func entry(for account: String) throws -> VaultEntry? {
        try store.first(query(account)).map(VaultEntry.init)
    }

    /// The accounts that have a pair, oldest first.
    ///
    /// All of them, read item by item: for a list in a user interface, not for each request of a server.
    public func accounts() throws -> [String] {
        var accounts: [String] = []
        let query = everyAccount.where(.kind, equals: Self.kind)
        try store.list(query, returning: .attributes) { accounts.append($0.item.account) }
        return accounts
    }

    // MARK: - Writing

    /// Stores a pair in place of the account's old one, whatever became of that.
    public func save(_ pair: TokenPair, for account: String) throws {
        try change(account) { changes, match in try put(settled(pair), account, match, in: changes) }
    }

    /// Stores a pair unless the account has one, and returns whether it did.
    ///
    /// For tokens that lay elsewhere before: what is in the vault already is newer. Delete the old copy after this
    /// returned, and neither a crash nor a second process that does the same loses a token.
    @discardableResult
    public func saveIfAbsent(_ pair: TokenPair, for account: String) throws -> Bool {
        try change(account) { changes, match in
            if match == nil { try put(settled(pair), account, nil, in: changes) }
            return match == nil
        }
    }

    /// Stores a pair if what is stored is still the revision that the caller saw.
    ///
    /// Throws ``TokenVaultError/Code-swift.struct/changed`` otherwise, and changes nothing.
    public func save(
        _ pair: TokenPair, for account: String, ifRevision revision: VaultEntry.Revision
    ) throws {
        try change(account) { changes, match in
            try check(match, is: revision)
            try put(settled(pair), account, match, in: changes)
        }
    }

    /// Changes parts of the stored pair, such as either token or both, in one commit.
    ///
    /// What is known of the refresh token stays known unless that is changed: that the grant was revoked, or that a
    /// refresh is under way, whose answer then replaces the pair. Throws ``TokenVaultError/Code-swift.struct/notSignedIn`` when there is none.
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

    /// Signs out: deletes the account's pair and returns whether there was one.
    ///
    /// A refresh that is under way cannot bring it back.
    @discardableResult
    public func delete(for account: String) throws -> Bool {
        try change(account) { changes, match in
            guard let match else { return false }
            try changes.delete(Query<GenericPassword>().reference(match.reference))
            return true
        }
    }

    /// Signs out if what is stored is still the revision that the caller saw.
    ///
    /// Throws ``TokenVaultError/Code-swift.struct/changed`` otherwise: nobody deletes what another has just been given.
    public func delete(for account: String, ifRevision revision: VaultEntry.Revision) throws {
        try change(account) { changes, match in
            try check(match, is: revision)
            try changes.delete(Query<GenericPassword>().reference(revision.reference))
        }
    }

    /// Runs `body` on the account's item in a transaction.
    ///
    /// An item of somebody else's under this name is neither overwritten nor deleted.
    func change<R>(
        _ account: String, _ body: (borrowing Transaction, Match<GenericPassword>?) throws -> R
    ) throws -> R {
        guard options.access == .readWrite else {
            throw TokenVaultError(.readOnly, "the vault was opened for reading only")
        }
        return try store.transaction { changes in
            let match = try changes.first(query(account))
            if let match { _ = try VaultRecord(match.secret) }
            return try body(changes, match)
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
