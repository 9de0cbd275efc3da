/// The progress of a long call.
public struct WorkProgress: Hashable, Sendable {
    /// The steps done.
    ///
    /// What a step is, usually an item, the call says.
    public let done: Int
    /// The number of steps as far as it is known: items that come or go meanwhile change it.
    public let total: Int
    /// Whether the call goes on after a step.
    public enum Decision: Sendable {
        /// Take the next step.
        case proceed
        /// Stop. The call throws ``Status/userCanceled``, and leaves things as its description says.
        case cancel
    }

    /// Called between two steps, on the thread that does the work.
    public typealias Observer = (WorkProgress) -> Decision

    /// Asks the observer, and throws `userCanceled` when it has had enough.
    static func report(_ done: Int, of total: Int, to observer: Observer?) throws(StoreError) {
        guard let observer, observer(WorkProgress(done: done, total: max(done, total))) == .cancel else {
            return
        }
        throw StoreError(.userCanceled, "cancelled after \(done) of \(max(done, total)) steps")
    }
}

/// One of several parts of a piece of work, each of which counts something else.
struct WorkPhase {
    let observer: WorkProgress.Observer?
    let number: Int
    let count: Int

    /// What each part counts for, whatever it counts itself.
    private static let steps = 1_000

    /// Reports how far the whole work has come when this part has come so far.
    func report(_ done: Int, of total: Int) throws(StoreError) {
        let whole = whole(WorkProgress(done: done, total: total))
        try WorkProgress.report(whole.done, of: whole.total, to: observer)
    }

    /// What the part's own work reports to.
    var ofPart: WorkProgress.Observer? {
        guard let observer else { return nil }
        return { observer(whole($0)) }
    }

    private func whole(_ part: WorkProgress) -> WorkProgress {
        let done = Int(Double(Self.steps) * Double(part.done) / Double(max(part.done, part.total, 1)))
        return WorkProgress(done: (number - 1) * Self.steps + done, total: count * Self.steps)
    }
}
