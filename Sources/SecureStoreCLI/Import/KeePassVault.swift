import SecureStore

/// The entries of a KeePass database that was exported as XML.
struct KeePassVault: ImportReader {
    private let xml: SecretBytes

    init(_ xml: SecretBytes) { self.xml = xml }

    var length: Int { xml.count }

    func visit(_ body: (_ offset: Int, ImportEntry) throws -> Void) throws {
        var (walk, references) = (try KeePassWalk(xml), try KeePassReferences(xml))
        while let entry = try walk.next() {
            for entry in try entries(of: entry, walk.reader, &references) {
                try body(walk.reader.offset, entry)
            }
        }
    }

    private func entries(
        of entry: KeePassEntry, _ reader: XMLReader, _ references: inout KeePassReferences
    ) throws -> [ImportEntry] {
        var (login, faults) = (ImportedLogin(), [String]())
        var others: [OneTimeFields.Field] = []
        func text(_ field: KeePassEntry.Field, isName: Bool = false) throws -> SecretBytes {
            let (text, fault) = try references.text(of: field, isName: isName)
            if let fault {
                let key = Terminal.harmless(String(field.key.prefix(40)))
                faults.append("the reference in its field \(key) is not resolved: \(fault)")
            }
            return text
        }
        func name(_ key: String) throws -> String {
            guard let value = entry.value(key) else { return "" }
            let text = try text((key, value), isName: true)
            return text.text(0..<text.count) ?? ""
        }
        login.title = try name("Title")
        guard !entry.isInRecycleBin else {
            let place = ImportedLogin.place("entry \(entry.number)", login.title)
            return [.leftOut("\(place): it is in the recycle bin")]
        }
        (login.username, login.group) = (try name("UserName"), entry.group)
        var known: Set<String> = []
        // Programs write them by their names. The entry's own address comes before its further ones.
        let isAddress = { (field: KeePassEntry.Field) in field.key == "URL" }
        for field in entry.fields.filter(isAddress) + entry.fields.filter({ !isAddress($0) }) {
            // The first counts; a further one is a field like others.
            let isFirst = known.insert(field.key).inserted
            switch field.key {
            case "Title" where isFirst, "UserName" where isFirst: break
            case "Password" where isFirst: login.password = try text(field)
            case "Notes": login.add(notes: try text(field))
            // KeePassXC's name for further addresses.
            case let key where key == "URL" || key.hasPrefix("KP2A_URL"): login.add(address: try text(field))
            default: others.append((field.key, try text(field)))
            }
        }
        // A key that cannot be read stays as it is.
        let taken = try? OneTimeFields.taken(from: others, label: login.label)
        login.add(code: taken?.address)
        for (name, secret) in taken?.rest ?? others {
            if name == "otp" { login.add(code: secret) } else { login.add(name, secret) }
        }
        try addVersions(of: entry, reader, to: &login)
        for fault in faults { login.report(fault) }
        if entry.attachments > 0 {
            login.lose(entry.attachments == 1 ? "attachment" : "\(entry.attachments) attachments")
        } else if entry.earlierAttachments > 0 {
            login.lose("attachments of earlier versions")
        }
        return try login.entries(from: "entry \(entry.number)")
    }

    /// Adds the passwords of earlier versions; other fields of theirs that were others are named.
    private func addVersions(
        of entry: KeePassEntry, _ reader: XMLReader, to login: inout ImportedLogin
    ) throws {
        let present = entry.fields.filter { $0.key != "Password" }
        var later = try entry.value("Password").map(reader.text)
        for version in entry.versions.dropFirst().reversed() {
            let others = version.filter { $0.key != "Password" }
            let isSame =
                try others.count == present.count
                && others.allSatisfy { field in
                    try entry.value(field.key).map(reader.text) == reader.text(field.value)
                }
            if !isSame { login.lose("other fields of earlier versions") }
            let password = try version.first { $0.key == "Password" }.map { try reader.text($0.value) }
            if let password, password != later, login.earlier.count <= History.most {
                login.earlier.append(password)
            }
            later = password ?? later
        }
    }
}

extension ImportFormat {
    static let keePass = ImportFormat(
        name: "keepass",
        summary: """
            the XML that KeePassXC and KeePass export, as keepassxc-cli export --format xml FILE writes it: entries \
            with all their fields, the passwords of their earlier versions, and their group as the comment; references \
            among entries become what they stand for; attachments, what else earlier versions had and the recycle bin \
            are named and left out, and so, without a word, are dates, icons and tags
            """,
        recognizes: { $0.starts(with: "<") && $0.contains("<KeePassFile>") }
    ) { KeePassVault(try $0.contents()) }
}
