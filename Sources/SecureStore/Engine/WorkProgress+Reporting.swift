extension WorkProgress {
    /// Reports to the observer, and throws `userCanceled` when it cancels.
    ///
    /// Throws `notAvailable` in a child that the observer has forked: the work is the parent's.
    static func report(_ done: Int, of total: Int, to observer: Observer?) throws(StoreError) {
        guard let observer else { return }
        let generation = ProcessGeneration.current
        let decision = observer(WorkProgress(done: done, total: max(done, total)))
        guard generation == ProcessGeneration.current else { throw ProcessGeneration.isOther }
        guard decision == .cancel else { return }
        throw StoreError(.userCanceled, "cancelled after \(done) of \(max(done, total)) steps")
    }
}

/// A part of a longer piece of work, which counts steps of its own.
struct WorkPhase {
    let observer: WorkProgress.Observer?
    let number: Int
    let count: Int

    /// The number of steps that each part has in the whole, whatever it counts itself.
    private static let steps = 1_000

    func report(_ done: Int, of total: Int) throws(StoreError) {
        let whole = whole(WorkProgress(done: done, total: total))
        try WorkProgress.report(whole.done, of: whole.total, to: observer)
    }

    var ofPart: WorkProgress.Observer? {
        guard let observer else { return nil }
        return { observer(whole($0)) }
    }

    private func whole(_ part: WorkProgress) -> WorkProgress {
        let done = Int(Double(Self.steps) * Double(part.done) / Double(max(part.done, part.total, 1)))
        return WorkProgress(done: (number - 1) * Self.steps + done, total: count * Self.steps)
    }
}
