import SecureStore

/// The entries of a KeePass database that was exported as XML.
struct KeePassVault: ImportReader {
    private let xml: SecretBytes
    private let isForGit: Bool

    /// The most bytes of an export, with the attachments that are in it.
    static let limit = 128 << 20

    init(_ xml: SecretBytes, isForGit: Bool = false) { (self.xml, self.isForGit) = (xml, isForGit) }

    var length: Int { xml.count }

    func visit(_ body: (_ offset: Int, ImportEntry) throws -> Void) throws {
        var walk = KeePassWalk(reader: try XMLReader(xml), isForGit: isForGit)
        try walk.visit(body)
    }
}

/// The place in a database to which a reader has come.
private struct KeePassWalk {
    private var reader: XMLReader
    private let isForGit: Bool
    private var groups: [Group] = []
    private var entry: Entry?
    private var count = 0
    private var countWithHistory = 0
    private var isInHistory = false
    private var recycleBin = ""
    private var text: Range<Int>?
    private var key = ""

    private struct Group {
        var name = ""
        var identifier = ""
    }

    private struct Entry {
        var login: ImportedLogin
        var attachments = 0
        var hasHistory = false
    }

    init(reader: XMLReader, isForGit: Bool) { (self.reader, self.isForGit) = (reader, isForGit) }

    mutating func visit(_ body: (_ offset: Int, ImportEntry) throws -> Void) throws {
        var isDatabase = false
        while let event = try reader.next() {
            switch event {
            case .start(let name, let attributes):
                if reader.open.count == 1, name == "KeePassFile" { isDatabase = true }
                try start(name, attributes)
            case .text(let range):
                // Text on both sides of a remark is no value that a program wrote.
                guard text == nil || reader.open.last != "Value" else { throw XMLReader.malformed }
                text = range
            case .end(let name):
                for entry in try end(name) { try body(reader.offset, entry) }
                text = nil
            }
        }
        guard isDatabase else { throw XMLReader.malformed }
        if countWithHistory > 0 {
            let entries = countWithHistory == 1 ? "1 entry" : "\(countWithHistory) entries"
            try body(reader.offset, .leftOut("the earlier versions of \(entries)"))
        }
    }

    private mutating func start(_ name: String, _ attributes: [String: Range<Int>]) throws {
        text = nil
        switch name {
        case "Group": groups.append(Group())
        case "Entry" where isInHistory: entry?.hasHistory = true
        case "Entry":
            guard entry == nil else { throw XMLReader.malformed }
            count += 1
            entry = Entry(login: ImportedLogin(isForGit: isForGit))
        case "History": isInHistory = true
        case "String": key = ""
        case "Value":
            let isEncrypted = attributes["Protected"].flatMap { reader.source.text($0) }
            guard isEncrypted?.lowercased() != "true" else {
                throw CommandError.failure("the values of the file are encrypted, as in no export of KeePass")
            }
        default: break
        }
    }

    private mutating func end(_ name: String) throws -> [ImportEntry] {
        let parent = reader.open.last ?? ""
        switch (parent, name) {
        case ("Meta", "RecycleBinUUID"): recycleBin = try string()
        case ("Group", "Name"): if !groups.isEmpty { groups[groups.count - 1].name = try string() }
        case ("Group", "UUID"): if !groups.isEmpty { groups[groups.count - 1].identifier = try string() }
        case ("String", "Key"): key = try string()
        case ("String", "Value") where !isInHistory: try take(text ?? 0..<0)
        case ("Binary", "Value") where !isInHistory: entry?.attachments += 1
        case (_, "History"): isInHistory = false
        case (_, "Group"): groups.removeLast()
        case (_, "Entry") where !isInHistory: return try finished()
        default: break
        }
        return []
    }

    /// The text of an element that is a name; one that is too long is copied with each entry.
    private func string() throws -> String {
        let range = text ?? 0..<0
        guard range.count <= ImportedLogin.longestName else {
            throw CommandError(
                .dataTooLarge, "behind entry \(count): a name of more than \(ImportedLogin.longestName) bytes"
            )
        }
        return try reader.name(range)
    }

    private mutating func take(_ range: Range<Int>) throws {
        guard var login = entry?.login, !range.isEmpty else { return }
        switch key {
        case "Title": login.title = try string()
        case "UserName": login.username = try string()
        case "Password": login.password = try reader.text(range)
        case "URL": login.url = try reader.text(range)
        case "Notes": try login.add("notes", reader.text(range))
        case "otp": try login.add("one-time password", reader.text(range))
        default: try login.add(key.isEmpty ? "field" : key, reader.text(range))
        }
        entry?.login = login
    }

    private mutating func finished() throws -> [ImportEntry] {
        guard var entry else { throw XMLReader.malformed }
        self.entry = nil
        if entry.hasHistory { countWithHistory += 1 }
        let place = "entry \(count)"
        // The outermost group is the database itself.
        entry.login.group = groups.dropFirst().map(\.name).joined(separator: "/")
        guard recycleBin.isEmpty || !groups.contains(where: { $0.identifier == recycleBin }) else {
            return [.leftOut("\(place): it is in the recycle bin")]
        }
        let attachments = entry.attachments == 1 ? "its attachment" : "its \(entry.attachments) attachments"
        return try entry.login.entries(from: place)
            + (entry.attachments > 0 ? [.leftOut("\(place): \(attachments) can't be kept here")] : [])
    }
}

extension ImportFormat {
    static let keePass = ImportFormat(
        name: "keepass",
        summary: """
            the XML that KeePassXC and KeePass export, as keepassxc-cli export --format xml FILE writes it: entries \
            with all their fields, and their group as the comment; attachments, earlier versions and the recycle bin \
            are named and left out, and so, without a word, are dates, icons and tags
            """,
        recognizes: { head in
            let all = 0..<head.count
            return ["<", "\u{feff}<"].contains { head.starts(all, with: $0) }
                && head.contains("<KeePassFile>", in: all)
        }
    ) { input in
        KeePassVault(try input.contents(limit: KeePassVault.limit), isForGit: input.isForGit)
    }
}
