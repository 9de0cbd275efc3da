import SecureStore

@testable import SecureStoreCLI

// Lists of passwords that other programs wrote. What is refused may be; what is written right has to be read
// right.

extension ImportReader {
    func entries() throws -> [ImportEntry] {
        var entries: [ImportEntry] = []
        try visit { _, entry in
            if case .leftOut = entry { return }
            entries.append(entry)
        }
        return entries
    }
}

extension FuzzTarget {
    static let netrc = FuzzTarget(name: "netrc") { input in
        let words = input.words
        if words.count > 2, !words[0].isEmpty {
            let text = ["machine", words[0], "login", words[1], "password", words[2]].map(quoted)
            let list = try NetrcText(text: SecretBytes(utf8: text.joined(separator: " "))).entries()
            requireOne(list.map(Login.init), Login(words[0], words[1], words[2]))
        }
        let entries = try NetrcText(text: input.secret()).entries()
        require(entries.count <= input.count, "more machines than letters")
    }

    /// By scalars, as a quote with a mark on it is another character.
    private static func quoted(_ word: String) -> String {
        let escaped = word.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }
        return "\"" + escaped.joined() + "\""
    }

    static let table = FuzzTarget(name: "csv") { input in
        let words = input.words
        try checkWriting(of: [words.map { Array($0.utf8) }])
        let table = try CSVText(input.secret())
        let rows = try fields(of: table)
        require(rows.reduce(0) { $0 + $1.count } <= input.count + 1, "more fields than letters")
        try checkWriting(of: rows)
        _ = try table.entries()
    }

    /// Every field in quotes.
    private static func checkWriting(of rows: [[[UInt8]]]) throws {
        let quote = UInt8(ascii: "\"")
        let text = rows.map { row in
            row.map { [quote] + $0.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote] }
                .joined(separator: ",".utf8)
        }
        let table = try CSVText(Array(text.joined(separator: "\r\n".utf8)).secret())
        require(try fields(of: table) == rows, "the fields are others when they are read again")
    }

    private static func fields(of table: CSVText) throws -> [[[UInt8]]] {
        var rows: [[[UInt8]]] = []
        try table.visitRows { _, row in rows.append(try row.fields.map { try table.secret($0)?.copied ?? [] })
        }
        return rows
    }

    static let bitwarden = FuzzTarget(name: "bitwarden") { input in
        let words = input.words
        if words.count > 2, !words[2].isEmpty {
            let login = JSON.object([("username", .string(words[1])), ("password", .string(words[2]))])
            let item = JSON.object([("type", .number(1)), ("name", .string(words[0])), ("login", login)])
            let vault = try BitwardenVault(SecretBytes(utf8: JSON.object([("items", .array([item]))]).text))
            requireOne(try vault.entries().map(Login.init), Login(words[0], words[1], words[2]))
        }
        let vault = try BitwardenVault(input.secret())
        require(try vault.entries().count <= input.count, "more entries than letters")
    }

    static let dump = FuzzTarget(name: "dump") { input in
        let words = input.words
        if words.count > 2 {
            // As our own `security dump-keychain -d` writes it.
            let head = """
                keychain: "any"
                class: "genp"
                attributes:
                    "acct"<blob>=\(Array(words[1].utf8).quoted)
                    "svce"<blob>=\(Array(words[0].utf8).quoted)
                data:

                """
            let data = try Array(words[2].utf8).secret().quoted()
            let text = try SecretBytes.joined([SecretBytes(utf8: head), data, SecretBytes(utf8: "\n")])
            let list = try KeychainDump(text).entries()
            requireOne(list.map(Login.init), Login(words[0], words[1], words[2]))
        }
        let entries = try KeychainDump(input.secret()).entries()
        require(entries.count <= input.count, "more items than letters")
    }

    static func requireOne(_ read: [Login], _ written: Login) {
        require(read == [written], "\(written) became \(read)")
    }

    /// The fields that every list has of an entry.
    struct Login: Equatable {
        let place: String
        let account: String
        let password: [UInt8]

        init(_ place: String, _ account: String, _ password: String) {
            (self.place, self.account, self.password) = (place, account, Array(password.utf8))
        }

        init(_ entry: ImportEntry) {
            switch entry {
            case .item(let item, let secrets, _):
                let attributes = item.attributes
                place = attributes.column(.service) + attributes.column(.server)
                (account, password) = (item.account, secrets.password?.copied ?? [])
            case .leftOut(let reason): (place, account, password) = (reason, "", [])
            }
        }
    }
}
