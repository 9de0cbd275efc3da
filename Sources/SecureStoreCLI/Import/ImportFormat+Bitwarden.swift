import SecureStore
import StrictJSON

extension ImportFormat {
    static let bitwarden = ImportFormat(
        name: "bitwarden", summary: "an export of Bitwarden in JSON that is not encrypted: logins and notes"
    ) { input in
        let vault = try JSONValue(try input.contents())
        guard try vault["encrypted"]?.kind != .bool(true) else {
            throw CommandError.failure(
                "the export is encrypted", hint: "Bitwarden writes one that is not as its format .json")
        }
        guard let items = try vault["items"]?.elements() else {
            throw CommandError.failure("the input is no export of Bitwarden: it has no items")
        }
        let known = try items.filter(isKnown)
        if known.count < items.count {
            Terminal.tell(
                "\(items.count - known.count) entries that are neither logins nor notes were left out")
        }
        return try known.flatMap { try login($0).entries() }
    }

    /// Logins and notes; cards and identities are no passwords.
    private static func isKnown(_ item: JSONValue) throws -> Bool {
        [1, 2].contains(try item["type"]?.number)
    }

    private static func login(_ item: JSONValue) throws -> ImportedLogin {
        var login = ImportedLogin()
        login.title = try item["name"]?.text() ?? ""
        if let known = try item["login"] {
            login.username = try known["username"]?.text() ?? ""
            login.password = try known["password"]?.secret()
            login.url = try known["uris"]?.elements()?.first?["uri"]?.secret()
            if let totp = try known["totp"]?.secret() { login.extras.append(("one-time password", totp)) }
        }
        if let notes = try item["notes"]?.secret() { login.extras.append(("notes", notes)) }
        for field in try item["fields"]?.elements() ?? [] {
            guard let value = try field["value"]?.secret() else { continue }
            login.extras.append((try field["name"]?.text() ?? "field", value))
        }
        return login
    }
}
