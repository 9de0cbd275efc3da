/// The key of an index entry: a token, and the number of a row that it leads to.
///
/// 24 bytes, which the index sorts and divides bit by bit, the most significant first. The last word is twice
/// the number. So the keys of 32 consecutive rows are exactly the keys of one part of a block, and lie in one
/// leaf.
struct IndexKey: Hashable, Sendable {
    static let byteCount = 24
    static let bitCount = 8 * byteCount
    /// A key is three words of 64 bits, the most significant first.
    static let wordCount = 3

    let token: Bytes16
    /// The number of the entry's row, never negative: rows are numbered from 1.
    let number: Int64

    init(_ token: Bytes16, _ number: Int64) { (self.token, self.number) = (token, number) }

    init(_ first: UInt64, _ second: UInt64, _ third: UInt64) {
        self.init(Bytes16(high: first, low: second), Int64(bitPattern: third >> 1))
    }

    func word(_ position: Int) -> UInt64 {
        switch position {
        case 0: token.high
        case 1: token.low
        default: UInt64(bitPattern: number) << 1
        }
    }

    /// A few bits of the key as a number; they may span two words.
    func bits(from start: Int, count: Int) -> Int {
        let (position, offset) = (start / 64, start % 64)
        var bits = word(position) << UInt64(offset)
        if offset + count > 64 { bits |= word(position + 1) >> UInt64(64 - offset) }
        return Int(truncatingIfNeeded: bits >> UInt64(64 - count))
    }

    /// Counts the leading bits that two keys have in common.
    func commonBits(with other: IndexKey) -> Int {
        for position in 0..<Self.wordCount {
            let difference = word(position) ^ other.word(position)
            if difference != 0 { return 64 * position + difference.leadingZeroBitCount }
        }
        return Self.bitCount
    }

    /// The leading bits of the key, followed by zeros.
    func prefix(_ count: Int) -> IndexKey {
        func kept(_ position: Int) -> UInt64 {
            let own = min(64, max(0, count - 64 * position))
            return own == 64 ? word(position) : word(position) & ~(.max >> UInt64(own))
        }
        return IndexKey(kept(0), kept(1), kept(2))
    }

    enum Filling { case zeros, ones }

    /// The first `start` bits of the key, then a value of `count` bits, and then zeros or ones.
    func followed(by value: Int, at start: Int, count: Int, _ filling: Filling) -> IndexKey {
        var words = (0..<Self.wordCount).map(prefix(start).word)
        for bit in start..<Self.bitCount {
            let isInValue = bit < start + count
            let isSet = isInValue ? value >> (start + count - 1 - bit) & 1 == 1 : filling == .ones
            if isSet { words[bit / 64] |= 1 << UInt64(63 - bit % 64) }
        }
        return IndexKey(words[0], words[1], words[2])
    }
}

extension IndexKey: Comparable {
    static func < (first: IndexKey, second: IndexKey) -> Bool {
        if first.token.high != second.token.high { return first.token.high < second.token.high }
        if first.token.low != second.token.low { return first.token.low < second.token.low }
        return UInt64(bitPattern: first.number) < UInt64(bitPattern: second.number)
    }
}

/// An entry of the index, which says that a token leads to a row, and names the row's digest.
struct IndexEntry: Equatable, Sendable {
    let key: IndexKey
    /// The digest of the row, in lists of rows and under identities, with which most answers begin; else nil.
    let digest: Bytes16?
}
