/// A report of the items that ``ItemStore/export(to:passphrase:cost:onProgress:)`` wrote, and of those that
/// it left out.
///
/// Items of kinds that end in `ThisDeviceOnly` are left out, and so are those that cannot be read.
public struct ExportReport: Hashable, Sendable {
    /// The number of items in the export.
    public internal(set) var exported = 0
    /// The number of items left out because they stay on this device.
    public internal(set) var keptOnDevice = 0
    /// The number of items left out because of their access groups.
    public internal(set) var inOtherGroups = 0
    /// The number of items left out because they could not be opened: they are **not** in the export.
    public internal(set) var damagedCount = 0
    /// The first thousand of the items that could not be opened, and why.
    public internal(set) var damaged: [VerificationReport.Damage] = []
    /// The problems of the store as a whole: rows that are missing, added or put back.
    public internal(set) var problems: [String] = []

    /// True if the export holds every item of the store's access groups that may leave the device.
    ///
    /// If not, look at ``damaged`` and ``problems`` before deleting anything.
    public var isComplete: Bool { damagedCount == 0 && problems.isEmpty }

    private static let namedDamages = 1_000

    mutating func add(_ damage: VerificationReport.Damage) {
        damagedCount += 1
        if damaged.count < Self.namedDamages { damaged.append(damage) }
    }
}
