/// What a transaction has done to an index and not written yet.
///
/// Written in one go before the commit, sorted: so every node is read and written once, however many entries change
/// in it, and neighbours come one after the other.
final class IndexChanges {
    /// What is to become of an entry, against what the nodes say.
    enum Change: Equatable {
        case inserted(Bytes16?)
        case replaced(Bytes16?)
        case removed
    }

    /// The changes of one token: mostly there is a single one.
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
                    // Given up first, or the next line would copy them all.
                    self = .none
                    changes[number] = newValue
                    self = .many(changes)
                }
            }
        }
    }

    private var byToken: [Bytes16: Numbers] = [:]
    private(set) var count = 0
    /// What undoes the changes since a mark, while there is one.
    private var undo: [(key: IndexKey, before: Change?)]?

    /// The change of an entry, nil when there is none.
    private subscript(key: IndexKey) -> Change? { byToken[key.token]?[key.number] }

    /// Puts what `change` makes of the change there was in its place.
    private func put(_ key: IndexKey, _ change: (Change?) -> Change?) {
        var before: Change?
        var after: Change?
        // One look at the table for both.
        func replace(_ numbers: inout Numbers) {
            before = numbers[key.number]
            after = change(before)
            numbers[key.number] = after
        }
        replace(&byToken[key.token, default: .none])
        count += (after == nil ? 0 : 1) - (before == nil ? 0 : 1)
        undo?.append((key, before))
    }

    // MARK: - Changing

    /// Adds an entry that is not there.
    func insert(_ entry: IndexEntry) {
        put(entry.key) { $0 == .removed ? .replaced(entry.digest) : .inserted(entry.digest) }
    }

    /// Gives an entry that is there another digest.
    func replace(_ entry: IndexEntry) {
        put(entry.key) { before in
            if case .inserted = before { .inserted(entry.digest) } else { .replaced(entry.digest) }
        }
    }

    /// Takes an entry away that is there.
    func remove(_ key: IndexKey) {
        put(key) { before in if case .inserted = before { nil } else { .removed } }
    }

    // MARK: - Undoing

    /// True between a mark and its end: then nothing may be written, because undoing would not reach it.
    var isMarked: Bool { undo != nil }

    /// From here on ``undoToMark()`` can undo.
    func mark() { undo = [] }

    /// Keeps the changes since the mark.
    func forgetMark() { undo = nil }

    /// Undoes the changes since the mark.
    func undoToMark() {
        guard let entries = undo else { return }
        undo = nil
        for entry in entries.reversed() { put(entry.key) { _ in entry.before } }
    }

    // MARK: - Reading

    /// All changes in the order of their keys, and none afterwards.
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

    /// The entry with a key with the changes made, nil when there is none.
    func entry(_ key: IndexKey, in reader: IndexReader) throws(StoreError) -> IndexEntry? {
        switch self[key] {
        case nil: try reader.entry(key)
        case .inserted(let digest), .replaced(let digest): IndexEntry(key: key, digest: digest)
        case .removed: nil
        }
    }

    /// The entries of a token with the changes made, for the rows after a number and at most so many.
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
        // What was taken away leaves gaps, so that many are needed to be sure of enough.
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
