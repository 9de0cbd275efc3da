import SecureStore

/// The address that git asks a credential for.
struct GitRemote {
    private let proto: InternetProtocol
    private let server: String
    private let port: Int
    private let path: String?

    /// Nil when the message does not say enough to mean anything in particular.
    init?(_ message: GitMessage) throws {
        guard let proto = message.proto, !proto.isEmpty, message.host != nil || message.path != nil else {
            return nil
        }
        self.proto = InternetProtocol(spelling: proto)
        (server, port) = HostAndPort.split(message.host ?? "")
        path = message.path
    }

    func item(account: String) throws(StoreError) -> InternetPassword {
        try InternetPassword(
            server: server, account: account, protocol: proto, port: port, path: path ?? "")
    }

    /// Any account, and any path, when none is given.
    func query(account: String?) -> Query<InternetPassword> {
        var query = Query<InternetPassword>().synchronizable(.any)
            .where(.protocol, equals: proto).where(.server, equals: server).where(.port, equals: port)
        if let path { query = query.where(.path, equals: path) }
        if let account { query = query.where(.account, equals: account) }
        return query
    }
}
