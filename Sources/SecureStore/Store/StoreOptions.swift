package import FoundationEssentials

/// The few choices that opening a store leaves.
public struct StoreOptions: Sendable {
    /// The access groups whose items the program may use; the first is for new items that name none.
    ///
    /// Nil means any group, with `default` for new items. A group is an agreement between programs of one user,
    /// not a wall between them.
    public var accessGroups: [String]?

    /// How long a call waits for other threads and processes before it answers ``Status/databaseLocked``.
    public var patience: Duration = .seconds(5)

    /// Where this machine's key comes from.
    public var deviceKey = DeviceKeySource.standard

    /// Whether items may carry access control flags that nothing on Linux enforces.
    public var acceptsUnenforcedAccessControl = false

    /// Looks into certificates, for queries about their e-mail addresses and dates.
    public var inspectCertificate: CertificateInspector?

    var now: @Sendable () -> Date = { Date() }
    var checksPassphraseCost = true
    /// How many items long work takes on in one transaction: few enough for others not to wait long.
    var rowsPerStep = 256
    var migrations = Migration.all

    /// The usual choices.
    public init() {}

    /// The usual choices, but for the access groups.
    public init(accessGroups: [String]?) { self.accessGroups = accessGroups }
}

extension StoreOptions {
    /// For tests: a clock of their own, passphrases at any cost, long work in shorter steps, formats that never were.
    package init(
        now: @escaping @Sendable () -> Date = { Date() }, checksPassphraseCost: Bool, rowsPerStep: Int = 256,
        migrations: [Migration] = []
    ) {
        (self.now, self.checksPassphraseCost) = (now, checksPassphraseCost)
        (self.rowsPerStep, self.migrations) = (rowsPerStep, migrations)
    }
}
