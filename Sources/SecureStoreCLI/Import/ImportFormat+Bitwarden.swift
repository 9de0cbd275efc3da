import SecureStore
import SecureStoreJSON

extension ImportFormat {
    static let bitwarden = ImportFormat(
        name: "bitwarden",
        summary: """
            an export of Bitwarden in JSON that is not encrypted: logins and notes; their folder becomes the comment
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

/// The logins and notes of an export; cards and identities are no passwords.
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
        guard let items = try vault["items"]?.elements() else {
            throw CommandError.failure("the input is not an export of Bitwarden: it has no items")
        }
        (self.items, self.isForGit) = (items, isForGit)
        let named = try (vault["folders"]?.elements() ?? []).compactMap { folder in
            try folder["id"]?.text().flatMap { id in try folder["name"]?.text().map { (id, $0) } }
        }
        folders = Dictionary(named) { first, _ in first }
    }

    var length: Int { items.count }

    /// The logins and notes; the others are left out, and so is what lies in the trash.
    func visit(_ body: (_ position: Int, ImportEntry) throws -> Void) throws {
        for (position, item) in items.enumerated() {
            for entry in try entries(of: item, "entry \(position + 1)") { try body(position, entry) }
        }
    }

    private func entries(of item: JSONValue, _ place: String) throws -> [ImportEntry] {
        let kind = try item["type"]?.number
        guard kind == 1 || kind == 2 else { return [.leftOut("\(place): it is neither a login nor a note")] }
        if let date = try item["deletedDate"], date.kind != .null {
            return [.leftOut("\(place): it is in the trash")]
        }
        let hasPasskey = try item["login"]?["fido2Credentials"]?.elements()?.isEmpty == false
        return try login(item).entries(from: place)
            + (hasPasskey ? [.leftOut("\(place): its passkey can't be kept here")] : [])
    }

    private func login(_ item: JSONValue) throws -> ImportedLogin {
        var login = ImportedLogin(isForGit: isForGit)
        login.title = try item["name"]?.text() ?? ""
        login.group = try item["folderId"]?.text().flatMap { folders[$0] } ?? ""
        if let known = try item["login"] {
            login.username = try known["username"]?.text() ?? ""
            login.password = try known["password"]?.secret()
            let addresses = try (known["uris"]?.elements() ?? []).prefix(ImportedLogin.mostFields + 1)
                .compactMap { try $0["uri"]?.secret() }
            login.url = addresses.first
            for address in addresses.dropFirst() { try login.add("url", address) }
            try login.add("one-time password", try known["totp"]?.secret())
        }
        try login.add("notes", try item["notes"]?.secret())
        for field in try item["fields"]?.elements() ?? [] {
            try login.add(try field["name"]?.text() ?? "field", try field["value"]?.secret())
        }
        for earlier in try item["passwordHistory"]?.elements() ?? [] {
            try login.add("earlier password", try earlier["password"]?.secret())
        }
        return login
    }
}
