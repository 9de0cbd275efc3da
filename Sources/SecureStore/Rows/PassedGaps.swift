/// The gaps in the index that a listing has passed: their number, and the first of them.
///
/// Gaps without a number between them are one: where the leaf of many items is damaged, each is a gap.
struct PassedGaps {
    private static let mostNamed = 3

    private var count = 0
    private var first: [IndexGap] = []
    private var end: Int64?

    mutating func add(_ gaps: [IndexGap]) {
        for gap in gaps {
            if let end, end < gap.numbers.lowerBound, end + 1 == gap.numbers.lowerBound {
                extend(through: gap.numbers.upperBound)
            } else {
                count += 1
                if count <= Self.mostNamed { first.append(gap) }
            }
            end = gap.numbers.upperBound
        }
    }

    private mutating func extend(through number: Int64) {
        guard count <= Self.mostNamed, let last = first.popLast() else { return }
        first.append(IndexGap(numbers: last.numbers.lowerBound...number, cause: last.cause))
    }

    /// The error of the listing; nil if it has passed no gap.
    var error: StoreError? {
        guard let cause = first.first?.cause.reason else { return nil }
        let number = count > 1 ? " in \(count) places" : ""
        let places = first.map(\.place).joined(separator: ", ")
        let others = count > Self.mostNamed ? ", and \(count - Self.mostNamed) more" : ""
        return StoreError(.invalidKeychain, "items are missing\(number), \(places)\(others): \(cause)")
    }
}
