/// What ``ItemStore/verify(onProgress:)`` found.
public struct VerificationReport: Hashable, Sendable {
    /// An item that cannot be trusted, and why.
    public struct Damage: Hashable, Sendable {
        /// The item; nil when not even its id or class can be read.
        public let reference: ItemReference?
        /// What is wrong with it.
        public let reason: String
    }

    /// The number of items that were looked at.
    public internal(set) var checked = 0
    /// The number of items whose keys are not there now, because the store is locked or the machine another one.
    ///
    /// Their rows were checked against the authenticated set, their contents were not opened.
    public internal(set) var unopened = 0
    /// The items that are damaged.
    public internal(set) var damaged: [Damage] = []
    /// What is wrong with the store as a whole: rows that are missing or too many, a broken index.
    public internal(set) var problems: [String] = []

    /// True when nothing was found.
    public var isIntact: Bool { damaged.isEmpty && problems.isEmpty }
}
