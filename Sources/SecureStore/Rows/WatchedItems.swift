/// The items that match some selections as they were seen last, to tell what has become of them.
///
/// It remembers names and digests, and nothing that was opened.
struct WatchedItems {
    fileprivate struct Known: Sendable {
        let id: Bytes16
        let generation: Int64
    }

    /// The items of one class.
    fileprivate struct Watched: Sendable {
        let selection: Selection
        var pictures: (current: IndexPicture, earlier: IndexPicture) = (IndexPicture(), IndexPicture())
        /// The items that matched, by the numbers of their rows.
        var known: [Int64: Known] = [:]
    }

    /// The result of a look at one state, which counts only if the state was whole.
    struct Look {
        fileprivate var classes: [ClassLook] = []
        let sequence: UInt64
        fileprivate var cannotTell = false
    }

    fileprivate struct ClassLook {
        let pictures: (current: IndexPicture, earlier: IndexPicture)
        let gone: [Int64]
        /// The rows that came or changed, with the item if it matches.
        let came: [(number: Int64, item: Known?)]
    }

    /// The most changes that are told one by one at one time.
    private static let most = 1_024

    private var classes: [Watched]
    /// The state that was seen last; nil before the first look.
    private(set) var sequence: UInt64?

    init(_ selections: [Selection]) { classes = selections.map { Watched(selection: $0) } }

    /// Looks at a state; nil if it is the one that was seen last.
    func look(_ snapshot: borrowing Snapshot, _ settings: StoreSettings) throws(StoreError) -> Look? {
        guard snapshot.state.sequence != sequence else { return nil }
        let finder = snapshot.finder(settings)
        var look = Look(sequence: snapshot.state.sequence)
        for watched in classes { look.classes.append(try self.look(watched, finder, &look.cannotTell)) }
        return look
    }

    private func look(
        _ watched: Watched, _ finder: borrowing Finder, _ cannotTell: inout Bool
    ) throws(StoreError) -> ClassLook {
        let list = Tokens.list(watched.selection.itemClass.rawValue)
        let current = try finder.rows.index.picture(list, since: watched.pictures.current)
        var (gone, came) = (current.difference.gone, [(number: Int64, item: Known?)]())
        for entry in current.difference.came.values {
            came.append((entry.key.number, try item(entry, finder.rows, watched, finder, &cannotTell)))
        }
        var earlier = IndexPicture()
        if let rows = finder.earlier {
            let picture = try rows.index.picture(list, since: watched.pictures.earlier)
            earlier = picture.picture
            gone.merge(picture.difference.gone) { own, _ in own }
            for entry in picture.difference.came.values {
                came.append((entry.key.number, try item(entry, rows, watched, finder, &cannotTell)))
            }
        }
        for row in came { gone[row.number] = nil }
        return ClassLook(
            pictures: (current.picture, earlier), gone: gone.keys.sorted(),
            came: came.sorted { $0.number < $1.number })
    }

    private func item(
        _ entry: IndexEntry, _ rows: ProvenRows, _ watched: Watched, _ finder: borrowing Finder,
        _ cannotTell: inout Bool
    ) throws(StoreError) -> Known? {
        do throws(StoreError) {
            let found = try finder.item((entry, rows), watched.selection, .read(secrets: false))
            let item = try finder.filter(found.map { [$0] } ?? [], watched.selection.certificates).first
            return item.map { Known(id: $0.head.id, generation: $0.head.generation) }
        } catch {
            guard error.status == .decode else { throw error }
            cannotTell = true
            return watched.known[entry.key.number]
        }
    }

    /// Takes a look for what is known from now on; returns what has changed.
    mutating func take(_ look: Look) -> [ItemChange] {
        let isFirst = sequence == nil
        var changes: [ItemChange] = []
        for (position, seen) in look.classes.enumerated() {
            changes += classes[position].take(seen, tells: !isFirst)
        }
        sequence = look.sequence
        return look.cannotTell || changes.count > Self.most ? [.readAgain] : changes
    }
}

extension WatchedItems.Watched {
    fileprivate mutating func take(_ look: WatchedItems.ClassLook, tells: Bool) -> [ItemChange] {
        pictures = look.pictures
        var changes: [ItemChange] = []
        func tell(_ kind: ItemChange.Kind, _ item: WatchedItems.Known) {
            if tells { changes.append(ItemChange(kind, ItemReference(selection.itemClass, item.id))) }
        }
        for number in look.gone {
            if let old = known.removeValue(forKey: number) { tell(.deleted, old) }
        }
        for (number, item) in look.came {
            let old = known.removeValue(forKey: number)
            known[number] = item
            switch (old, item) {
            case (nil, nil): break
            case (nil, let new?): tell(.added, new)
            case (let old?, nil): tell(.deleted, old)
            // Rows that a rotation seals again keep their generation.
            case (let old?, let new?): if old.generation != new.generation { tell(.updated, new) }
            }
        }
        return changes
    }
}
