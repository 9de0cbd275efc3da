private import CSecureStorePostgres
private import SecureStorePlatform

extension PostgresConnection {
    /// Waits until the server sends news; false if there are none until the deadline.
    ///
    /// The connection stays good when there are none.
    func waitForNews(until deadline: Deadline) throws(ServerError) -> Bool {
        willAsk()
        // Looked at first: news that never end must not keep the caller.
        while !deadline.hasPassed {
            if hasNews {
                hasNews = false
                return true
            }
            guard try waitForInput(until: deadline) else { return false }
            try takeIn()
        }
        return false
    }

    private func waitForInput(until deadline: Deadline) throws(ServerError) -> Bool {
        var polled = pollfd(fd: unsafe PQsocket(handle), events: Int16(POLLIN), revents: 0)
        while true {
            let ready = unsafe poll(&polled, 1, deadline.millisecondsLeft)
            if ready > 0 { return true }
            if ready < 0, errno != EINTR { throw lost("waiting failed with error \(errno)") }
            if deadline.hasPassed { return false }
        }
    }
}
