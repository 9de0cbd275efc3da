import SecureStore
import SecureStoreJSON

extension ImportFormat {
    static let json = ImportFormat(
        name: "json", summary: "what export --format json writes",
        recognizes: { head in head.starts(0..<head.count, with: "{\"logins\"") }
    ) { input in
        try LoginList(try input.contents(), isForGit: input.isForGit)
    }
}

/// The logins of a list that this command wrote.
struct LoginList: ImportReader {
    private let logins: [JSONValue]
    private let isForGit: Bool

    init(_ text: SecretBytes, isForGit: Bool = false) throws {
        guard let logins = try JSONValue(text).only("logins")?.elements() else {
            throw CommandError.failure("the input has no logins")
        }
        (self.logins, self.isForGit) = (logins, isForGit)
    }

    var length: Int { logins.count }

    func visit(_ body: (_ position: Int, ImportEntry) throws -> Void) throws {
        for (position, item) in logins.enumerated() {
            var login = ImportedLogin(isForGit: isForGit)
            login.title = try login.word("title", of: item)
            try login.reportDoubledMembers(of: item)
            login.username = try login.word("username", of: item)
            login.service = try login.word(LoginTable.service, of: item)
            login.group = try login.word("folder", of: item)
            login.kind = try login.word("kind", of: item)
            login.password = try login.secret("password", of: item)
            for address in try login.secrets("urls", of: item) { login.add(address: address) }
            login.add(code: try login.secret("otp", of: item))
            login.add(notes: try login.secret("notes", of: item))
            for field in try login.objects("fields", of: item) {
                let name = try login.word("name", of: field)
                login.add(name, try login.secret(field["value"], ImportedLogin.field(name)))
            }
            login.earlier = try login.secrets("earlier", of: item, most: History.most)
            for entry in try login.entries(from: "entry \(position + 1)") { try body(position, entry) }
        }
    }
}
