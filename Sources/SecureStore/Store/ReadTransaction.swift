/// Several look-ups that see one state of a store, whatever others change meanwhile.
///
/// It is lent to the closure of ``ItemReading/reading(_:)``. The store itself may be called there too, and
/// answers with what it has at that moment.
public struct ReadTransaction: ~Copyable {
    private enum Source {
        case snapshot(ProvenRows, earlier: ProvenRows?)
        case session(WriteSession)
    }

    private let source: Source
    private let settings: StoreSettings
    private let inspect: CertificateInspector?
    private let generation = ProcessGeneration.current

    /// Look-ups in a snapshot; `inspect` reads certificates if the settings name no inspector.
    init(
        _ snapshot: borrowing Snapshot, _ settings: StoreSettings,
        inspecting inspect: CertificateInspector? = nil
    ) {
        let finder = snapshot.finder(settings)
        source = .snapshot(finder.rows, earlier: finder.earlier)
        (self.settings, self.inspect) = (settings, inspect)
    }

    /// Look-ups in a transaction, which see its changes.
    init(_ session: WriteSession) {
        (source, settings, inspect) = (.session(session), session.settings, nil)
    }

    private func look<R>(
        for selection: Selection, _ body: (borrowing Finder) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        switch source {
        case .snapshot(let rows, let earlier):
            guard generation == ProcessGeneration.current else { throw ProcessGeneration.isOther }
            try settings.interceptor?.willBegin(.read, selection.itemClass, selection.reference)
            return try body(settings.finder(rows, earlier: earlier, inspecting: inspect))
        case .session(let session): return try body(session.reading(selection))
        }
    }

    /// The items that match a selection, oldest first; `itemNotFound` when none does.
    package func find(
        _ selection: Selection, secrets: Bool, wantsDigest: Bool
    ) throws(StoreError) -> [StoredItem] {
        try selection.stored(
            look(for: selection) { finder throws(StoreError) in
                try finder.find(selection, .read(secrets: secrets, digest: wantsDigest))
            })
    }

    /// The identities that match a selection, oldest certificate first; `itemNotFound` when none does.
    package func findIdentities(
        _ selection: Selection, secrets: Bool
    ) throws(StoreError) -> [ItemStore.StoredIdentity] {
        try selection.stored(
            look(for: selection) { finder throws(StoreError) in
                try finder.findIdentities(selection, secrets: secrets)
            })
    }

    /// The items that match, oldest first, past those that cannot be read, which `unreadable` gets.
    package func all<Item: StorableItem>(
        _ query: Query<Item>, returning: ItemParts,
        unreadable: (ItemReference?, StoreError) throws(StoreError) -> Void
    ) throws(StoreError) -> [ItemMatch<Item>] {
        let page: ListingPage<ItemMatch<Item>> = try look(for: query.selection) { finder throws(StoreError) in
            try finder.page(
                query.selection, .read(secrets: returning == .secrets), after: ListingPosition(), 0,
                most: .max
            ) { item throws(StoreError) in try item.match() }
        }
        for (reference, error, _) in page.unreadable { try unreadable(reference, error) }
        var gaps = PassedGaps()
        gaps.add(page.gaps)
        if let error = gaps.error { try unreadable(nil, error) }
        return page.items
    }
}

/// The protocol says what each call does.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReadTransaction: ItemReading {
    public func copyMatching<Item: StoreItem>(
        _ query: Query<Item>, limit: Int, returning: ItemParts
    ) throws(StoreError) -> [ItemMatch<Item>] {
        try Query<Item>.check(limit)
        let found: [ItemMatch<Item>] = try look(for: query.selection) { finder throws(StoreError) in
            try finder.matches(query.selection, returning, atMost: limit)
        }
        guard !found.isEmpty else { throw query.selection.notFound }
        return found
    }

    public func first<Item: StoreItem>(
        _ query: Query<Item>, returning: ItemParts
    ) throws(StoreError) -> ItemMatch<Item>? {
        let found: [ItemMatch<Item>] = try look(for: query.selection) { finder throws(StoreError) in
            try finder.matches(query.selection, returning, atMost: 1)
        }
        return found.first
    }

    public func count<Item: StoreItem>(_ query: Query<Item>) throws(StoreError) -> Int {
        try look(for: query.selection) { finder throws(StoreError) in try finder.count(query.selection) }
    }

    public func earlierSecrets<Item: StorableItem>(
        _ query: Query<Item>
    ) throws(StoreError) -> [EarlierSecret] {
        try look(for: query.selection) { finder throws(StoreError) in
            try finder.earlierSecrets(query.selection)
        }
    }

    public func reading<R>(
        _ body: (borrowing ReadTransaction) throws(StoreError) -> R
    ) throws(StoreError) -> R { try body(self) }
}
