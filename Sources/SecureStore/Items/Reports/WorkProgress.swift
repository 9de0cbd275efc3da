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
}
