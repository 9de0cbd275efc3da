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
            guard try ready(for: POLLIN, until: deadline) != nil else { return false }
            try takeIn()
        }
        return false
    }
}
