import SecureStore

/// A login as password managers know it, and the items that it becomes.
///
/// An address makes it an internet password, else its title is the service of a generic one. Notes and
/// further fields may be secrets too, so that each is the secret of an item of its own.
struct ImportedLogin {
    /// True if git's helper may use it, and not only the page whose login it is.
    var isForGit = false
    var title = ""
    var username = ""
    /// Written as a secret, because an address may hold a password.
    var url: SecretBytes?
    var realm = ""
    var group = ""
    var password: SecretBytes?
    /// By what they are called, as in `notes`.
    private(set) var extras: [(name: String, secret: SecretBytes)] = []

    /// More than people type; each field becomes an item whose names have those of the login in them.
    static let (mostFields, longestName) = (1_000, 16 << 10)

    /// Adds a field, if there is anything in it.
    mutating func add(_ name: String, _ secret: SecretBytes?) throws(CommandError) {
        guard let secret, secret.count > 0 else { return }
        guard extras.count < Self.mostFields, name.utf8.count <= Self.longestName else {
            throw CommandError(
                .dataTooLarge,
                "an entry has more than \(Self.mostFields) fields, or a field's name more than "
                    + "\(Self.longestName) bytes")
        }
        extras.append((name, secret))
    }

    /// The items, none for what is empty; `place` is where the login stands in its list.
    func entries(from place: String) throws -> [ImportEntry] {
        guard [title, username, group].allSatisfy({ $0.utf8.count <= Self.longestName }) else {
            return [.leftOut("\(place): it has a name of more than \(Self.longestName) bytes")]
        }
        let address = try url.flatMap { try self.address($0) }
        var service = [title, address?.server ?? ""].first { !$0.isEmpty } ?? ""
        var extras = extras
        if address == nil, let url, url.count > 0 {
            // Anything but an address is kept too: as a name where there is none, unless it may hold a
            // password.
            if service.isEmpty, !url.contains("@", in: 0..<url.count), let name = url.text(0..<url.count) {
                service = name
            } else {
                extras.append(("url", url))
            }
        }
        var entries: [ImportEntry] = []
        let hasPassword = password.map { $0.count > 0 } ?? false
        if address != nil, let url, !hasPassword || SplitURL(url)?.user != nil {
            // No item has the address, or the whole of it; alone it is no reason to make one.
            let isAlone = !hasPassword && extras.isEmpty
            if !isAlone { extras.append(("url", url)) }
        }
        if let password, hasPassword {
            let item: any PasswordItem = address ?? GenericPassword(service: service, account: username)
            entries.append(.item(remarked(item), secret: password))
        }
        var counts: [String: Int] = [:]
        for extra in extras {
            // Several may have one name, and are several items.
            let count = counts[extra.name, default: 0] + 1
            counts[extra.name] = count
            let name = count == 1 ? extra.name : "\(extra.name) \(count)"
            let item = GenericPassword(service: service, extra: name, of: username, kind: extra.name)
            entries.append(.item(remarked(item), secret: extra.secret))
        }
        return entries.isEmpty ? [.leftOut("\(place): it has no password")] : entries
    }

    private func remarked(_ item: any PasswordItem) -> any PasswordItem {
        var item = item
        if !group.isEmpty { item.comment = group }
        return item
    }

    private func address(_ url: SecretBytes) throws -> InternetPassword? {
        guard let parts = SplitURL(url), let host = url.text(parts.host), !host.isEmpty else { return nil }
        let (server, port) = HostAndPort.split(host)
        let path = try parts.path.flatMap { try url.percentDecoded($0) }
        return try InternetPassword(
            server: server, account: username, securityDomain: realm,
            protocol: InternetProtocol(spelling: parts.scheme),
            authenticationType: isForGit ? nil : .htmlForm, port: port,
            path: path.flatMap { $0.text(0..<$0.count) } ?? parts.path.flatMap { url.text($0) } ?? "",
            label: title.isEmpty ? nil : title)
    }
}
