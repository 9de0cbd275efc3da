/// Finds what must not be in the history of processes that set, replace, delete and read the same items.
package enum RegisterChecker {
    /// Each breach in a text that begins with its name; empty if all is well.
    package static func breaches(_ calls: [RegisterCall]) -> [String] {
        Dictionary(grouping: calls, by: \.item).values.flatMap { calls in
            let told = calls.filter { $0.generation > 0 }
            let generations = Dictionary(told.map { ($0.value, $0.generation) }) { first, _ in first }
            var search = RegisterSearch(calls: calls, generations: generations)
            return givenTwice(told) + backwards(calls, generations) + replacedTwice(calls)
                + [search.breach()].compactMap(\.self)
        }
    }

    /// Generations that two values have, and values that have two generations.
    private static func givenTwice(_ told: [RegisterCall]) -> [String] {
        let groups =
            Dictionary(grouping: told, by: \.generation).values.filter { Set($0.map(\.value)).count > 1 }
            + Dictionary(grouping: told, by: \.value).values.filter { Set($0.map(\.generation)).count > 1 }
        return groups.map { "given twice: \($0)" }
    }

    /// Writes whose generation is not beyond that of another one that had ended when they began.
    private static func backwards(_ calls: [RegisterCall], _ generations: [String: Int]) -> [String] {
        let writes = calls.filter { [.set, .replace].contains($0.kind) && $0.answer == .done }
            .compactMap { call in generations[call.value].map { (call: call, generation: $0) } }
        return writes.compactMap { later in
            writes.first {
                $0.call.times.upperBound < later.call.times.lowerBound && $0.generation >= later.generation
            }.map { "backwards: \(later.call) after \($0.call)" }
        }
    }

    /// Values that were replaced more than once, although no restore had brought them back.
    private static func replacedTwice(_ calls: [RegisterCall]) -> [String] {
        if calls.contains(where: { $0.kind == .restore }) { return [] }
        let replaced = calls.filter { $0.kind == .replace && $0.answer == .done }
        return Dictionary(grouping: replaced, by: \.expected).values.filter { $0.count > 1 }
            .map { "replaced twice: \($0)" }
    }
}
