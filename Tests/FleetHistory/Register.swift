/// An item between two calls, in a world in which each call happens at one moment.
struct Register: Hashable {
    /// The value, which tells the generation; nil if the item does not exist.
    var value: String?
    /// The largest generation that was given so far, of those that anybody has learned.
    var newest = 0

    /// The item after a call; nil if the item would not have answered so.
    ///
    /// A value that nobody has read has no generation here: nobody can name it, and so nobody may replace it.
    func after(_ call: RegisterCall, generations: [String: Int]) -> Register? {
        let (own, given) = (value.flatMap { generations[$0] }, generations[call.value])
        let isNew = given.map { $0 > newest } ?? true
        let written = isNew ? Register(value: call.value, newest: given ?? newest) : nil
        switch (call.kind, call.answer) {
        case (.read, .done): return value == call.value && own == call.generation ? self : nil
        case (.set, .done): return written
        case (.delete, .done): return value == nil ? nil : Register(newest: newest)
        case (.replace, .done): return own == call.expected ? written : nil
        case (.replace, .modified): return value == nil || own == call.expected ? nil : self
        case (.restore, .done): return isNew ? nil : Register(value: call.value, newest: newest)
        case (.read, .missing), (.delete, .missing), (.replace, .missing): return value == nil ? self : nil
        default: return nil
        }
    }
}

/// A search for an order of an item's calls, each at a moment between its beginning and its end, in which a
/// ``Register`` would have answered the same: that of Wing and Gong, with Lowe's memory of what was tried.
struct RegisterSearch {
    struct Place: Hashable {
        var isDone: [Bool]
        var register = Register()

        var count: Int { isDone.count { $0 } }
    }

    let calls: [RegisterCall]
    let generations: [String: Int]
    private(set) var tried: Set<Place> = []

    /// The place where the longest order ends; nil if there is one of all calls.
    mutating func breach() -> String? {
        if canEnd(Place(isDone: calls.map { _ in false })) { return nil }
        guard let longest = tried.max(by: { $0.count < $1.count }) else { return nil }
        let state = "\(longest.count) of \(calls.count) calls, then \(longest.register.value ?? "no item")"
        return "no order: \(state) and one of" + next(longest).map { "\n  \(calls[$0])" }.joined()
    }

    private mutating func canEnd(_ place: Place) -> Bool {
        guard tried.insert(place).inserted else { return false }
        let next = next(place)
        for index in next {
            let register = place.register.after(calls[index], generations: generations)
            guard var later = register.map({ Place(isDone: place.isDone, register: $0) }) else { continue }
            later.isDone[index] = true
            if canEnd(later) { return true }
        }
        return next.isEmpty
    }

    /// The calls that may be the next one: those that began before any of the others had ended.
    private func next(_ place: Place) -> [Int] {
        let left = calls.indices.filter { !place.isDone[$0] }
        let end = left.map { calls[$0].times.upperBound }.min() ?? 0
        return left.filter { calls[$0].times.lowerBound <= end }
    }
}
