import SecureStore
import SecureStoreJSON

extension ImportFormat {
    static let protonPass = ImportFormat(
        name: "proton",
        summary: """
            the data.json of an export of Proton Pass that is not encrypted, as unzip -p writes it: all its items, with \
            their vault as the comment; passkeys and the trash are named and left out
            """,
        recognizes: { head in
            head.starts(with: "{") && head.contains("\"vaults\"")
                && !head.contains("\"accounts\"")
        }
    ) { try ProtonPassExport(try $0.contents()) }
}

struct ProtonPassExport: JSONReader {
    let items: [Item]

    init(_ text: SecretBytes) throws {
        guard let vaults = try JSONValue(text).only("vaults")?.members() else {
            throw CommandError.failure("the input is not an export of Proton Pass: it has no vaults")
        }
        items = try Self.items(of: vaults.map(\.value)) { try $0["name"]?.word() }
    }

    /// The kinds of items that are no logins, and the field that is their secret.
    private static let forms: [String: (kind: String, secret: String?)] = [
        "creditCard": ("card", "number"), "identity": ("identity", nil), "sshKey": ("ssh key", "privateKey"),
        "wifi": ("wifi", "password"),
    ]

    func read(_ item: JSONValue, of vault: String, into login: inout ImportedLogin) throws -> String? {
        let (data, content) = (try item["data"], try item["data"]?["content"])
        login.title = try login.word("name", of: data?["metadata"])
        guard try item["state"]?.number != 2 else { return "it is in the trash" }
        login.group = vault
        let type = try data?["type"]?.word() ?? ""
        if let form = Self.forms[type] {
            login.kind = form.kind
            for (name, value) in try content?.members() ?? [] {
                if name != form.secret, let parts = try value.elements() {
                    try add(parts, name, into: &login)
                    continue
                }
                let secret = try login.secret(value, ImportedLogin.field(name))
                if name == form.secret { login.password = secret } else { login.add(name, secret) }
            }
        } else if let content {
            try take(content, into: &login)
        }
        if try item["files"]?.elements()?.isEmpty == false { login.lose("file") }
        login.add("alias", try login.secret("aliasEmail", of: item))
        login.add(notes: try login.secret("note", of: data?["metadata"]))
        try add(login.objects("extraFields", of: data), "extraFields", into: &login)
        return nil
    }

    private func take(_ content: JSONValue, into login: inout ImportedLogin) throws {
        let names = try ["itemUsername", "username", "itemEmail"]
            .compactMap { try login.secret($0, of: content) }.filter { $0.count > 0 }
        login.username = names.first.flatMap { $0.text(0..<$0.count) } ?? ""
        for name in names.dropFirst() { login.add("email", name) }
        login.password = try login.secret("password", of: content)
        for address in try login.secrets("urls", of: content) { login.add(address: address) }
        login.add(code: try login.secret("totpUri", of: content))
        if try content["passkeys"]?.elements()?.isEmpty == false { login.lose("passkey") }
        try add(login.objects("sections", of: content), "sections", into: &login)
    }

    /// Fields with names of their own, or sections of such fields.
    private func add(_ fields: [JSONValue], _ name: String, into login: inout ImportedLogin) throws {
        for field in fields.prefix(ImportedParts.most + 1) {
            if let inner = try field["sectionFields"]?.elements() {
                try add(inner, name, into: &login)
            } else if let data = try field["data"], let title = try field["fieldName"]?.word() {
                let noun = ImportedLogin.field(title)
                guard data.kind == .object else {
                    login.lose(noun)
                    continue
                }
                login.add(code: try login.secret(data["totpUri"], noun))
                login.add(title, try login.secret(data["content"] ?? data["timestamp"], noun))
            } else {
                login.lose(ImportedLogin.field(name))
            }
        }
    }
}
