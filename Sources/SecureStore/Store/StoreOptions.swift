package import FoundationEssentials

/// The few choices that opening a store leaves.
public struct StoreOptions: Sendable {
    /// The access groups whose items the program may use; the first is for new items that name none.
    ///
    /// Nil means any group, with `default` for new items. A group is an agreement between programs of one user,
    /// not a wall between them.
    public var accessGroups: [String]?

    /// Whether the store's file may be changed.
    public var access: Access

    /// How long a call waits for other threads and processes before it answers ``Status/databaseLocked``.
    public var patience: Duration = .seconds(5)

    /// Where this machine's key comes from.
    public var deviceKey = DeviceKeySource.standard

    /// Whether items may carry access control flags that nothing on Linux enforces.
    public var acceptsUnenforcedAccessControl = false

    /// Looks into certificates, for queries about their e-mail addresses and dates.
    public var inspectCertificate: CertificateInspector?

    var now: @Sendable () -> Date = { Date() }
    var interceptor: (any EngineInterceptor)?
    var checksPassphraseCost = true
    /// How many items long work takes on in one transaction: few enough for others not to wait long.
    var rowsPerStep = 256
    var migrations = Migration.all

    /// The usual choices, but for those that are named.
    public init(accessGroups: [String]? = nil, access: Access = .readWrite) {
        (self.accessGroups, self.access) = (accessGroups, access)
    }

    /// What a program does with a store's file.
    public struct Access: Hashable, Sendable {
        let ofFile: FileAccess

        /// Reads and changes it, which takes the right to write to the file and to its directory.
        public static let readWrite = Access(ofFile: .readWrite)

        /// Only reads it, also on a read-only file system, and writes nothing, not even beside it.
        ///
        /// Every change throws ``Status/readOnly``. What is read is proven as ever, and what other processes write
        /// meanwhile is seen. The file may also be root's, and readable by others if it is, or if its file system is
        /// mounted read-only. Changes in the journal of a store that nobody has open can be read as long as both `-wal`
        /// and `-shm` lie beside it.
        public static let readOnly = Access(ofFile: .readOnly)
    }

    /// Refuses to make a store that could not be filled.
    func checkWritable() throws(StoreError) {
        guard access.ofFile == .readOnly else { return }
        throw StoreError(.readOnly, "a store cannot be made or replaced with StoreOptions(access: .readOnly)")
    }
}

extension StoreOptions {
    /// For tests: a clock of their own, passphrases at any cost, long work in shorter steps, formats that never were.
    package init(
        now: @escaping @Sendable () -> Date = { Date() }, checksPassphraseCost: Bool, rowsPerStep: Int = 256,
        migrations: [Migration] = []
    ) {
        self.init()
        (self.now, self.checksPassphraseCost) = (now, checksPassphraseCost)
        (self.rowsPerStep, self.migrations) = (rowsPerStep, migrations)
    }
}
