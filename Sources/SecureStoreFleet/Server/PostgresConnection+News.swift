private import CSecureStorePostgres
private import SecureStorePlatform

extension PostgresConnection {
    /// Waits until the server sends news; false if there are none until the deadline.
    ///
    /// The connection stays good when there are none.
    func waitForNews(until deadline: Deadline) throws(ServerError) -> Bool {
        while !takeNews() {
            guard try waitForInput(until: deadline) else { return false }
            try takeIn()
        }
        return true
    }

    /// Takes away what news there are, and answers whether there were any.
    private func takeNews() -> Bool {
        var wereThere = false
        while let news = unsafe PQnotifies(handle) {
            unsafe PQfreemem(news)
            wereThere = true
        }
        return wereThere
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
