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
    /// What the list has written so far, where it may replace that again.
    private var written: Set<ItemReference> = []

    /// How many entries a list has, and what of it is left out; an error where it cannot be read to its end.
    static func check(_ list: any ImportReader) throws -> (entries: Int, leftOut: [String]) {
        let progress = ProgressBar("read")
        var (entries, leftOut) = (0, [String]())
        try list.visit { position, entry in
            progress.show(position, of: list.length)
            if case .leftOut(let reason) = entry { leftOut.append(reason) } else { entries += 1 }
        }
        return (entries, leftOut)
    }

    /// Stores all entries in one transaction, so that a failure leaves nothing behind.
    static func store(
        _ list: any ImportReader, of total: Int, in store: ItemStore, replacing: Bool
    ) throws -> ImportCount {
        let progress = ProgressBar("import")
        return try store.transaction { changes in
            var (count, position) = (ImportCount(), 0)
            try list.visit { _, entry in
                switch entry {
                case .leftOut: return
                case .generic(let item, let secret): try count.add(item, secret, changes, replacing)
                case .internet(let item, let secret): try count.add(item, secret, changes, replacing)
                }
                position += 1
                progress.show(position, of: total)
            }
            return count
        }
    }

    /// How many items the entries of a list would replace.
    static func replaceable(_ list: any ImportReader, in store: ItemStore) throws -> Int {
        var items: Set<ItemReference> = []
        try list.visit { _, entry in
            switch entry {
            case .leftOut: return
            case .generic(let item, _): try store.reference(of: item).map { _ = items.insert($0) }
            case .internet(let item, _): try store.reference(of: item).map { _ = items.insert($0) }
            }
        }
        return items.count
    }

    private mutating func add(
        _ item: some PasswordItem, _ secret: SecretBytes, _ changes: borrowing Transaction, _ replacing: Bool
    ) throws(StoreError) {
        do throws(StoreError) {
            let reference = try changes.add(item, secret: secret)
            if replacing { written.insert(reference) }
            added += 1
        } catch {
            guard error.status == .duplicateItem else { throw error }
            let known = try? changes.first(Query(identityOf: item))?.secret
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

extension ItemStore {
    /// The item of the same identity, if there is one.
    fileprivate func reference(of item: some PasswordItem) throws(StoreError) -> ItemReference? {
        try first(Query(identityOf: item), returning: .attributes)?.reference
    }
}
