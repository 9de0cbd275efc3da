/// A report of the damage that ``ItemStore/verify(onProgress:)`` found.
public struct VerificationReport: Hashable, Sendable {
    /// An item that cannot be trusted, and why.
    public struct Damage: Hashable, Sendable {
        /// The item; nil when neither its id nor its class can be read.
        public let reference: ItemReference?
        /// The reason why the item counts as damaged.
        public let reason: String
    }

    /// The number of items that were checked.
    public internal(set) var checked = 0
    /// The number of items whose keys are not available, because the store is locked or the device key
    /// belongs to another machine.
    ///
    /// Their rows were compared with the sealed state, but their content was not opened.
    public internal(set) var unopened = 0
    /// The items that are damaged.
    public internal(set) var damaged: [Damage] = []
    /// The problems of the store as a whole: missing or additional rows, or a broken index.
    public internal(set) var problems: [String] = []

    /// True if no item is damaged, and the store as a whole has no problem.
    public var isIntact: Bool { damaged.isEmpty && problems.isEmpty }
}
