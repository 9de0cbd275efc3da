import SecureStore
import SecureStoreJSON

extension ImportFormat {
    static let onePassword = ImportFormat(
        name: "1pux",
        summary: """
            the export.data of an export of 1Password, as unzip -p FILE.1pux export.data writes it: all that has a \
            password or other fields, with its vault as the comment; identities, documents and other files are named \
            and left out, and so, without a word, are dates, tags and the buttons of web forms
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
        guard let accounts = try JSONValue(text)["accounts"]?.elements() else {
            throw CommandError.failure("the input is not an export of 1Password: it has no accounts")
        }
        self.isForGit = isForGit
        var items: [(vault: String, item: JSONValue)] = []
        for vault in try accounts.flatMap({ try $0["vaults"]?.elements() ?? [] }) {
            let name = try vault["attrs"]?["name"]?.text() ?? ""
            items += try (vault["items"]?.elements() ?? []).map { (name, $0) }
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
        switch try item["categoryUuid"]?.text() {
        case "004": return [.leftOut("\(place): it is an identity")]
        case "006": return [.leftOut("\(place): it is a document")]
        default: break
        }
        guard try item["state"]?.text() != "trashed" else {
            return [.leftOut("\(place): it is in the trash")]
        }
        var login = ImportedLogin(isForGit: isForGit)
        login.group = vault
        var leftOut: [String] = []
        if let overview = try item["overview"] { try read(overview, into: &login) }
        if let details = try item["details"] { try read(details, into: &login, &leftOut) }
        return try login.entries(from: place)
            + leftOut.map { .leftOut("\(place): its \($0) can't be kept here") }
    }

    private func read(_ overview: JSONValue, into login: inout ImportedLogin) throws {
        login.title = try overview["title"]?.text() ?? ""
        var addresses = try (overview["urls"]?.elements() ?? []).prefix(ImportedLogin.mostFields + 1)
            .compactMap { try $0["url"]?.secret() }
        if addresses.isEmpty, let address = try overview["url"]?.secret() { addresses = [address] }
        login.url = addresses.first { $0.count > 0 }
        for address in addresses.dropFirst() { try login.add("url", address) }
    }

    private func read(
        _ details: JSONValue, into login: inout ImportedLogin, _ leftOut: inout [String]
    ) throws {
        login.password = try details["password"]?.secret()
        for field in try details["loginFields"]?.elements() ?? [] {
            // Boxes that are ticked, and buttons.
            guard let value = try field["value"]?.secret(),
                try !["B", "C", "I"].contains(field["fieldType"]?.text())
            else { continue }
            let name = try field["name"]?.text() ?? ""
            try take(value, field["designation"]?.text() ?? "", name.isEmpty ? "field" : name, into: &login)
        }
        for field in try (details["sections"]?.elements() ?? []).flatMap({
            try $0["fields"]?.elements() ?? []
        }) {
            try read(field: field, into: &login, &leftOut)
        }
        try login.add("notes", try details["notesPlain"]?.secret())
        for earlier in try details["passwordHistory"]?.elements() ?? [] {
            try login.add("earlier password", try earlier["value"]?.secret())
        }
        if try details["documentAttributes"] != nil { leftOut.append("file") }
    }

    /// A field, whose value says what kind it is, as in `{"concealed": "1234"}`.
    private func read(
        field: JSONValue, into login: inout ImportedLogin, _ leftOut: inout [String]
    ) throws {
        guard let (kind, value) = try field["value"]?.members()?.first, value.kind != .null else { return }
        let title = try field["title"]?.text() ?? ""
        let name = title.isEmpty ? "field" : title
        switch kind {
        case "totp": try login.add("one-time password", try value.secret())
        case "email": try login.add(name, try value.secret() ?? value["email_address"]?.secret())
        case "sshKey":
            guard let secret = try value["privateKey"]?.secret() else { return leftOut.append("SSH key") }
            try login.add("private key", secret)
        default:
            if let secret = try value.secret() {
                try take(secret, field["id"]?.text() ?? "", name, into: &login)
            } else if value.kind == .number {
                try login.add(name, try value.source.memory.part(value.source.range))
            } else {
                leftOut.append(
                    kind == "file"
                        ? "file" : "field of the kind \(Terminal.harmless(String(kind.prefix(40))))")
            }
        }
    }

    /// The first name and password are those of the login.
    private func take(
        _ value: SecretBytes, _ role: String, _ name: String, into login: inout ImportedLogin
    ) throws {
        guard value.count > 0 else { return }
        if role == "username", login.username.isEmpty, let username = value.text(0..<value.count) {
            login.username = username
        } else if ["password", "credential"].contains(role), login.password == nil {
            login.password = value
        } else {
            try login.add(name, value)
        }
    }
}
