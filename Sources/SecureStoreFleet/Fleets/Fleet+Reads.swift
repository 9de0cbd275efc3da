import SecureStore

extension Fleet {
    /// The limit on how far a replica may be behind the fleet when it is read.
    ///
    /// ```swift
    /// let store = try fleet.open(at: path, reading: .local(atMost: .seconds(5), beyond: .serve))
    /// ```
    ///
    /// All reads of the store obey it: look-ups, lists, exports, `sequenceNumber()` and `itemCount()`. A read
    /// within a transaction reads the transaction. What tells about the file, as `information()` and
    /// `verify()` do, never asks the server.
    ///
    /// How far behind a replica is, is counted from the moment before the server was last asked, by a clock
    /// that nobody can set. The count begins again with every change, every ``Fleet/catchUp(_:)``, every
    /// ``Fleet/waitForChange(of:atMost:)`` and every read that asks. A store that was just opened does not
    /// know how far behind it is.
    public struct Reads: Hashable, Sendable {
        let policy: ReadPolicy

        /// Reads never ask the server, and cost what they cost in a store by itself.
        public static let local = Reads(policy: .local)

        /// Each read asks the server first, and sees every change that had returned on any host when it
        /// began.
        ///
        /// Costs two round trips. Threads that read at the same time share them. A read throws
        /// `StoreStatus.notAvailable` if the server cannot be reached.
        public static let latest = Reads(policy: .latest)

        /// A read asks the server first if that was last done longer ago than `age`.
        ///
        /// If the server cannot be reached, `beyond` says what the read does.
        public static func local(atMost age: Duration, beyond: Beyond) -> Reads {
            Reads(policy: .limited(age, servesBeyond: beyond == .serve))
        }

        /// The end of a read whose replica is further behind than allowed while the server cannot be reached.
        ///
        /// See ``Fleet/Reads/local(atMost:beyond:)``.
        public enum Beyond: Hashable, Sendable {
            /// The read returns what the replica has.
            ///
            /// The first one waits for the server as long as the fleet's patience. After that, one read tries
            /// again now and then, after a second and after three times as long as the last try took, and the
            /// others do not wait for it. Errors of a server that answers are thrown, such as
            /// `StoreStatus.divergedHistory`.
            case serve
            /// The read throws `StoreStatus.notAvailable`.
            case refuse
        }
    }
}
