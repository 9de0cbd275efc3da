/// The answer to a search: items, or pairs of a certificate and its key.
enum Findings {
    case items([Found])
    case identities([FoundIdentity])
}

extension Finder {
    /// Finds what matches a selection, oldest first.
    func findings(
        _ selection: Selection, _ purpose: Purpose, atMost limit: Int
    ) throws(StoreError) -> Findings {
        guard selection.itemClass == .identity else {
            return .items(try find(selection, purpose, atMost: limit))
        }
        var selection = selection
        selection.limit = min(selection.limit, limit)
        return .identities(try findIdentities(selection, secrets: purpose.opensSecrets))
    }
}
