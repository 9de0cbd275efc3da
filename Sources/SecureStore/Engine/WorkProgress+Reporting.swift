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

    /// The observer of one part of a longer piece of work; each part is a thousand steps of the whole.
    static func part(_ number: Int, of count: Int, _ observer: Observer?) -> Observer? {
        guard let observer else { return nil }
        return { part in
            let done = Int(1_000 * Double(part.done) / Double(max(part.done, part.total, 1)))
            return observer(WorkProgress(done: (number - 1) * 1_000 + done, total: count * 1_000))
        }
    }
}
