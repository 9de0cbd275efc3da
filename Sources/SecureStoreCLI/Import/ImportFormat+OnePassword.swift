import SecureStore
import SecureStoreJSON

extension ImportFormat {
    static let onePassword = ImportFormat(
        name: "1pux",
        summary: """
            the export.data of an export of 1Password, as unzip -p FILE.1pux export.data writes it: all that has a \
            password or other fields, with its vault as the comment; documents and other files are named and left out, \
            and so, without a word, are dates, tags and the buttons of web forms
            """,
        recognizes: { head in head.starts(0..<head.count, with: "{\"accounts\"") }
    ) { input in
        try OnePasswordVault(
            try input.contents(limit: OnePasswordVault.limit), isForGit: input.isForGit)
    }
}

struct OnePasswordVault: ImportReader {
    private let items: [(vault: String, item: JSONValue)]
    private let isForGit: Bool

    /// The most bytes of an export, which are without its files.
    static let limit = 128 << 20

    init(_ text: SecretBytes, isForGit: Bool = false) throws {
        guard let accounts = try JSONValue(text).only("accounts")?.elements() else {
            throw CommandError.failure("the input is not an export of 1Password: it has no accounts")
        }
        self.isForGit = isForGit
        var items: [(vault: String, item: JSONValue)] = []
        for vault in try accounts.flatMap({ try $0.only("vaults")?.elements() ?? [] }) {
            let name = try vault["attrs"]?["name"]?.text() ?? ""
            items += try (vault.only("items")?.elements() ?? []).map { (name, $0) }
            guard items.count <= ImportCount.mostEntries else { throw ImportCount.tooLong }
        }
        self.items = items
    }

    var length: Int { items.count }

    func visit(_ body: (_ position: Int, ImportEntry) throws -> Void) throws {
        for (position, (vault, item)) in items.enumerated() {
            for entry in try entries(of: item, vault, "entry \(position + 1)") { try body(position, entry) }
        }
    }

    private func entries(of item: JSONValue, _ vault: String, _ place: String) throws -> [ImportEntry] {
        let title = try item["overview"]?["title"]?.text() ?? ""
        let category = try item["categoryUuid"]?.text() ?? ""
        let named = ImportedLogin.place(place, title)
        guard category != "006" else { return [.leftOut("\(named): it is a document")] }
        guard try item["state"]?.text() != "trashed" else {
            return [.leftOut("\(named): it is in the trash")]
        }
        var login = ImportedLogin(isForGit: isForGit, title: title)
        try login.reportDoubledMembers(of: item)
        (login.group, login.kind) = (vault, Self.kinds[category] ?? "")
        if let overview = try item["overview"] { try read(overview: overview, into: &login) }
        if let details = try item["details"] { try read(details, into: &login) }
        return try login.entries(from: place)
    }

    /// The kinds of the items that are no logins.
    private static let kinds = ["002": "card", "004": "identity", "114": "ssh key"]

    private func read(overview: JSONValue, into login: inout ImportedLogin) throws {
        let addresses = try (overview["urls"]?.elements() ?? []).prefix(ImportedParts.most + 1)
            .compactMap { try $0["url"]?.secret() }
        for address in addresses { login.add(address: address) }
        if addresses.isEmpty { login.add(address: try overview["url"]?.secret()) }
    }

    private func read(_ details: JSONValue, into login: inout ImportedLogin) throws {
        login.password = try details["password"]?.secret()
        for field in try details["loginFields"]?.elements() ?? [] {
            // Boxes that are ticked, and buttons.
            guard let value = try field["value"]?.secret(),
                try !["B", "C", "I"].contains(field["fieldType"]?.text())
            else { continue }
            let role = try field["designation"]?.text() ?? ""
            take(value, role, try field["name"]?.text() ?? "", into: &login)
        }
        for field in try (details["sections"]?.elements() ?? []).flatMap({
            try $0["fields"]?.elements() ?? []
        }) {
            try read(field: field, into: &login)
        }
        login.add(notes: try details["notesPlain"]?.secret())
        var history: [(time: Int, password: SecretBytes)] = []
        for earlier in try details["passwordHistory"]?.elements() ?? [] {
            guard let password = try earlier["value"]?.secret() else { continue }
            history.append((try earlier["time"]?.number ?? 0, password))
        }
        login.earlier = history.sorted { $0.time > $1.time }.map(\.password)
        if try details["documentAttributes"] != nil { login.lose("file") }
    }

    /// A field, whose value says what kind it is, as in `{"concealed": "1234"}`.
    private func read(field: JSONValue, into login: inout ImportedLogin) throws {
        guard let (kind, value) = try field["value"]?.members()?.first, value.kind != .null else { return }
        let name = try field["title"]?.text() ?? ""
        switch kind {
        case "totp": login.add(code: try value.secret())
        case "email": login.add(name, try value.secret() ?? value["email_address"]?.secret())
        case "sshKey":
            guard let secret = try value["privateKey"]?.secret() else { return login.lose("SSH key") }
            take(secret, "privateKey", name, into: &login)
        default:
            if let secret = try value.secret() {
                take(secret, try field["id"]?.text() ?? "", name, into: &login)
            } else if value.kind == .number {
                login.add(name, try value.source.memory.part(value.source.range))
            } else {
                let shown = Terminal.harmless(String(kind.prefix(40)))
                login.lose(kind == "file" ? "file" : "field of the kind \(shown)")
            }
        }
    }

    /// The first name and password are those of the login; of a card, its number is the secret.
    private func take(
        _ value: SecretBytes, _ role: String, _ name: String, into login: inout ImportedLogin
    ) {
        guard value.count > 0 else { return }
        let roles = ["card": "ccnum", "ssh key": "privateKey"]
        if role == "username", login.kind.isEmpty, login.username.isEmpty,
            let username = value.text(0..<value.count)
        {
            login.username = username
        } else if roles[login.kind].map({ role == $0 }) ?? ["password", "credential"].contains(role),
            login.password == nil, login.kind != "identity"
        {
            login.password = value
        } else {
            login.add(name, value)
        }
    }
}
