extension ItemStore {
    /// The store that is to be made, after a check of the passphrase.
    static func newStore(
        _ credential: Credential, _ options: StoreOptions
    ) throws(StoreError) -> NewStore {
        if case .passphrase(let passphrase, let cost) = credential.kind {
            try check(passphrase, cost, options)
        }
        let source = options.deviceKey
        return NewStore(credential: credential) { () throws(StoreError) in try source.forNewStore() }
    }

    static func check(
        _ passphrase: SecretBytes, _ cost: PassphraseCost, _ options: StoreOptions
    ) throws(StoreError) {
        guard passphrase.count > 0 else {
            throw StoreError(.param, "the passphrase is empty; give one of at least one byte")
        }
        guard passphrase.count <= 1 << 16 else {
            throw StoreError(
                .dataTooLarge,
                "a passphrase of \(passphrase.count) bytes is too long; at most 65536 are taken")
        }
        guard settings(options).allows(cost) else {
            throw StoreError(
                .param,
                "a cost of \(cost.passes) passes over \(cost.memory) bytes is not allowed; "
                    + "\(PassphraseCost.limitsToWrite)"
            )
        }
    }
}
