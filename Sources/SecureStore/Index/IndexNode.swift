/// One node of the index, in the form in which its row holds it.
///
/// A set of more than ``mostEntries`` entries is divided in halves by the bits of their keys, until each part
/// is small enough to be a leaf. Up to six halvings are combined into a block. A block begins at a multiple
/// of six bits: the last one that is not beyond the first difference between its keys. So the entries alone
/// determine the nodes, whatever order they were added in.
struct IndexNode: Sendable {
    /// A larger set of entries is divided.
    static let mostEntries = 32
    /// The most times that a block is halved.
    static let bitsOfBlock = 6
    /// A limit that no block and no leaf reaches.
    static let mostBytes = 4_096

    private enum Kind { static let leaf: UInt8 = 0, block: UInt8 = 1 }

    /// The bytes that the digest covers, followed by the row numbers of a block's children.
    let content: [UInt8]
    /// The number of bytes of the content that the digest covers.
    let provenCount: Int

    /// A part of a block: a 1 bit, and then the bits by which the keys in the part continue.
    ///
    /// From 2 for the first half to 127 for the last 64th.
    typealias Region = UInt8

    struct Child: Equatable {
        let region: Region
        let reference: IndexReference
    }

    /// Counts the halvings that lead from the block to a part of it.
    static func halvings(_ region: Region) -> Int { UInt8.bitWidth - 1 - region.leadingZeroBitCount }

    enum Form {
        case leaf([IndexEntry])
        case block(start: Int, prefix: IndexKey, [Child])
    }

    // MARK: - Making

    /// A leaf of sorted entries.
    init(leaf entries: [IndexEntry]) {
        // Only whole words, because leaves are read most often and are compared word by word.
        let shared = min(2, entries[0].key.commonBits(with: entries[entries.count - 1].key) / 64)
        var content = FixedBytes<4_096>()
        content.append(Kind.leaf)
        content.append(UInt8(truncatingIfNeeded: entries.count))
        content.append(UInt8(shared))
        for position in 0..<shared { content.append(littleEndian: entries[0].key.word(position).byteSwapped) }
        for entry in entries {
            for position in shared..<IndexKey.wordCount {
                content.append(littleEndian: entry.key.word(position).byteSwapped)
            }
        }
        for entry in entries { content.append(entry.digest == nil ? 0 : 1) }
        for entry in entries { if let digest = entry.digest { content.append(digest) } }
        (self.content, provenCount) = (content.array, content.count)
    }

    /// A block of sorted parts, whose keys all share the first `start` bits of the prefix.
    init(blockFrom start: Int, prefix: IndexKey, _ children: [Child]) {
        var content = FixedBytes<4_096>()
        content.append(Kind.block)
        content.append(UInt8(start / Self.bitsOfBlock))
        content.append(UInt8(children.count))
        for position in 0..<IndexKey.wordCount {
            content.append(littleEndian: prefix.word(position).byteSwapped)
        }
        for child in children { content.append(child.region) }
        for child in children {
            content.append(littleEndian: child.reference.count)
            content.append(child.reference.digest)
        }
        provenCount = content.count
        for child in children { content.append(littleEndian: UInt64(bitPattern: child.reference.node)) }
        self.content = content.array
    }

    private static let blockHead = 3 + IndexKey.byteCount

    /// Takes the content of a row; nil when it does not have the size that its kind and its count require.
    ///
    /// None of it may be trusted until its digest was compared.
    init?(content: [UInt8]) {
        guard content.count > 3, content.count <= Self.mostBytes else { return nil }
        switch content[0] {
        case Kind.leaf:
            let (count, shared) = (Int(content[1]), Int(content[2]))
            guard count > 0, shared < IndexKey.wordCount else { return nil }
            let marks = 3 + 8 * shared + 8 * count * (IndexKey.wordCount - shared)
            guard content.count >= marks + count else { return nil }
            let own = content[marks..<(marks + count)]
            let digests = own.count { $0 == 1 }
            guard own.allSatisfy({ $0 <= 1 }),
                content.count == marks + count + Bytes16.byteCount * digests
            else { return nil }
            provenCount = content.count
        case Kind.block:
            let count = Int(content[2])
            guard count > 0, content.count == Self.blockHead + 29 * count else { return nil }
            provenCount = Self.blockHead + 21 * count
        default: return nil
        }
        self.content = content
    }

    // MARK: - Reading

    var isLeaf: Bool { content[0] == Kind.leaf }

    /// The bit at which a block begins; nil for a leaf.
    var start: Int? { isLeaf ? nil : Int(content[1]) * Self.bitsOfBlock }

    private static func word(_ bytes: RawSpan, _ offset: Int) -> UInt64 {
        (bytes.littleEndian64(at: offset) ?? 0).byteSwapped
    }

    private func key(_ position: Int, _ bytes: RawSpan) -> IndexKey {
        let shared = Int(content[2])
        let own = 3 + 8 * shared + 8 * (IndexKey.wordCount - shared) * position
        switch shared {
        case 0: return IndexKey(Self.word(bytes, own), Self.word(bytes, own + 8), Self.word(bytes, own + 16))
        case 1: return IndexKey(Self.word(bytes, 3), Self.word(bytes, own), Self.word(bytes, own + 8))
        default: return IndexKey(Self.word(bytes, 3), Self.word(bytes, 11), Self.word(bytes, own))
        }
    }

    /// Calls `body` with the entries of a leaf in order, beginning at `first`, until it returns false.
    private func entries(from first: Int, _ bytes: RawSpan, _ body: (IndexEntry) -> Bool) {
        let (count, shared) = (Int(content[1]), Int(content[2]))
        let marks = 3 + 8 * shared + 8 * count * (IndexKey.wordCount - shared)
        var digest = marks + count
        for position in 0..<count {
            var own: Bytes16?
            if content[marks + position] == 1 {
                own = Bytes16(bytes.extracting(digest..<(digest + Bytes16.byteCount)))
                digest += Bytes16.byteCount
            }
            if position >= first, !body(IndexEntry(key: key(position, bytes), digest: own)) { return }
        }
    }

    /// Reads a part of a block, and the reference to the node below it.
    private func child(_ position: Int, _ bytes: RawSpan) -> Child? {
        let names = Self.blockHead + Int(content[2]) + 20 * position
        guard let region = bytes.byte(at: Self.blockHead + position), 2...127 ~= region,
            let entries = bytes.littleEndian32(at: names),
            let digest = Bytes16(bytes.extracting((names + 4)..<(names + 20))),
            let node = bytes.littleEndian64(at: provenCount + 8 * position)
        else { return nil }
        return Child(
            region: region,
            reference: IndexReference(node: Int64(bitPattern: node), count: entries, digest: digest))
    }

    /// Reads the bit at which a block begins, and the prefix that all its keys share.
    private func head(_ bytes: RawSpan) -> (start: Int, prefix: IndexKey)? {
        guard let start, start <= IndexKey.bitCount - Self.bitsOfBlock else { return nil }
        return (start, IndexKey(Self.word(bytes, 3), Self.word(bytes, 11), Self.word(bytes, 19)))
    }

    /// The decoded node; nil when it is malformed.
    var form: Form? {
        content.withRawBytes { bytes in
            if isLeaf {
                var all: [IndexEntry] = []
                all.reserveCapacity(Int(content[1]))
                entries(from: 0, bytes) {
                    all.append($0)
                    return true
                }
                return .leaf(all)
            }
            guard let (start, prefix) = head(bytes) else { return nil }
            var children: [Child] = []
            children.reserveCapacity(Int(content[2]))
            for position in 0..<Int(content[2]) {
                guard let child = child(position, bytes) else { return nil }
                children.append(child)
            }
            return .block(start: start, prefix: prefix, children)
        }
    }

    // MARK: - Looking up

    /// Calls `body` with the entries of a leaf in a range, in order, until it returns false; then returns
    /// false.
    func entries(_ range: ClosedRange<IndexKey>, _ body: (IndexEntry) -> Bool) -> Bool {
        content.withRawBytes { bytes in
            var (first, end) = (0, Int(content[1]))
            while first < end {
                let middle = (first + end) / 2
                if key(middle, bytes) < range.lowerBound { first = middle + 1 } else { end = middle }
            }
            guard first < Int(content[1]), key(first, bytes) <= range.upperBound else { return true }
            var goesOn = true
            entries(from: first, bytes) { entry in
                if entry.key > range.upperBound { return false }
                goesOn = body(entry)
                return goesOn
            }
            return goesOn
        }
    }

    /// Calls `body` with the parts of a block that may have keys in a range, in order, until it returns
    /// false.
    ///
    /// Each part comes with the six-bit values that belong to it, and with a flag: whether all of its keys
    /// are in the range, as far as this block can tell.
    ///
    /// Returns false when `body` did, and nil when the block is malformed.
    func children<E: Error>(
        _ range: ClosedRange<IndexKey>,
        _ body: (_ child: IndexReference, _ covered: ClosedRange<Int>, _ isInside: Bool) throws(E) -> Bool
    ) throws(E) -> Bool? {
        try content.withRawBytes { bytes throws(E) in
            guard let (start, prefix) = head(bytes) else { return nil }
            let (low, high) = (range.lowerBound.prefix(start), range.upperBound.prefix(start))
            guard low <= prefix, prefix <= high else { return true }
            let first = low < prefix ? -1 : range.lowerBound.bits(from: start, count: Self.bitsOfBlock)
            let last = high > prefix ? 64 : range.upperBound.bits(from: start, count: Self.bitsOfBlock)
            for position in 0..<Int(content[2]) {
                guard let region = bytes.byte(at: Self.blockHead + position), 2...127 ~= region else {
                    return nil
                }
                let covered = Self.span(of: region)
                if covered.upperBound < first { continue }
                if covered.lowerBound > last { break }
                guard let child = child(position, bytes) else { return nil }
                let isInside = first < covered.lowerBound && covered.upperBound < last
                if try !body(child.reference, covered, isInside) { return false }
            }
            return true
        }
    }

    /// The keys that belong to the parts of a block with these six-bit values; nil when it is malformed.
    func keys(_ covered: ClosedRange<Int>) -> ClosedRange<IndexKey>? {
        content.withRawBytes { bytes in
            guard let (start, prefix) = head(bytes) else { return nil }
            let low = prefix.followed(by: covered.lowerBound, at: start, count: Self.bitsOfBlock, .zeros)
            return low...prefix.followed(by: covered.upperBound, at: start, count: Self.bitsOfBlock, .ones)
        }
    }

    /// The six-bit values in a block that belong to one of its parts.
    static func span(of region: Region) -> ClosedRange<Int> {
        let halvings = halvings(region)
        let width = 1 << (bitsOfBlock - halvings)
        let start = (Int(region) - 1 << halvings) * width
        return start...(start + width - 1)
    }
}

/// The places of nodes in the file. Nodes with similar keys get rows with similar numbers, so that they lie
/// close together, and a large change passes over the file once.
extension IndexNode {
    private static let bitsOfKind = 6
    private static let kindOfLeaf: Int64 = 63

    /// The first row to try for a leaf, from the bits that all its keys share.
    static func row(ofLeafWith prefix: IndexKey) -> Int64 { row(prefix) | kindOfLeaf }

    /// The first row to try for a block.
    static func row(ofBlockFrom start: Int, _ prefix: IndexKey) -> Int64 {
        row(prefix) | Int64(1 + start / bitsOfBlock)
    }

    /// The first 57 bits of the token, the last 17 of them mixed with bits that tell the nodes of one
    /// beginning or of one token apart.
    ///
    /// These come from the token and the row number, but for its last bits, which all entries of a leaf
    /// share.
    private static func row(_ prefix: IndexKey) -> Int64 {
        let (first, second) = (prefix.word(0), prefix.word(1))
        let rest = (first & 0x7f) << 10 ^ second >> 47 ^ (prefix.word(2) >> 6) & 0x1_ffff
        return Int64(bitPattern: (first >> 7 ^ rest) << UInt64(bitsOfKind))
    }
}
