package import SecureStore

extension FleetServer {
    package func lock(_ number: Int64, waitingAtMost patience: Duration) throws(StoreError) -> any HostLock {
        let end = Deadline(in: patience)
        var pause: UInt32 = 2
        repeat {
            // A lock that has to be waited for in the server would hold up all others of the session.
            let generation = try inOwnProcess { () throws(ServerError) in
                try locks.take(number, until: Deadline(in: self.patience))
            }
            if let generation { return ServerLock(server: self, number: number, generation: generation) }
            ProcessNumber.sleep(milliseconds: pause)
            pause = min(2 * pause, 64)
        } while !end.hasPassed
        throw StoreError(.databaseLocked, "another host held the lock for \(patience); try again")
    }
}

/// A lock that a session of the server holds.
private struct ServerLock: HostLock {
    let server: FleetServer
    let number: Int64
    let generation: Int

    func release() {
        // In a forked child the lock is the parent's.
        guard server.isOwnProcess else { return }
        server.locks.end(number, of: generation)
    }
}
