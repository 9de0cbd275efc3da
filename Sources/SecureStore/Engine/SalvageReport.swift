/// What ``ItemStore/salvage(from:to:unlockingWith:options:onProgress:)`` saved, and what it could not.
public struct SalvageReport: Hashable, Sendable {
    /// An item that is lost, and why.
    public struct Loss: Hashable, Sendable {
        /// The item; nil when not even its id or class can be told.
        public let reference: ItemReference?
        /// What is wrong with it.
        public let reason: String
    }

    /// Whether the saved items are all the store had, as far as its sealed state says.
    public enum Completeness: Hashable, Sendable {
        /// What was recovered is exactly what the store held at one moment, and its files show nothing later.
        case confirmed
        /// The store held this many items, and some of them were not found, or not in their latest state.
        case incomplete(expected: Int)
        /// Unknown: the sealed state is lost, or the end of the journal is damaged.
        case unknown
    }

    /// The number of items in the new store.
    public internal(set) var recovered = 0
    /// The saved items that are not proven to be the latest: they may be older, or have been deleted.
    ///
    /// An item is proven by the sealed state as a whole, or by what is left of the index.
    public internal(set) var uncertain: [ItemReference] = []
    /// The items that are lost.
    public internal(set) var lost: [Loss] = []
    /// What is wrong with the store as a whole.
    public internal(set) var problems: [String] = []
    /// Whether this is all there was.
    public internal(set) var completeness = Completeness.unknown
    /// The ``ItemStore/sequenceNumber()`` of the latest state that was found.
    ///
    /// Compare it with one that you remember.
    public internal(set) var sequenceNumber: UInt64?

    /// True when nothing is lost, and the store's own state confirms it.
    public var isComplete: Bool { lost.isEmpty && completeness == .confirmed }
}
