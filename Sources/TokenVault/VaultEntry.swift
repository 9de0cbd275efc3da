import SecureStore

/// A pair with what the vault knows about it.
public struct VaultEntry: Sendable {
    /// One state of the account's item; no two states have the same revision.
    public struct Revision: Hashable, Sendable {
        let reference: ItemReference
        let generation: Int
    }

    /// The pair.
    public var pair: TokenPair { record.pair }
    /// The revision to pass to ``TokenVault/save(_:for:ifRevision:)`` and ``TokenVault/delete(for:ifRevision:)``.
    public let revision: Revision
    let record: VaultRecord

    /// Why the user has to sign in again; nil while a refresh may still succeed.
    public var reauthenticationReason: String? {
        guard case .dead(let reason) = record.standing else { return nil }
        return reason
    }

    init(_ match: Match<GenericPassword>) throws(TokenVaultError) {
        record = try VaultRecord(match.secret)
        revision = Revision(reference: match.reference, generation: match.generation)
    }

    init(_ revision: Revision, _ record: VaultRecord) { (self.revision, self.record) = (revision, record) }
}
