/// The word that somebody probably meant.
enum Suggestion {
    /// The known word that takes the fewest slips of the finger to become `word`; nil when none is near.
    static func nearest(to word: String, among known: [String]) -> String? {
        // A slip for each three letters; beyond that, everything resembles everything.
        let most = (min(word.count, longest) + 2) / 3
        return known.map { (name: $0, distance: distance(word, $0)) }
            .filter { $0.distance <= most }.min { $0.distance < $1.distance }?.name
    }

    private static let longest = 40

    /// The number of letters to insert, leave out, exchange or swap with their neighbour.
    static func distance(_ first: String, _ second: String) -> Int {
        let (first, second) = (Array(first.prefix(longest)), Array(second.prefix(longest)))
        var beforeLast = [Int](repeating: 0, count: second.count + 1)
        var last = Array(0...second.count)
        for row in first.indices {
            var current = [row + 1]
            for column in second.indices {
                let isSame = first[row] == second[column]
                var best = min(
                    last[column + 1] + 1, current[column] + 1, last[column] + (isSame ? 0 : 1))
                if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            (beforeLast, last) = (last, current)
        }
        return last[second.count]
    }
}
