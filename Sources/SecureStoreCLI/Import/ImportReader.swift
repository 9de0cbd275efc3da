import SecureStore

/// Reads a list of passwords entry by entry: neither its entries nor its lines are in memory at once, since each takes
/// many times what it takes in the list.
protocol ImportReader {
    /// How long the list is, in whatever it goes by, for people who wait.
    var length: Int { get }

    /// Hands over all entries in their order, and how far it has come.
    ///
    /// It may be called again, and does the same then.
    func visit(_ body: (_ position: Int, ImportEntry) throws -> Void) throws
}

/// Entries that cannot be read twice, or not at that price, such as those that somebody has to unlock.
extension [ImportEntry]: ImportReader {
    var length: Int { count }

    func visit(_ body: (_ position: Int, ImportEntry) throws -> Void) throws {
        for (position, entry) in enumerated() { try body(position, entry) }
    }
}
