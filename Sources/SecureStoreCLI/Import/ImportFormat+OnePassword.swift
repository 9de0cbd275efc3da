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
        recognizes: { head in head.starts(with: "{\"accounts\"") }
    ) { try OnePasswordVault(try $0.contents()) }
}

struct OnePasswordVault: JSONReader {
    let items: [Item]

    init(_ text: SecretBytes) throws {
        guard let accounts = try JSONValue(text).only("accounts")?.elements() else {
            throw CommandError.failure("the input is not an export of 1Password: it has no accounts")
        }
        items = try Self.items(of: accounts.flatMap { try $0.only("vaults")?.elements() ?? [] }) { vault in
            try vault["attrs"]?["name"]?.word()
        }
    }

    func read(_ item: JSONValue, of vault: String, into login: inout ImportedLogin) throws -> String? {
        login.title = try login.word("title", of: item["overview"])
        let category = try item["categoryUuid"]?.word() ?? ""
        guard category != "006" else { return "it is a document" }
        guard try item["state"]?.text() != "trashed" else { return "it is in the trash" }
        (login.group, login.kind) = (vault, Self.kinds[category] ?? "")
        if let overview = try item["overview"] { try read(overview: overview, into: &login) }
        if let details = try item["details"] { try read(details, into: &login) }
        return nil
    }

    /// The kinds of the items that are no logins.
    private static let kinds = ["002": "card", "004": "identity", "114": "ssh key"]

    private func read(overview: JSONValue, into login: inout ImportedLogin) throws {
        let addresses = try login.objects("urls", of: overview)
            .compactMap { try login.secret("url", of: $0) }
        for address in addresses { login.add(address: address) }
        if addresses.isEmpty { login.add(address: try login.secret("url", of: overview)) }
    }

    private func read(_ details: JSONValue, into login: inout ImportedLogin) throws {
        login.password = try login.secret("password", of: details)
        let most = ImportCount.mostEntries
        for field in try login.objects("loginFields", of: details, most: most) {
            // Boxes that are ticked, and buttons.
            guard try !["B", "C", "I"].contains(field["fieldType"]?.word()) else { continue }
            let name = try login.word("name", of: field)
            guard let value = try login.secret(field["value"], ImportedLogin.field(name)) else { continue }
            take(value, try login.word("designation", of: field), name, into: &login)
        }
        for section in try login.objects("sections", of: details, most: most) {
            for field in try login.objects("fields", of: section, most: most) {
                try read(field: field, into: &login)
            }
        }
        login.add(notes: try login.secret("notesPlain", of: details))
        var history: [(time: Int, password: SecretBytes)] = []
        for earlier in try login.objects("passwordHistory", of: details, most: most) {
            guard let password = try login.secret(earlier["value"], "earlier password") else { continue }
            history.append((try earlier["time"]?.number ?? 0, password))
        }
        login.earlier = history.sorted { $0.time > $1.time }.map(\.password)
        if try details["documentAttributes"] != nil { login.lose("file") }
    }

    /// A field, whose value says what kind it is, as in `{"concealed": "1234"}`.
    private func read(field: JSONValue, into login: inout ImportedLogin) throws {
        let name = try login.word("title", of: field)
        guard let given = try field["value"] else { return }
        guard let members = try given.members() else {
            return login.add(name, try login.secret(given, ImportedLogin.field(name)))
        }
        guard let (kind, value) = members.first, value.kind != .null else { return }
        let shown = Terminal.harmless(String(kind.prefix(40)))
        let noun = kind == "file" ? "file" : "field of the kind \(shown)"
        switch kind {
        case "totp": login.add(code: try login.secret(value, noun))
        case "email" where value.kind == .object:
            login.add(name, try login.secret("email_address", of: value))
        case "sshKey":
            guard let secret = try value["privateKey"]?.secret() else { return login.lose("SSH key") }
            take(secret, "privateKey", name, into: &login)
        default:
            guard let secret = try login.secret(value, noun) else { return }
            take(secret, try login.word("id", of: field), name, into: &login)
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
