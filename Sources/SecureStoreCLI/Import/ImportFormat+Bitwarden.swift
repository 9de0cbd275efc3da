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
            head.starts(0..<head.count, with: "{")
                && ["\"encrypted\"", "\"folders\"", "\"items\""].contains {
                    head.contains($0, in: 0..<head.count)
                }
        }
    ) { input in
        try BitwardenVault(try input.contents(), isForGit: input.isForGit)
    }
}

/// The items of an export.
struct BitwardenVault: ImportReader {
    private let items: [JSONValue]
    private let isForGit: Bool
    /// The names of the folders, by what the items call them.
    private let folders: [String: String]

    init(_ text: SecretBytes, isForGit: Bool = false) throws {
        let vault = try JSONValue(text)
        guard try vault["encrypted"]?.kind != .bool(true) else {
            throw CommandError.failure(
                "the export is encrypted", hint: "Bitwarden writes one that is not as its format .json")
        }
        guard let items = try vault.only("items")?.elements() else {
            throw CommandError.failure("the input is not an export of Bitwarden: it has no items")
        }
        (self.items, self.isForGit) = (items, isForGit)
        let named = try (vault["folders"]?.elements() ?? []).compactMap { folder in
            try folder["id"]?.text().flatMap { id in try folder["name"]?.text().map { (id, $0) } }
        }
        folders = Dictionary(named) { first, _ in first }
    }

    var length: Int { items.count }

    func visit(_ body: (_ position: Int, ImportEntry) throws -> Void) throws {
        for (position, item) in items.enumerated() {
            for entry in try entries(of: item, "entry \(position + 1)") { try body(position, entry) }
        }
    }

    private func entries(of item: JSONValue, _ place: String) throws -> [ImportEntry] {
        let title = try item["name"]?.text() ?? ""
        if let date = try item["deletedDate"], date.kind != .null {
            return [.leftOut("\(ImportedLogin.place(place, title)): it is in the trash")]
        }
        var login = ImportedLogin(isForGit: isForGit, title: title)
        try login.reportDoubledMembers(of: item)
        login.group = try item["folderId"]?.text().flatMap { folders[$0] } ?? ""
        let number = try item["type"]?.number
        let form = BitwardenForm.all.first { $0.number == number }
        switch number {
        case 1: try item["login"].map { try take($0, into: &login) }
        case 2: break
        default:
            guard let form else {
                return [.leftOut("\(ImportedLogin.place(place, title)): it is of no known type")]
            }
            login.kind = form.kind
            for (name, value) in try item[form.member]?.members() ?? [] {
                let secret = try value.secret()
                if name == form.secret { login.password = secret } else { login.add(name, secret) }
            }
        }
        login.add(notes: try item["notes"]?.secret())
        var known: Set<String> = []
        for field in try (item["fields"]?.elements() ?? []).prefix(ImportedParts.most + 1) {
            let (name, secret) = (try field["name"]?.text() ?? "", try field["value"]?.secret())
            let isFirst = known.insert(name).inserted
            take(name, secret, of: form, isFirst: isFirst, into: &login)
        }
        login.earlier = try (item["passwordHistory"]?.elements() ?? []).prefix(History.most + 1)
            .compactMap { try $0["password"]?.secret() }
        return try login.entries(from: place)
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
        case (BitwardenForm.code, _?): login.add(code: secret)
        case (BitwardenForm.url, _?): login.add(address: secret)
        default: login.add(name, secret)
        }
    }

    private func take(_ known: JSONValue, into login: inout ImportedLogin) throws {
        login.username = try known["username"]?.text() ?? ""
        login.password = try known["password"]?.secret()
        for address in try (known["uris"]?.elements() ?? []).prefix(ImportedParts.most + 1) {
            login.add(address: try address["uri"]?.secret())
        }
        login.add(code: try known["totp"]?.secret())
        if try known["fido2Credentials"]?.elements()?.isEmpty == false { login.lose("passkey") }
    }
}
