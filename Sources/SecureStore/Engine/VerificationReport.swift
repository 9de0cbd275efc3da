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
    /// The number of items whose keys are not available, because the store is locked or the device key is another
    /// machine's.
    ///
    /// Their rows were compared with the sealed state, and their content was not opened.
    public internal(set) var unopened = 0
    /// The items that are damaged.
    public internal(set) var damaged: [Damage] = []
    /// What is wrong with the store as a whole: rows that are missing or too many, a broken index.
    public internal(set) var problems: [String] = []

    /// True when nothing was found.
    public var isIntact: Bool { damaged.isEmpty && problems.isEmpty }
}
