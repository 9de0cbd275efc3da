/// What ``ItemStore/export(to:passphrase:cost:onProgress:)`` wrote, and what it did not.
public struct ExportReport: Hashable, Sendable {
    /// The number of items in the export.
    public internal(set) var exported = 0
    /// The number of items that stay on this device and are therefore not in it.
    public internal(set) var keptOnDevice = 0
    /// The number of items that are not in the export because of their access groups.
    public internal(set) var inOtherGroups = 0
    /// The number of items that could not be opened: they are **not** in the export.
    public internal(set) var damagedCount = 0
    /// The first thousand of the items that could not be opened, and why.
    public internal(set) var damaged: [VerificationReport.Damage] = []
    /// What is wrong with the store as a whole: rows that are missing, too many or put back.
    public internal(set) var problems: [String] = []

    /// True when everything that may leave the device, in the store's access groups, is in the export.
    ///
    /// When it is false, look at ``damaged`` and ``problems`` before anything is deleted.
    public var isComplete: Bool { damagedCount == 0 && problems.isEmpty }

    private static let namedDamages = 1_000

    mutating func add(_ damage: VerificationReport.Damage) {
        damagedCount += 1
        if damaged.count < Self.namedDamages { damaged.append(damage) }
    }
}
