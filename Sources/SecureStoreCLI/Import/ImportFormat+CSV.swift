import SecureStore

extension ImportFormat {
    static let csv = ImportFormat(
        name: "csv",
        summary: """
            a table with a first line of names, as browsers, KeePassXC and others export their passwords; notes, keys of \
            one-time codes and whatever else a column holds become parts, and the group or folder the comment; dates \
            and marks such as favourites are left out
            """,
        recognizes: { try CSVText($0).isRecognized() }
    ) { CSVText(try $0.contents()) }
}

/// The logins of a table whose first row names its columns.
extension CSVText: ImportReader {
    var length: Int { source.count }

    func isRecognized() throws -> Bool {
        var (offset, line) = (0, 1)
        guard let row = try row(&offset, &line), row.fields.count > 1 else { return false }
        return (try? Columns(row, self)) != nil
    }

    func visit(_ body: (_ position: Int, ImportEntry) throws -> Void) throws {
        var columns: Columns?
        try visitRows { position, row in
            guard let columns else { return columns = try Columns(row, self) }
            let login = try columns.login(row, self)
            for entry in try login.entries(from: "line \(row.line)") { try body(position, entry) }
        }
    }
}

/// The meaning of each column, by the names that the programs give them.
private struct Columns {
    private enum Role { case title, url, username, email, password, realm, group, note, totp }

    private static let names: [Role: [String]] = [
        .title: ["name", "title", "service"], .url: ["url", "login_uri", "website", "web site", "origin"],
        .username: ["username", "user name", "login_username", "login", "user", "account"],
        .password: ["password", "login_password"], .email: ["email"], .realm: ["httprealm"],
        .group: ["group", "folder", "grouping", "vault"],
        .note: ["notes", "note", "comments", "extra"], .totp: ["totp", "otpauth", "login_totp", "otpurl"],
    ]

    private let count: Int
    private let known: [Role: Int]
    /// All that no role stands for, with their names.
    private let others: [(name: String, column: Int)]
    private let hasAddressList: Bool
    private let isOwn: Bool
    /// The column of services, in our own table.
    private let service: Int?
    /// Columns of further addresses.
    private let addresses: [Int]

    /// Columns that say nothing of a login: dates, marks and numbers.
    private static let bookkeeping: Set = [
        "fav", "favorite", "favourite", "archived", "type", "reprompt", "icon", "created", "last modified",
        "createtime", "modifytime", "guid", "formactionorigin", "timecreated", "timelastused",
        "timepasswordchanged",
    ]

    init(_ header: CSVText.Row, _ table: CSVText) throws {
        count = header.fields.count
        let given = header.fields.map { table.text($0) ?? "" }
        let names = given.map { $0.lowercased() }
        try require(
            names != ["account", "login name", "password", "web site", "comments"],
            "the table is of KeePass 1, which writes quotes in its own way",
            hint: "KeePass 2 and KeePassXC read that program's files, and export XML")
        // Further columns of our own table are fields, whatever they are called.
        let isOwn = given.starts(with: LoginTable.columns)
        let columns = isOwn ? names.prefix(LoginTable.columns.count) : names[...]
        let known = Self.names.compactMapValues { words in columns.firstIndex { words.contains($0) } }
        self.known = known
        let hasService = isOwn && given.dropFirst(columns.count).first == LoginTable.service
        let service = hasService ? columns.count : nil
        (self.service, self.isOwn) = (service, isOwn)
        // Bitwarden's and Proton's tables.
        hasAddressList = known[.url].map { names[$0] == "login_uri" || names.contains("createtime") } ?? false
        let addresses = names.indices.filter {
            names[$0].hasPrefix("url ") && Int(names[$0].dropFirst(4)) != nil
        }
        let others = names.indices.filter {
            !known.values.contains($0) && !addresses.contains($0) && $0 != service
                && (isOwn || !Self.bookkeeping.contains(names[$0]))
        }
        (self.addresses, self.others) = (addresses, others.map { (given[$0], $0) })
        try require(
            known[.password] != nil, "the first line names no column password",
            hint: "it has to hold the names of the columns, with commas between them")
    }

    func login(_ row: CSVText.Row, _ table: CSVText) throws -> ImportedLogin {
        try require(
            row.fields.count == count,
            "line \(row.line) has \(row.fields.count) fields, and the first line has \(count)")
        func secret(_ role: Role) throws -> SecretBytes? {
            try known[role].flatMap { try table.secret(row.fields[$0]) }
        }
        func text(_ role: Role) throws -> String {
            try text(known[role])
        }
        func text(_ column: Int?) throws -> String {
            guard let column else { return "" }
            return try require(table.text(row.fields[column]), "line \(row.line): a field is not text")
        }
        var login = ImportedLogin()
        (login.title, login.username) = (try text(.title), try text(.username))
        (login.service, login.keepsEmpty) = (try text(service), isOwn)
        (login.password, login.realm, login.group) = (
            try secret(.password) ?? SecretBytes(utf8: ""), try text(.realm), try text(.group)
        )
        if login.username.isEmpty {
            login.username = try text(.email)
        } else {
            login.add("email", try secret(.email))
        }
        // LastPass's mark of what is only a note.
        if let url = try secret(.url), try url != SecretBytes(utf8: "http://sn") {
            for url in hasAddressList ? try url.addresses() : [url] { login.add(address: url) }
        }
        for column in addresses { login.add(address: try table.secret(row.fields[column])) }
        login.add(notes: try secret(.note))
        login.add(code: try secret(.totp))
        for (name, column) in others { login.add(name, try table.secret(row.fields[column])) }
        if let password = login.password, password.starts(with: "{REF:") {
            login.report(
                "its password refers to another entry; the XML of keepassxc-cli export --format xml has what it means"
            )
        }
        return login
    }
}

extension SecretBytes {
    private static let mostAddresses = 1_000

    /// The addresses of a list with commas between them.
    ///
    /// A comma in a path ends an address only if another one with a scheme follows.
    fileprivate func addresses() throws -> [SecretBytes] {
        var (parts, start, end) = ([SecretBytes](), 0, 0)
        // An address that has a path has it still with a comma and more behind it.
        var hasPath = false
        while end < count {
            end = firstIndex(of: ",", in: end..<count) ?? count
            let next = min(end + 1, count)..<count
            let isFollowed = contains("://", in: next.lowerBound..<(firstIndex(of: ",", in: next) ?? count))
            if !hasPath { hasPath = SplitURL(try part(start..<end))?.path != nil }
            if end == count || isFollowed || !hasPath {
                try require(
                    parts.count <= Self.mostAddresses,
                    "an entry has more than \(Self.mostAddresses) addresses", status: .dataTooLarge)
                parts.append(try part(start..<end))
                (start, hasPath) = (min(end + 1, count), false)
                // Proton has a space behind the comma.
                while start < count, starts(start..<count, with: " ") { start += 1 }
            }
            end += 1
        }
        return parts.isEmpty ? [self] : parts
    }
}
