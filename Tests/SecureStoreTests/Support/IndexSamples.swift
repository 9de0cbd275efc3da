@testable import SecureStore

/// Keys to fill an index with, of the kinds that a store has and of worse ones.
enum IndexSamples: String, CaseIterable {
    /// One row for each token, as ids and most identities are.
    case random
    /// Few tokens with many rows, as the lists of classes are.
    case dense
    /// Keys that differ in few bits, late, and on both sides of where words and blocks meet.
    case alike

    /// Around the ends of words, which have 64 bits, and of blocks, which have 6.
    private static let places = [2, 3, 59, 60, 63, 64, 66, 125, 127, 129, 186, 190, 191]

    func keys(_ count: Int, _ random: inout SeededGenerator) -> [IndexKey] {
        var keys: Set<IndexKey> = []
        while keys.count < count { keys.insert(key(count, &random)) }
        return keys.sorted()
    }

    private func key(_ count: Int, _ random: inout SeededGenerator) -> IndexKey {
        switch self {
        case .random:
            return IndexKey(.random(&random), Int64.random(in: 1...Int64.max, using: &random))
        case .dense:
            let token = UInt64.random(in: 0..<3, using: &random)
            let number = Int64.random(in: 1...Int64(count), using: &random)
            return IndexKey(Bytes16(high: token << 62, low: token), number)
        case .alike:
            var words: [UInt64] = [0x5555_5555_5555_5555, 0xaaaa_aaaa_aaaa_aaaa, 0x1111_1111_1111_1111]
            for _ in 0..<3 {
                let bit = Self.places.randomElement(using: &random) ?? 0
                words[bit / 64] ^= 1 << UInt64(63 - bit % 64)
            }
            // The last word is twice the number.
            return IndexKey(words[0], words[1], words[2] ^ .random(in: 0..<8, using: &random))
        }
    }
}

extension Bytes16 {
    static func random(_ random: inout SeededGenerator) -> Bytes16 {
        Bytes16(high: random.next(), low: random.next())
    }
}

/// An index that is changed at random, and the same entries as a plain dictionary.
struct ChangedIndex {
    let made: MadeIndex
    let keys: [IndexKey]
    private(set) var entries: [IndexKey: Bytes16?] = [:]
    private var random: SeededGenerator

    init(_ samples: IndexSamples, seed: UInt64, keyCount: Int = 300) throws {
        random = SeededGenerator(seed: seed)
        keys = samples.keys(keyCount, &random)
        made = try MadeIndex()
    }

    var sorted: [IndexEntry] {
        entries.map { IndexEntry(key: $0.key, digest: $0.value) }.sorted { $0.key < $1.key }
    }

    /// Changes that fit, in any order and now and then taken back; written by whoever takes them.
    ///
    /// Grows and shrinks in turns, down to nothing.
    mutating func change(_ round: Int) -> IndexChanges {
        let changes = IndexChanges()
        let size = [1, 2, 10, 40, keys.count][Int.random(in: 0..<5, using: &random)]
        let isShrinking = round % 8 > 4
        for key in keys.shuffled(using: &random).prefix(size) {
            let digest: Bytes16? = Bool.random(using: &random) ? .random(&random) : nil
            let isThere = entries[key] != nil
            if isThere, isShrinking || Int.random(in: 0..<3, using: &random) == 0 {
                changes.remove(key)
                entries[key] = nil
                guard Int.random(in: 0..<8, using: &random) == 0 else { continue }
                changes.insert(IndexEntry(key: key, digest: digest))
                entries.updateValue(digest, forKey: key)
            } else if isThere {
                changes.replace(IndexEntry(key: key, digest: digest))
                entries.updateValue(digest, forKey: key)
            } else if !isShrinking {
                changes.insert(IndexEntry(key: key, digest: digest))
                entries.updateValue(digest, forKey: key)
            }
        }
        return changes
    }

    /// Keys around those that there can be, for ranges and look-ups of what is not there.
    mutating func anyKey() -> IndexKey {
        guard let key = keys.randomElement(using: &random), Bool.random(using: &random) else {
            return IndexKey(.random(&random), Int64.random(in: 0...400, using: &random))
        }
        let number = key.number &+ Int64.random(in: -2...2, using: &random)
        return IndexKey(key.token, max(0, number))
    }

    mutating func anyCount() -> Int { [1, 2, 31, 100, .max][Int.random(in: 0..<5, using: &random)] }
}
