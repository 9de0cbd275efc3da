/// The changes of an index that a transaction has made but not written yet.
///
/// They are written all at once before the commit, in the order of their keys. So each node is read and
/// written only once, however many of its entries change, and neighbouring nodes follow each other.
final class IndexChanges {
    /// A change of an entry, compared with what the nodes hold.
    enum Change: Equatable {
        case inserted(Bytes16?)
        case replaced(Bytes16?)
        case removed
    }

    /// The changes of one token; mostly there is only one.
    private enum Numbers {
        case none
        case one(Int64, Change)
        case many([Int64: Change])

        subscript(number: Int64) -> Change? {
            get {
                switch self {
                case .none: nil
                case .one(let own, let change): own == number ? change : nil
                case .many(let changes): changes[number]
                }
            }
            set {
                switch self {
                case .none: if let newValue { self = .one(number, newValue) }
                case .one(let own, let change):
                    var changes = [own: change]
                    changes[number] = newValue
                    self = changes.isEmpty ? .none : .many(changes)
                case .many(var changes):
                    // Cleared first; otherwise the next line would copy the whole dictionary.
                    self = .none
                    changes[number] = newValue
                    self = .many(changes)
                }
            }
        }
    }

    private var byToken: [Bytes16: Numbers] = [:]
    private(set) var count = 0
    /// The earlier values of entries that changed since the first mark, by which the changes can be undone.
    private var undo: [(key: IndexKey, before: Change?)] = []
    /// The length that `undo` had at each mark.
    private var marks: [Int] = []

    /// The change of an entry; nil when it is unchanged.
    private subscript(key: IndexKey) -> Change? { byToken[key.token]?[key.number] }

    /// Replaces the change of an entry by what `change` makes of it.
    private func put(_ key: IndexKey, isUndone: Bool = false, _ change: (Change?) -> Change?) {
        var before: Change?
        var after: Change?
        // A single look-up in the dictionary serves both.
        func replace(_ numbers: inout Numbers) {
            before = numbers[key.number]
            after = change(before)
            numbers[key.number] = after
        }
        replace(&byToken[key.token, default: .none])
        count += (after == nil ? 0 : 1) - (before == nil ? 0 : 1)
        if isMarked, !isUndone { undo.append((key, before)) }
    }

    /// Adds an entry that is not in the index yet.
    func insert(_ entry: IndexEntry) {
        put(entry.key) { $0 == .removed ? .replaced(entry.digest) : .inserted(entry.digest) }
    }

    func replace(_ entry: IndexEntry) {
        put(entry.key) { before in
            if case .inserted = before { .inserted(entry.digest) } else { .replaced(entry.digest) }
        }
    }

    func remove(_ key: IndexKey) {
        put(key) { before in if case .inserted = before { nil } else { .removed } }
    }

    // MARK: - Undoing

    /// True if there is a mark: then nothing may be written, because an undo would not reach it.
    var isMarked: Bool { !marks.isEmpty }

    /// Sets a mark, to which ``undoToMark()`` can return, and which may lie within another.
    func mark() { marks.append(undo.count) }

    /// Removes the last mark, and keeps the changes since.
    func forgetMark() {
        _ = marks.popLast()
        if !isMarked { undo = [] }
    }

    /// Undoes the changes since the last mark, and removes it.
    func undoToMark() {
        guard let mark = marks.popLast() else { return }
        for entry in undo[mark...].reversed() { put(entry.key, isUndone: true) { _ in entry.before } }
        undo.removeSubrange(mark...)
    }

    /// Returns all changes in the order of their keys, and forgets them.
    func take() -> [(key: IndexKey, change: Change)] {
        var all: [(key: IndexKey, change: Change)] = []
        all.reserveCapacity(count)
        for (token, numbers) in byToken {
            switch numbers {
            case .none: continue
            case .one(let number, let change): all.append((IndexKey(token, number), change))
            case .many(let changes):
                for (number, change) in changes { all.append((IndexKey(token, number), change)) }
            }
        }
        (byToken, count) = ([:], 0)
        all.sort { $0.key < $1.key }
        return all
    }

    /// The entry with a key, as changed; nil when there is none.
    func entry(_ key: IndexKey, in reader: IndexReader) throws(StoreError) -> IndexEntry? {
        switch self[key] {
        case nil: try reader.entry(key)
        case .inserted(let digest), .replaced(let digest): IndexEntry(key: key, digest: digest)
        case .removed: nil
        }
    }

    /// The numbers of the rows that have changed entries under the keys in a range, in no order.
    func numbers(_ range: ClosedRange<IndexKey>) -> [Int64] {
        var found: [Int64] = []
        for (token, numbers) in byToken where range.contains(IndexKey(token, 0)) {
            switch numbers {
            case .none: continue
            case .one(let number, _): found.append(number)
            case .many(let changes): found += changes.keys
            }
        }
        return found
    }

    /// The first `most` entries of a token for rows after a number, as changed.
    func entries(
        _ token: Bytes16, after number: Int64, most: Int, in reader: IndexReader
    ) throws(StoreError) -> [IndexEntry] {
        guard let numbers = byToken[token] else {
            return try reader.entries(token, after: number, most: most)
        }
        var changes: [Int64: Change]
        switch numbers {
        case .none: return try reader.entries(token, after: number, most: most)
        case .one(let number, let change): changes = [number: change]
        case .many(let own): changes = own
        }
        changes = changes.filter { $0.key > number }
        // Removed entries leave gaps, so that as many more have to be read.
        let gaps = changes.values.count { $0 == .removed }
        let stored = try reader.entries(token, after: number, most: most + min(gaps, Int.max - most))
        var merged = stored.compactMap { entry in
            switch changes.removeValue(forKey: entry.key.number) {
            case nil: return entry
            case .inserted(let digest), .replaced(let digest):
                return IndexEntry(key: entry.key, digest: digest)
            case .removed: return nil
            }
        }
        for (number, change) in changes {
            guard case .inserted(let digest) = change else { continue }
            merged.append(IndexEntry(key: IndexKey(token, number), digest: digest))
        }
        merged.sort { $0.key < $1.key }
        return Array(merged.prefix(most))
    }
}
