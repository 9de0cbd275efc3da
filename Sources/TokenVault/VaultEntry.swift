import SecureStore

/// A pair with what the vault knows about it.
///
/// It is for a program that shows who has to sign in again, or that changes a pair only if nobody else has.
public struct VaultEntry: Sendable {
    /// One state of the account's item; no two states have the same revision.
    ///
    /// Hand it back to a call with `ifRevision`, which changes nothing if somebody came between.
    public struct Revision: Hashable, Sendable {
        let reference: ItemReference
        let generation: Int

        var query: Query<GenericPassword> { Query<GenericPassword>().reference(reference) }
    }

    /// The tokens, expired or not.
    public var pair: TokenPair { record.pair }
    /// The revision for ``TokenVault/save(_:for:ifRevision:)`` and ``TokenVault/delete(for:ifRevision:)``.
    public let revision: Revision
    let record: VaultRecord

    /// The reason why the user has to sign in again; nil while a refresh may still succeed.
    public var reauthenticationReason: String? {
        record.standing.kind == .dead ? record.standing.note : nil
    }
}

extension VaultEntry {
    init(_ match: ItemMatch<GenericPassword>) throws(TokenVaultError) {
        self.init(
            revision: Revision(reference: match.reference, generation: match.generation),
            record: try VaultRecord(match.secret))
    }
}
