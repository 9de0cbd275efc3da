import SecureStore
import SecureStoreJSON

extension ImportFormat {
    static let bitwarden = ImportFormat(
        name: "bitwarden",
        summary: """
            an export of Bitwarden in JSON that is not encrypted: logins, notes, cards, identities and SSH keys, with their \
            folder as the comment; passkeys and the trash are named and left out
            """,
        recognizes: { head in
            head.starts(with: "{")
                && ["\"encrypted\"", "\"folders\"", "\"items\""].contains { head.contains($0) }
        }
    ) { try BitwardenVault(try $0.contents()) }
}

/// The items of an export.
struct BitwardenVault: JSONReader {
    let items: [Item]
    /// The names of the folders, by what the items call them.
    private let folders: [String: String]

    init(_ text: SecretBytes) throws {
        let vault = try JSONValue(text)
        try require(
            vault["encrypted"]?.kind != .bool(true), "the export is encrypted",
            hint: "Bitwarden writes one that is not as its format .json")
        let items = try require(
            vault.only("items")?.elements(), "the input is not an export of Bitwarden: it has no items")
        self.items = items.map { ("", $0) }
        let named = try (vault["folders"]?.elements() ?? []).compactMap { folder in
            try folder["id"]?.word().flatMap { id in try folder["name"]?.word().map { (id, $0) } }
        }
        folders = Dictionary(named) { first, _ in first }
    }

    func read(_ item: JSONValue, of _: String, into login: inout ImportedLogin) throws -> String? {
        (login.title, login.keepsEmpty) = (try login.word("name", of: item), true)
        guard try item["deletedDate"] == nil else { return "it is in the trash" }
        login.group = folders[try login.word("folderId", of: item)] ?? ""
        let number = try item["type"]?.number
        let form = BitwardenForm.all.first { $0.number == number }
        switch number {
        case 1: for known in try login.objects("login", of: item) { try take(known, into: &login) }
        case 2: break
        default:
            guard let form else { return "it is of no known type" }
            login.kind = form.kind
            for content in try login.objects(form.member, of: item) {
                for (name, value) in try content.members() ?? [] {
                    let secret = try login.secret(value, ImportedLogin.field(name))
                    if name == form.secret { login.password = secret } else { login.add(name, secret) }
                }
            }
        }
        login.add(notes: try login.secret("notes", of: item))
        var known: Set<String> = []
        for field in try login.objects("fields", of: item) {
            let name = try login.word("name", of: field)
            let secret = try login.secret(field["value"], ImportedLogin.field(name))
            take(name, secret, of: form, isFirst: known.insert(name).inserted, into: &login)
        }
        login.earlier = try login.objects("passwordHistory", of: item, most: History.most)
            .compactMap { try login.secret("password", of: $0) }
        return nil
    }

    /// A field, which of an item that is no login may be what a login has elsewhere; further ones are parts.
    private func take(
        _ name: String, _ secret: SecretBytes?, of form: BitwardenForm?, isFirst: Bool,
        into login: inout ImportedLogin
    ) {
        switch (name, form) {
        case (BitwardenForm.username, _?) where isFirst:
            login.username = secret.flatMap { $0.text(0..<$0.count) } ?? ""
        case (BitwardenForm.password, let form?) where isFirst && form.secret == nil:
            login.password = secret
        case (BitwardenForm.url, _?): login.add(address: secret)
        default: login.add(name, secret)
        }
    }

    private func take(_ known: JSONValue, into login: inout ImportedLogin) throws {
        login.username = try login.word("username", of: known)
        login.password = try login.secret("password", of: known)
        for address in try login.objects("uris", of: known) {
            login.add(address: try login.secret("uri", of: address))
        }
        login.add(code: try login.secret("totp", of: known))
        if try known["fido2Credentials"]?.elements()?.isEmpty == false { login.lose("passkey") }
    }
}
