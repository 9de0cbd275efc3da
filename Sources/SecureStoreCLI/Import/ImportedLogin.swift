import SecureStore

/// A login as password managers know it, and the one item that it becomes.
///
/// An address makes it an internet password, unless a service is told; else its title is the service of a
/// generic one. Whatever may be secret besides the password is a part of the item.
struct ImportedLogin {
    var title: String
    /// The service of what is a generic password whatever its title and addresses are; else empty.
    var service = ""
    var username = ""
    var realm = ""
    var group = ""
    /// The kind of what is no login, as in `card`.
    var kind = ""
    /// True if git may use it, as its list says.
    var isOfGit = false
    var password: SecretBytes?
    /// True if an empty password is one, and not what a list has where there is none.
    var keepsEmpty = false
    /// The passwords before it, the latest first.
    var earlier: [SecretBytes] = []
    /// Secrets, because an address may hold a password.
    private var addresses: [SecretBytes] = []
    private var codes: [SecretBytes] = []
    private var notes: [SecretBytes] = []
    private var fields: [(name: String, secret: SecretBytes)] = []
    /// Sentences about what of it cannot be kept.
    private var losses: [String] = []

    /// The most bytes of a title, a user's name or a group, which are copied with each entry.
    static let longestName = 16 << 10

    init(title: String = "") { self.title = title }

    mutating func add(address: SecretBytes?) { addresses += held(address) }

    /// Adds the source of one-time codes, in any form that programs have for it.
    mutating func add(code: SecretBytes?) { codes += held(code) }

    mutating func add(notes: SecretBytes?) { self.notes += held(notes) }

    mutating func add(_ name: String, _ secret: SecretBytes?) {
        fields += held(secret).map { (name.isEmpty ? "field" : name, $0) }
    }

    /// The secret, unless it is empty or an item takes no more.
    private mutating func held(_ secret: SecretBytes?) -> [SecretBytes] {
        guard let secret, secret.count > 0 else { return [] }
        guard addresses.count + codes.count + notes.count + fields.count < ImportedParts.most else {
            lose("fields beyond the first \(ImportedParts.most)")
            return []
        }
        return [secret]
    }

    /// Says what of the login cannot be kept, as in `passkey`.
    mutating func lose(_ what: String) { report("its \(what) can't be kept here") }

    mutating func report(_ fault: String) {
        if losses.last != fault, losses.count < ImportedParts.most { losses.append(fault) }
    }

    /// The item, unless there is nothing secret, and what is left out; `place` is where the login stands in
    /// its list.
    func entries(from place: String) throws -> [ImportEntry] {
        let place = Self.place(place, title)
        guard [title, service, username, group].allSatisfy({ $0.utf8.count <= Self.longestName }) else {
            return [.leftOut("\(place): it has a name of more than \(Self.longestName) bytes")]
        }
        guard password.map({ $0.count <= SecretInput.limit }) ?? true else {
            return [.leftOut("\(place): its password has more than \(SecretInput.limit >> 20) MiB")]
        }
        var (item, further) = try item()
        if !group.isEmpty { item.comment = group }
        if !kind.isEmpty { item.kind = kind }
        // It is found by the hosts of further addresses, too.
        let hosts = further.flatMap(\.hosts).filter { $0 != item.attributes.column(.server) }
        var known: Set<String> = []
        let names = hosts.filter { known.insert($0).inserted }
        if !names.isEmpty { item.alias = names.joined(separator: "\n") }
        var parts = ImportedParts(losses: losses)
        // A source that cannot be read stays as it is.
        for code in codes { parts.add("otp", (try? OneTimeSecret.address(from: code, label: label)) ?? code) }
        for note in notes { parts.add("notes", note) }
        for address in further { parts.add("url", address) }
        for field in fields { parts.add(field.name, field.secret) }
        let kept = keptPasswords
        if kept.count < earlier.count { parts.lose("oldest earlier passwords") }
        let isKept = keepsEmpty && !item.attributes.name.isEmpty
        let password = password.flatMap { $0.count > 0 || isKept ? $0 : nil }
        let isEmpty = password == nil && parts.all.isEmpty
        let secrets = LoginSecrets(
            password: password, parts: parts.all, earlier: kept.reversed(),
            isOfPage: item is InternetPassword && !isOfGit
        )
        return [isEmpty ? .leftOut("\(place): it has no password") : .item(item, secrets, place: place)]
            + parts.losses.map { .leftOut("\(place): \($0)") }
    }

    /// The words that tell people whose codes they are.
    var label: [String] { [title, username] }

    /// A place in a list with the title that stands there, as in `line 3 (Bank)`.
    static func place(_ place: String, _ title: String) -> String {
        title.isEmpty ? place : "\(place) (\(Terminal.harmless(String(title.prefix(100)))))"
    }

    /// As many of the earlier passwords as an item takes.
    private var keptPasswords: ArraySlice<SecretBytes> {
        var room = 16 << 10
        return earlier.prefix(History.most).prefix { password in
            room -= 13 + password.count
            return room >= 0
        }
    }

    /// The item that the first address makes, and the addresses that are not in it.
    private func item() throws -> (any PasswordItem, further: [SecretBytes]) {
        var further = addresses
        let isLogin = kind.isEmpty || !BitwardenForm.all.contains { $0.kind == kind }
        for (place, url) in addresses.enumerated() where isLogin && service.isEmpty {
            guard let item = try internetPassword(url) else { continue }
            further.remove(at: place)
            // The item does not have the name and the password that stand in an address.
            if SplitURL(url)?.user != nil { further.insert(url, at: 0) }
            return (item, further)
        }
        guard title.isEmpty, service.isEmpty, let url = addresses.first,
            !url.contains("@"), let name = url.text(0..<url.count)
        else {
            var item = GenericPassword(service: service.isEmpty ? title : service, account: username)
            if !service.isEmpty, !title.isEmpty, !title.hasSameBytes(as: service) { item.label = title }
            return (item, further)
        }
        // Anything but an address is the name where there is no other, unless it may hold a password.
        return (GenericPassword(service: name, account: username), Array(further.dropFirst()))
    }

    private func internetPassword(_ url: SecretBytes) throws -> InternetPassword? {
        guard let place = try url.place() else { return nil }
        return try InternetPassword(
            server: place.server, account: username, securityDomain: realm,
            protocol: InternetProtocol(spelling: place.scheme),
            authenticationType: isOfGit ? nil : .htmlForm, port: place.port, path: place.path,
            label: title.isEmpty ? nil : title)
    }
}

/// The parts of an item that is imported, each with a name of its own.
struct ImportedParts {
    private(set) var all: [(name: String, secret: SecretBytes)] = []
    private(set) var losses: [String]
    /// The names that are taken, of which the command has one itself.
    private var names: Set<String> = [DeletedLogins.mark]
    private var counts: [String: Int] = [:]
    private var room = 1 << 20

    /// The most parts of an item, and the most bytes of a name, with a number behind it.
    static let (most, longestName) = (256, 250)

    init(losses: [String]) { self.losses = losses }

    mutating func lose(_ what: String) { losses.append("its \(what) can't be kept here") }

    /// Adds a part; several of one name are numbered, as in `PIN 2`.
    mutating func add(_ given: String, _ secret: SecretBytes) {
        guard given.utf8.count <= Self.longestName else { return lose("field with a long name") }
        var name = given
        while names.contains(name) {
            counts[given, default: 1] += 1
            name = "\(given) \(counts[given] ?? 2)"
        }
        room -= 6 + name.utf8.count + secret.count
        guard room >= 0, all.count < Self.most else {
            lose("field \(Terminal.harmless(given)), for which there is no room,")
            return room += 6 + name.utf8.count + secret.count
        }
        names.insert(name)
        all.append((name, secret))
    }
}
