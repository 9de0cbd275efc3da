/// The items that match some selections as they were seen last, to tell what has become of them.
///
/// It remembers names and digests, and nothing that was opened.
struct WatchedItems {
    fileprivate typealias Known = (id: Bytes16, generation: Int64)

    /// The items of one class that match one of some selections.
    fileprivate struct Watched: Sendable {
        let itemClass: ItemClass
        let selections: [Selection]
        var pictures: (current: IndexPicture, earlier: IndexPicture) = (IndexPicture(), IndexPicture())
        /// The items that matched, by the numbers of their rows.
        var known: [Int64: Known] = [:]
    }

    /// The result of a look at one state, which counts only if the state was whole.
    struct Look {
        fileprivate var classes: [ClassLook] = []
        let sequence: UInt64
        /// True if an item that has changed cannot be read.
        fileprivate(set) var cannotTell = false
    }

    fileprivate struct ClassLook {
        let pictures: (current: IndexPicture, earlier: IndexPicture)
        let gone: [Int64]
        /// The rows that came or changed, with the item if it matches.
        let came: [(number: Int64, item: Known?)]
    }

    private var classes: [Watched]
    /// The state that was seen last; nil before the first look.
    private(set) var sequence: UInt64?

    init(_ selections: [Selection]) {
        classes = Dictionary(grouping: selections, by: \.itemClass).map {
            Watched(itemClass: $0, selections: $1)
        }
    }

    /// Looks at a state, and shows the items that came or changed; nil if it is the state that was seen last.
    func look(
        _ snapshot: borrowing Snapshot, _ settings: StoreSettings,
        _ show: (Found) throws(StoreError) -> Void = { _ in }
    ) throws(StoreError) -> Look? {
        guard snapshot.state.sequence != sequence else { return nil }
        let finder = snapshot.finder(settings)
        var look = Look(sequence: snapshot.state.sequence)
        for watched in classes {
            for selection in watched.selections { try finder.checkGroup(of: selection) }
            look.classes.append(try self.look(watched, finder, &look.cannotTell, show))
        }
        return look
    }

    private func look(
        _ watched: Watched, _ finder: borrowing Finder, _ cannotTell: inout Bool,
        _ show: (Found) throws(StoreError) -> Void
    ) throws(StoreError) -> ClassLook {
        var issuers = Finder.Issuers()
        func item(_ entry: IndexEntry, _ rows: ProvenRows) throws(StoreError) -> Known? {
            do throws(StoreError) {
                guard let found = try Self.item((entry, rows), watched, finder, &issuers) else { return nil }
                try show(found)
                return (found.columns.id, found.columns.generation)
            } catch {
                // Another device may have the key of the item.
                guard [.decode, .notAvailable].contains(error.status) else { throw error }
                cannotTell = true
                return watched.known[entry.key.number]
            }
        }
        let list = Tokens.list(watched.itemClass.rawValue)
        var (gone, came) = (Set<Int64>(), [(number: Int64, item: Known?)]())
        func picture(_ rows: ProvenRows?, since before: IndexPicture) throws(StoreError) -> IndexPicture {
            guard let rows else {
                // A rotation has ended since the last look.
                gone.formUnion(before.rows.keys)
                return IndexPicture()
            }
            let (picture, difference) = try rows.index.picture(list, since: before)
            gone.formUnion(difference.gone.keys)
            for entry in difference.came.values { came.append((entry.key.number, try item(entry, rows))) }
            return picture
        }
        let current = try picture(finder.rows, since: watched.pictures.current)
        let earlier = try picture(finder.earlier, since: watched.pictures.earlier)
        gone.subtract(came.map(\.number))
        return ClassLook(
            pictures: (current, earlier), gone: gone.sorted(), came: came.sorted { $0.number < $1.number })
    }

    private static func item(
        _ step: RowWalk.Step, _ watched: Watched, _ finder: borrowing Finder,
        _ issuers: inout Finder.Issuers
    ) throws(StoreError) -> Found? {
        for selection in watched.selections {
            let found = try finder.item(step, selection, .read(secrets: false)).map { [$0] } ?? []
            if let item = try finder.filter(found, selection.certificates, &issuers).first { return item }
        }
        return nil
    }

    /// Takes a look for what is known from now on, and tells what has changed: at first all items are new.
    mutating func take(_ look: Look, _ tell: (ItemChange) -> Void) {
        for (position, seen) in look.classes.enumerated() { classes[position].take(seen, tell) }
        sequence = look.sequence
    }
}

extension WatchedItems.Watched {
    fileprivate mutating func take(_ look: WatchedItems.ClassLook, _ tell: (ItemChange) -> Void) {
        func say(_ kind: ItemChange.Kind, _ item: WatchedItems.Known) {
            tell(ItemChange(kind, ItemReference(itemClass, item.id)))
        }
        pictures = look.pictures
        for number in look.gone {
            if let old = known.removeValue(forKey: number) { say(.deleted, old) }
        }
        for (number, item) in look.came {
            let old = known.removeValue(forKey: number)
            known[number] = item
            switch (old, item) {
            case (nil, nil): break
            case (nil, let new?): say(.added, new)
            case (let old?, nil): say(.deleted, old)
            // Rows that a rotation seals again keep their generation.
            case (let old?, let new?): if old.generation != new.generation { say(.updated, new) }
            }
        }
    }
}
