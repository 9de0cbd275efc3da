/// The progress of a long call.
///
/// The call hands it to its observer on the thread that it runs on. The observer decides whether it goes on.
public struct WorkProgress: Hashable, Sendable {
    /// The number of steps done; the call says what a step is, usually an item.
    public let done: Int
    /// The number of all steps, as far as it is known: items that are added or removed meanwhile change it.
    public let total: Int
    /// A decision whether the call goes on after a step.
    public enum Decision: Sendable {
        /// Take the next step.
        case proceed
        /// Stop: the call throws ``StoreStatus/userCanceled``, and its description says what it leaves
        /// behind.
        case cancel
    }

    /// Called between two steps, on the thread that does the work.
    public typealias Observer = (WorkProgress) -> Decision

    /// Reports to the observer, and throws `userCanceled` when it cancels.
    static func report(_ done: Int, of total: Int, to observer: Observer?) throws(StoreError) {
        guard let observer, observer(WorkProgress(done: done, total: max(done, total))) == .cancel else {
            return
        }
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

    /// Reports the progress of the whole work from the progress of this part.
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
