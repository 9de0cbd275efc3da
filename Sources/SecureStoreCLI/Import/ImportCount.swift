import SecureStore

/// What became of the entries of a foreign list.
struct ImportCount {
    private(set) var added = 0
    private(set) var replaced = 0
    private(set) var kept = 0
    /// Of those that were kept, how many have another secret in the list, or one that cannot be compared.
    private(set) var differing = 0
    /// Of those that were replaced, how many had taken another secret from the list before.
    private(set) var replacedTwice = 0
    /// What the list has written so far.
    private var written: Set<ItemReference> = []

    /// Stores all entries in one transaction, so that a failure leaves nothing behind.
    static func store(
        _ entries: [ImportEntry], in store: ItemStore, replacing: Bool
    ) throws -> ImportCount {
        let progress = ProgressBar("import")
        return try store.transaction { changes in
            var count = ImportCount()
            for (place, entry) in entries.enumerated() {
                progress.show(place, of: entries.count)
                switch entry {
                case .generic(let item, let secret): try count.add(item, secret, changes, replacing)
                case .internet(let item, let secret): try count.add(item, secret, changes, replacing)
                }
            }
            return count
        }
    }

    private mutating func add(
        _ item: some PasswordItem, _ secret: SecretBytes, _ changes: borrowing Transaction, _ replacing: Bool
    ) throws(StoreError) {
        do throws(StoreError) {
            written.insert(try changes.add(item, secret: secret))
            added += 1
        } catch {
            guard error.status == .duplicateItem else { throw error }
            let known = try? changes.copyMatching(Query(identityOf: item)).first?.secret
            if replacing {
                replaced += 1
                if !written.insert(try changes.set(item, secret: secret)).inserted, known != secret {
                    replacedTwice += 1
                }
            } else {
                kept += 1
                if known != secret { differing += 1 }
            }
        }
    }

    /// The line that tells of it.
    var text: String { "\(added) added, \(replaced) replaced, \(kept) kept as they were" }
}
