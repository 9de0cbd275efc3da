import SecureStore

/// What password managers know of a login, and the items that it becomes.
///
/// An address makes it an internet password, else its title is the service of a generic one. Notes and further fields
/// may be secrets too, so that each is the secret of an item of its own.
struct ImportedLogin {
    var title = ""
    var username = ""
    /// Written as a secret, because an address may hold a password.
    var url: SecretBytes?
    var realm = ""
    var password: SecretBytes?
    /// By what they are called, as in `notes`.
    var extras: [(name: String, secret: SecretBytes)] = []

    /// Nothing for what is empty.
    func entries() throws -> [ImportEntry] {
        let address = try url.flatMap { try self.address($0) }
        let service = [title, address?.server ?? ""].first { !$0.isEmpty } ?? ""
        var entries: [ImportEntry] = []
        if let password, password.count > 0 {
            if let address {
                entries.append(.internet(address, secret: password))
            } else {
                entries.append(
                    .generic(GenericPassword(service: service, account: username), secret: password))
            }
        }
        for extra in extras where extra.secret.count > 0 {
            let account = username.isEmpty ? extra.name : "\(username) (\(extra.name))"
            var item = GenericPassword(service: service, account: account)
            item.kind = extra.name
            entries.append(.generic(item, secret: extra.secret))
        }
        return entries
    }

    private func address(_ url: SecretBytes) throws -> InternetPassword? {
        guard let parts = SplitURL(url), let host = url.text(parts.host), !host.isEmpty else { return nil }
        let (server, port) = HostAndPort.split(host)
        let path = try parts.path.flatMap { try url.percentDecoded($0) }
        return try InternetPassword(
            server: server, account: username, securityDomain: realm,
            protocol: InternetProtocol(spelling: parts.scheme), port: port,
            path: path.flatMap { $0.text(0..<$0.count) } ?? "", label: title.isEmpty ? nil : title)
    }
}
