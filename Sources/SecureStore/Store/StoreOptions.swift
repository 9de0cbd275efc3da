package import FoundationEssentials

/// The options with which a store is opened.
///
/// The defaults suit a program with one store.
public struct StoreOptions: Sendable {
    /// The access groups whose items the program may use.
    ///
    /// New items that name no group go into the first.
    ///
    /// Nil means any group but ``hiddenGroup``, with `default` for new items. Access groups are not a
    /// security boundary: every program of the user can name any group.
    public var accessGroups: [String]?

    /// The access group of items that a program sees only if it asks for them.
    ///
    /// A program has the group only if ``accessGroups`` names it: otherwise no query, change or export
    /// reaches an item there. ``ItemStore/itemCount()`` counts it, and ``ItemStore/verify(onProgress:)``
    /// checks it.
    /// The command moves a deleted login there, and deletes it for good when asked; a fleet keeps its
    /// invitations there.
    public static let hiddenGroup = AccessGroups.hidden

    /// The access to the store: to read and change it, or only to read it.
    public var access: Access

    /// The time that a call waits for other threads and processes before it throws
    /// ``StoreStatus/databaseLocked``.
    public var patience: Duration = .seconds(5)

    /// The number of bytes of items that look-ups may cache, and as many again of the index, all of it sealed
    /// as in the file.
    ///
    /// Each of up to eight simultaneous look-ups has a cache of this size. Nothing decrypted is kept. With 0,
    /// every look-up reads its item from the file.
    public var cacheByteCount: Int = 10 << 20

    /// The number of earlier secrets that an item keeps, sealed together with its present one.
    ///
    /// With more than 0, a change of an item's secret keeps the one that it replaces, up to this number and
    /// never more than 16, or than 16 KiB of them. ``ItemReading/earlierSecrets(of:)`` reads them. A store
    /// that is opened with 0, as by default, adds none; those that an item has stay until
    /// ``Changes/forgettingEarlierSecrets()`` removes them.
    ///
    /// Exports hold present secrets alone. The items of a token vault keep no earlier ones, as long as nobody
    /// changes their kind.
    public var earlierSecrets: Int = 0

    /// The source of this machine's device key.
    public var deviceKey = DeviceKeySource.standard

    /// True if items may ask for user presence, biometry and the like, which nothing on Linux enforces.
    public var acceptsUnenforcedAccessControl = false

    /// Parses certificates, for queries about their e-mail addresses and dates.
    ///
    /// Without it such queries throw.
    public var inspectCertificate: CertificateInspector?

    /// The clock that dates of items come from.
    package var now: @Sendable () -> Date = { Date() }
    package var interceptor: (any EngineInterceptor)?
    /// The states that the program knows already: if the store is one of these, it must not be older.
    package var known = KnownStates()
    /// The order that a replica adds its changes to.
    package var order: (any ChangeOrder)?
    /// The rule for how far behind a replica may be when it is read.
    package var reads = ReadPolicy.local
    /// The clock by which a replica's age is counted: it goes on while the machine sleeps, and nobody can set
    /// it.
    package var elapsed: @Sendable () -> ContinuousClock.Instant = { .now }

    /// Creates the defaults, except for the options that you name.
    public init(accessGroups: [String]? = nil, access: Access = .readWrite) {
        (self.accessGroups, self.access) = (accessGroups, access)
    }

    /// The access of a program to a store's file.
    public struct Access: Hashable, Sendable {
        let ofFile: FileAccess

        /// Reads and changes the store.
        ///
        /// Needs the right to write to the file and to its directory.
        public static let readWrite = Access(ofFile: .readWrite)

        /// Only reads the store, also on a read-only file system, and writes nothing, not even beside it.
        ///
        /// Every change throws ``StoreStatus/readOnly``. Answers are proven as always, and changes by other
        /// processes are seen. The file may belong to root; others may be able to read it if it does, or if
        /// its file system is mounted read-only. Recent changes in the journal of a store that nobody has
        /// open can be read only if both `-wal` and `-shm` lie beside it.
        public static let readOnly = Access(ofFile: .readOnly)
    }

    /// Calls `body` with these options and, where the store takes no change, with ones that only read.
    ///
    /// For whoever asks for no change: on a network share or a full disk, or without the right to write.
    @inlinable package func forReading<R>(
        _ body: (StoreOptions) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        do throws(StoreError) { return try body(self) } catch {
            guard error.status == .wrPerm || error.status == .diskFull else { throw error }
            var reading = self
            reading.access = .readOnly
            return try body(reading)
        }
    }

    /// Refuses to make a store that could not be filled.
    func checkWritable() throws(StoreError) {
        guard access.ofFile == .readOnly else { return }
        throw StoreError(
            .readOnly,
            "a store cannot be made or replaced with StoreOptions(access: .readOnly); use .readWrite")
    }
}
