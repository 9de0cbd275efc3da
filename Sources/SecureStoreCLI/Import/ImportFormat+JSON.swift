import SecureStore
import SecureStoreJSON

extension ImportFormat {
    static let json = ImportFormat(
        name: "json", summary: "what export --format json writes",
        recognizes: { head in head.starts(with: "{\"logins\"") }
    ) { try LoginList(try $0.contents()) }
}

/// The logins of a list that this command wrote.
struct LoginList: JSONReader {
    let items: [Item]

    init(_ text: SecretBytes) throws {
        let logins = try require(JSONValue(text).only("logins")?.elements(), "the input has no logins")
        items = logins.map { ("", $0) }
    }

    func read(_ item: JSONValue, of _: String, into login: inout ImportedLogin) throws -> String? {
        login.title = try login.word("title", of: item)
        login.username = try login.word("username", of: item)
        login.service = try login.word(LoginTable.service, of: item)
        login.group = try login.word("folder", of: item)
        login.kind = try login.word("kind", of: item)
        login.isOfGit = try item["git"]?.kind == .bool(true)
        (login.password, login.keepsEmpty) = (try login.secret("password", of: item), true)
        for address in try login.secrets("urls", of: item) { login.add(address: address) }
        login.add(code: try login.secret("otp", of: item))
        login.add(notes: try login.secret("notes", of: item))
        for field in try login.objects("fields", of: item) {
            let name = try login.word("name", of: field)
            login.add(name, try login.secret(field["value"], ImportedLogin.field(name)))
        }
        login.earlier = try login.secrets("earlier", of: item, most: History.most)
        return nil
    }
}
