/// A sum of hashes that stands for a set of rows, whatever their order.
///
/// 512-bit numbers, added modulo 2^512, so that adding or removing a row costs the same for any number of
/// rows. The sum authenticates only with keyed hashes, and only together with the number of rows.
struct MultisetHash: Hashable, Sendable {
    static let byteCount = 64

    /// The hash of one row, as a number.
    struct Element: Hashable, Sendable {
        fileprivate let lanes: SIMD8<UInt64>

        /// Takes the words of 64 bytes, as they lie in memory.
        init(littleEndian words: SIMD8<UInt64>) { self.lanes = numbers(fromLittleEndian: words) }

        /// The first sixteen bytes of the hash, which are enough to identify the row.
        var digest: Bytes16 { Bytes16(high: lanes[0].byteSwapped, low: lanes[1].byteSwapped) }
    }

    /// The words of the sum, the least significant first.
    private var lanes = SIMD8<UInt64>()

    init() {}

    /// Reads what ``append(to:)`` wrote; nil for anything but 64 bytes.
    init?(_ bytes: RawSpan) {
        guard bytes.byteCount == Self.byteCount else { return nil }
        let words = unsafe bytes.unsafeLoadUnaligned(as: SIMD8<UInt64>.self)
        self.lanes = numbers(fromLittleEndian: words)
    }

    mutating func add(_ element: Element) {
        var carry = false
        for lane in lanes.indices {
            let (partial, first) = lanes[lane].addingReportingOverflow(element.lanes[lane])
            let (sum, second) = partial.addingReportingOverflow(carry ? 1 : 0)
            lanes[lane] = sum
            carry = first || second
        }
    }

    mutating func subtract(_ element: Element) {
        var borrow = false
        for lane in lanes.indices {
            let (partial, first) = lanes[lane].subtractingReportingOverflow(element.lanes[lane])
            let (difference, second) = partial.subtractingReportingOverflow(borrow ? 1 : 0)
            lanes[lane] = difference
            borrow = first || second
        }
    }

    /// Appends the sum as 64 bytes, the least significant first.
    func append(to record: inout [UInt8]) {
        for lane in lanes.indices {
            for shift in stride(from: 0, to: UInt64.bitWidth, by: 8) {
                record.append(UInt8(truncatingIfNeeded: lanes[lane] >> UInt64(shift)))
            }
        }
    }
}

private func numbers(fromLittleEndian words: SIMD8<UInt64>) -> SIMD8<UInt64> {
    var numbers = words
    for lane in numbers.indices { numbers[lane] = UInt64(littleEndian: words[lane]) }
    return numbers
}
