import SecureStore

/// A pair with what the vault knows of it.
public struct VaultEntry: Sendable {
    /// Which state of the account's item this is: never the same for two.
    ///
    /// Reference and generation count: an item that was deleted and made again starts at generation 1 again.
    public struct Revision: Hashable, Sendable {
        let reference: ItemReference
        let generation: Int
    }

    /// The pair.
    public let pair: TokenPair
    /// For changes that must not meet another state: ``TokenVault/delete(for:ifRevision:)`` and others.
    public let revision: Revision
    let record: VaultRecord

    /// Why only the user can help; nil as long as there is hope.
    public var reauthenticationReason: String? {
        guard case .dead(let reason) = record.standing else { return nil }
        return reason
    }

    init(_ match: Match<GenericPassword>) throws {
        record = try VaultRecord(match.secret)
        pair = try TokenPair(encoded: record.pair)
        revision = Revision(match)
    }
}

extension VaultEntry.Revision {
    init(_ match: Match<GenericPassword>) {
        self.init(reference: match.reference, generation: match.generation)
    }
}
