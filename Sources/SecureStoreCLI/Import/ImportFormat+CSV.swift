import SecureStore

extension ImportFormat {
    static let csv = ImportFormat(
        name: "csv",
        summary: """
            a table with a first line of names, as browsers, KeePassXC and others export their passwords; notes and \
            one-time passwords become items of their own, and the group or folder the comment
            """
    ) { input in
        CSVText(try input.contents())
    }
}

/// The logins of a table whose first row names its columns.
extension CSVText: ImportReader {
    var length: Int { source.count }

    func visit(_ body: (_ position: Int, ImportEntry?) throws -> Void) throws {
        var columns: Columns?
        try visitRows { position, row in
            guard let columns else { return columns = try Columns(row, self) }
            for entry in try columns.login(row, self).entries() { try body(position, entry) }
        }
    }
}

/// Which column is what, by the names that the programs give them.
private struct Columns {
    private let count: Int
    private let title: Int?
    private let url: Int?
    private let username: Int?
    private let password: Int?
    private let realm: Int?
    private let group: Int?
    private let notes: Int?
    private let totp: Int?

    init(_ header: CSVText.Row, _ table: CSVText) throws {
        count = header.fields.count
        let names = try header.fields.map { field in
            let name = try table.secret(field)
            return name.text(0..<name.count)?.lowercased() ?? ""
        }
        func column(_ known: String...) -> Int? { names.firstIndex { known.contains($0) } }
        title = column("name", "title")
        url = column("url", "login_uri", "website", "web site", "origin")
        username = column("username", "user name", "login_username", "login", "user")
        password = column("password", "login_password")
        realm = column("httprealm")
        group = column("group", "folder", "grouping")
        notes = column("notes", "note", "comments")
        totp = column("totp", "otpauth", "login_totp")
        guard password != nil else {
            throw CommandError.failure(
                "the first line names no column password", hint: "it has to hold the names of the columns")
        }
    }

    func login(_ row: CSVText.Row, _ table: CSVText) throws -> ImportedLogin {
        guard row.fields.count == count else {
            throw CommandError.failure(
                "line \(row.line) has \(row.fields.count) fields, and the first line has \(count)")
        }
        func secret(_ column: Int?) throws -> SecretBytes? {
            try column.map { try table.secret(row.fields[$0]) }
        }
        func text(_ column: Int?) throws -> String {
            guard let value = try secret(column) else { return "" }
            guard let text = value.text(0..<value.count) else {
                throw CommandError.failure("line \(row.line): a field is not text")
            }
            return text
        }
        var login = ImportedLogin()
        (login.title, login.username) = (try text(title), try text(username))
        (login.url, login.password, login.realm) = (try secret(url), try secret(password), try text(realm))
        login.group = try text(group)
        for (name, column) in [("notes", notes), ("one-time password", totp)] {
            if let value = try secret(column) { login.extras.append((name, value)) }
        }
        return login
    }
}
