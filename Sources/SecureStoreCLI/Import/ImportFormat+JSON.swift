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
            var login = ImportedLogin(isForGit: isForGit, title: try item["title"]?.text() ?? "")
            try login.reportDoubledMembers(of: item)
            login.username = try item["username"]?.text() ?? ""
            login.service = try item[LoginTable.service]?.text() ?? ""
            login.group = try item["folder"]?.text() ?? ""
            login.kind = try item["kind"]?.text() ?? ""
            login.password = try item["password"]?.secret()
            for address in try (item["urls"]?.elements() ?? []).prefix(ImportedParts.most + 1) {
                login.add(address: try address.secret())
            }
            login.add(code: try item["otp"]?.secret())
            login.add(notes: try item["notes"]?.secret())
            for field in try (item["fields"]?.elements() ?? []).prefix(ImportedParts.most + 1) {
                login.add(try field["name"]?.text() ?? "", try field["value"]?.secret())
            }
            login.earlier = try (item["earlier"]?.elements() ?? []).prefix(History.most + 1)
                .compactMap { try $0.secret() }
            for entry in try login.entries(from: "entry \(position + 1)") { try body(position, entry) }
        }
    }
}
