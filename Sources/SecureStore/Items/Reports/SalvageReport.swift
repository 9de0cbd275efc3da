/// A report of the items that ``ItemStore/salvage(from:to:unlockingWith:options:onProgress:)`` saved, and of
/// those that are lost.
///
/// Keep it with the new store: what it names is not in there.
public struct SalvageReport: Hashable, Sendable {
    /// An item that is lost, and why.
    public struct Loss: Hashable, Sendable {
        /// The item; nil when neither its id nor its class can be read.
        public let reference: ItemReference?
        /// The reason why the item is lost.
        public let reason: String
    }

    /// The completeness of a salvage, which the sealed state of the damaged store can confirm.
    public enum Completeness: Hashable, Sendable {
        /// The saved items are exactly what the store held at one moment, and its files show nothing later.
        case confirmed
        /// The store held this many items, of which some were not found, or not in their latest version.
        case incomplete(expected: Int)
        /// Unknown: the sealed state is lost, or the end of the journal is damaged.
        case unknown
    }

    /// The number of items in the new store.
    public internal(set) var recovered = 0
    /// The saved items that are not proven to be the latest: these versions may be old, or the items deleted.
    ///
    /// An item is proven by the sealed state as a whole, or by what is left of the index.
    public internal(set) var uncertain: [ItemReference] = []
    /// The items that are lost.
    public internal(set) var lost: [Loss] = []
    /// The problems of the store as a whole.
    public internal(set) var problems: [String] = []
    /// The completeness of the saved items.
    public internal(set) var completeness = Completeness.unknown
    /// The ``ItemStore/sequenceNumber()`` of the latest state that was found.
    ///
    /// Compare it with one that you noted earlier.
    public internal(set) var sequenceNumber: UInt64?

    /// True if nothing is lost, as the store's own state confirms.
    public var isComplete: Bool { lost.isEmpty && completeness == .confirmed }
}
