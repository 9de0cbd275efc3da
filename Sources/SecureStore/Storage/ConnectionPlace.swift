/// A place for a connection, which one thread at a time uses.
@safe final class ConnectionPlace: Sendable {
    private let lock = DeadlineLock()
    // Sendable: only the thread that holds the lock touches it.
    private nonisolated(unsafe) var connection: Connection?

    init(_ connection: Connection?) { unsafe self.connection = connection }

    /// The place in the hands of one thread, until the end of this value's life.
    struct Lease: ~Copyable {
        private let place: ConnectionPlace
        private let held: DeadlineLock.Held

        fileprivate init(_ place: ConnectionPlace, _ held: consuming DeadlineLock.Held) {
            self.place = place
            self.held = held
        }

        var value: Connection? {
            get { unsafe place.connection }
            nonmutating set { unsafe place.connection = newValue }
        }
    }

    func lease(waitingAtMost longest: Duration) throws(StoreError) -> Lease {
        Lease(self, try lock.hold(waitingAtMost: longest))
    }

    func leaseIfFree() -> Lease? {
        guard let held = lock.holdIfFree() else { return nil }
        return Lease(self, held)
    }
}
