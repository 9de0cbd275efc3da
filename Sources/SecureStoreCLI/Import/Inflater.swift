import SecureStore

/// Unpacks DEFLATE, the compression of gzip and zip (RFC 1951).
struct Inflater {
    private var source: SecretReader
    /// Bits that were read and not used, the next one lowest.
    private var bits = 0
    private var bitCount = 0
    private var filled = 0

    /// As many bytes as the input says that it has; anything else is refused.
    static func inflate(_ bytes: SecretBytes, _ range: Range<Int>, count: Int) throws -> SecretBytes {
        // A bit makes 258 / 2 bytes at most: a short input gets no large memory.
        guard 0...(range.count * 1032) ~= count else { throw SecretReader.damaged }
        return try SecretBytes.filled(count: count) { target in
            var inflater = Inflater(source: SecretReader(bytes, range))
            try inflater.run(&target)
        }
    }

    private init(source: SecretReader) { self.source = source }

    private mutating func run(_ target: inout MutableSpan<UInt8>) throws(CommandError) {
        var isLast = false
        while !isLast {
            isLast = try take(1) == 1
            switch try take(2) {
            case 0: try copyStored(to: &target)
            case 1: try inflateBlock(Self.fixedLengths, Self.fixedDistances, to: &target)
            case 2:
                let (lengths, distances) = try readCodes()
                try inflateBlock(lengths, distances, to: &target)
            default: throw SecretReader.damaged
            }
        }
        guard source.isAtEnd, filled == target.count else { throw SecretReader.damaged }
    }

    /// The next bits as a number.
    private mutating func take(_ count: Int) throws(CommandError) -> Int {
        while bitCount < count {
            bits |= try source.number(1) << bitCount
            bitCount += 8
        }
        defer {
            bits >>= count
            bitCount -= count
        }
        return bits & (1 << count - 1)
    }

    private mutating func append(_ byte: UInt8, to target: inout MutableSpan<UInt8>) throws(CommandError) {
        guard filled < target.count else { throw SecretReader.damaged }
        target[filled] = byte
        filled += 1
    }

    private mutating func copyStored(to target: inout MutableSpan<UInt8>) throws(CommandError) {
        (bits, bitCount) = (0, 0)
        let (count, complement) = (try source.number(2), try source.number(2))
        guard count == complement ^ 0xffff else { throw SecretReader.damaged }
        for offset in try source.skip(count) {
            try append(source.bytes.withSpan { $0[offset] }, to: &target)
        }
    }

    private mutating func inflateBlock(
        _ lengths: HuffmanCode, _ distances: HuffmanCode, to target: inout MutableSpan<UInt8>
    ) throws(CommandError) {
        while true {
            let symbol = try next(lengths)
            if symbol < 256 {
                try append(UInt8(symbol), to: &target)
                continue
            }
            if symbol == 256 { return }
            guard symbol - 257 < Self.lengths.count else { throw SecretReader.damaged }
            let length = Self.lengths[symbol - 257]
            let count = length.base + (try take(length.extra))
            let place = try next(distances)
            guard place < Self.distances.count else { throw SecretReader.damaged }
            let distance = Self.distances[place].base + (try take(Self.distances[place].extra))
            guard distance <= filled else { throw SecretReader.damaged }
            for _ in 0..<count { try append(target[filled - distance], to: &target) }
        }
    }

    // MARK: - Codes

    /// A Huffman code: how many symbols have a code of each length, and the symbols in the order of their codes.
    private struct HuffmanCode {
        let counts: [Int]
        let symbols: [Int]

        init(_ lengths: [Int]) throws(CommandError) {
            let counts = (0...15).map { length in length == 0 ? 0 : lengths.count { $0 == length } }
            var left = 1
            for count in counts.dropFirst() {
                left = 2 * left - count
                guard left >= 0 else { throw SecretReader.damaged }
            }
            self.counts = counts
            symbols = (1...15).flatMap { length in lengths.indices.filter { lengths[$0] == length } }
            // Only a code of at most one symbol may leave some out.
            guard left == 0 || symbols.count <= 1 else { throw SecretReader.damaged }
        }

        /// The code of a block that brings none.
        init(fixed lengths: [Int]) {
            counts = (0...15).map { length in length == 0 ? 0 : lengths.count { $0 == length } }
            symbols = (1...15).flatMap { length in lengths.indices.filter { lengths[$0] == length } }
        }
    }

    private mutating func next(_ code: HuffmanCode) throws(CommandError) -> Int {
        var (value, first, index) = (0, 0, 0)
        for count in code.counts.dropFirst() {
            value |= try take(1)
            if value - count < first { return code.symbols[index + value - first] }
            index += count
            first = (first + count) << 1
            value <<= 1
        }
        throw SecretReader.damaged
    }

    /// The two codes that a block begins with, which are themselves in a code.
    private mutating func readCodes() throws(CommandError) -> (HuffmanCode, HuffmanCode) {
        let (lengthCount, distanceCount) = (try take(5) + 257, try take(5) + 1)
        let codeCount = try take(4) + 4
        guard lengthCount <= 286, distanceCount <= 30 else { throw SecretReader.damaged }
        var lengths = [Int](repeating: 0, count: 19)
        for symbol in Self.order.prefix(codeCount) { lengths[symbol] = try take(3) }
        let code = try HuffmanCode(lengths)
        var read: [Int] = []
        while read.count < lengthCount + distanceCount {
            switch try next(code) {
            case let length where length < 16: read.append(length)
            case 16:
                guard let last = read.last else { throw SecretReader.damaged }
                read += [Int](repeating: last, count: 3 + (try take(2)))
            case 17: read += [Int](repeating: 0, count: 3 + (try take(3)))
            default: read += [Int](repeating: 0, count: 11 + (try take(7)))
            }
        }
        // A block without an end has no code for it.
        guard read.count == lengthCount + distanceCount, read[256] > 0 else { throw SecretReader.damaged }
        return (
            try HuffmanCode(Array(read.prefix(lengthCount))),
            try HuffmanCode(Array(read.dropFirst(lengthCount)))
        )
    }

    private static let fixedLengths = HuffmanCode(
        fixed: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    private static let fixedDistances = HuffmanCode(fixed: [Int](repeating: 5, count: 30))

    /// The order in which the lengths of the code of codes come.
    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    /// The lengths from symbol 257 on, each with how many bits are added to it.
    private static let lengths: [(base: Int, extra: Int)] =
        ranges(
            of: [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5], from: 3)
        + [(258, 0)]
    private static let distances: [(base: Int, extra: Int)] = ranges(
        of: [
            0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
        ], from: 1)

    /// Each begins where the one before it ends.
    private static func ranges(of bits: [Int], from start: Int) -> [(base: Int, extra: Int)] {
        var base = start
        return bits.map { extra in
            defer { base += 1 << extra }
            return (base, extra)
        }
    }
}

extension SecretBytes {
    /// What a gzip file of at most so many bytes holds; one with a name or a remark is refused.
    func unzipped(limit: Int) throws -> SecretBytes {
        var head = SecretReader(self)
        guard try head.array(4) == [0x1f, 0x8b, 8, 0], count >= 18 else { throw SecretReader.damaged }
        var tail = SecretReader(self, (count - 8)..<count)
        let (sum, size) = (try tail.number(4), try tail.number(4))
        guard size <= limit else {
            throw CommandError.failure("the file has more than \(limit) bytes unpacked")
        }
        let bytes = try Inflater.inflate(self, 10..<(count - 8), count: size)
        guard bytes.crc32 == sum else { throw SecretReader.damaged }
        return bytes
    }

    /// The checksum of gzip and zip.
    var crc32: Int {
        withSpan { bytes in
            var sum: UInt32 = ~0
            for index in bytes.indices {
                sum ^= UInt32(bytes[index])
                for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xedb8_8320 : 0) }
            }
            return Int(~sum)
        }
    }
}
