import SecureStore

/// An entry of a KeePass database: the places of its fields in the XML.
struct KeePassEntry {
    typealias Field = (key: String, value: Range<Int>)

    /// The place among all entries, from 1.
    let number: Int
    var identifier = ""
    /// Its fields, and then those of its earlier versions, the oldest first.
    var versions: [[Field]] = [[]]
    var fields: [Field] { versions[0] }
    var attachments = 0
    var earlierAttachments = 0
    /// The groups around it but for the outermost, which is the database itself.
    var group = ""
    var isInRecycleBin = false

    /// The place of the field of a name that is not empty.
    func value(_ key: String) -> Range<Int>? { fields.first { $0.key == key }?.value }
}

/// Reads the entries of a KeePass database that was exported as XML.
struct KeePassWalk {
    private(set) var reader: XMLReader
    /// The groups around, each with the names of all that it lies in but the outermost.
    private var groups: [(path: String, identifier: String)] = []
    private var entry: KeePassEntry?
    private var count = 0
    private var isInHistory = false
    private var isDatabase = false
    private var recycleBin = ""
    private var text: Range<Int>?
    private var key = ""

    /// More fields of an entry or an earlier version than are kept.
    private static let mostFields = 1_000

    init(_ xml: SecretBytes) throws { reader = try XMLReader(xml) }

    /// The next entry; nil at the end.
    mutating func next() throws -> KeePassEntry? {
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
                let entry = try end(name)
                text = nil
                if let entry { return entry }
            }
        }
        guard isDatabase else { throw XMLReader.malformed }
        return nil
    }

    private mutating func start(_ name: String, _ attributes: [String: Range<Int>]) throws {
        text = nil
        switch name {
        case "Group": groups.append(("", ""))
        case "Entry" where isInHistory: entry?.versions.append([])
        case "Entry":
            guard entry == nil else { throw XMLReader.malformed }
            count += 1
            entry = KeePassEntry(number: count)
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

    private mutating func end(_ name: String) throws -> KeePassEntry? {
        let parent = reader.open.last ?? ""
        switch (parent, name) {
        case ("Meta", "RecycleBinUUID"): recycleBin = try string()
        case ("Group", "Name"): try enter(try string())
        case ("Group", "UUID"): if !groups.isEmpty { groups[groups.count - 1].identifier = try string() }
        case ("Entry", "UUID") where !isInHistory:
            let identifier = try string()
            entry?.identifier = identifier
        case ("String", "Key"): key = try string()
        case ("String", "Value"): take(text ?? 0..<0)
        case ("Binary", "Value") where isInHistory: entry?.earlierAttachments += 1
        case ("Binary", "Value"): entry?.attachments += 1
        case (_, "History"): isInHistory = false
        case (_, "Group"): groups.removeLast()
        case (_, "Entry") where !isInHistory: return try finished()
        default: break
        }
        return nil
    }

    /// The text of an element that is a name; one that is too long is copied with each entry.
    private func string() throws -> String {
        let range = text ?? 0..<0
        try require(
            range.count <= ImportedLogin.longestName,
            "behind entry \(count): a name of more than \(ImportedLogin.longestName) bytes",
            status: .dataTooLarge)
        return try reader.name(range)
    }

    private mutating func take(_ range: Range<Int>) {
        guard !range.isEmpty, let last = entry?.versions.indices.last else { return }
        let version = isInHistory ? last : 0
        // Outside of the history's entries there is nothing of them.
        guard !isInHistory || last > 0, entry?.versions[version].count ?? 0 < Self.mostFields else { return }
        entry?.versions[version].append((key, range))
    }

    private mutating func enter(_ name: String) throws {
        guard let last = groups.indices.last, last > 0 else { return }
        groups[last].path = last > 1 ? "\(groups[last - 1].path)/\(name)" : name
    }

    private mutating func finished() throws -> KeePassEntry? {
        guard var entry else { throw XMLReader.malformed }
        self.entry = nil
        entry.group = groups.last?.path ?? ""
        entry.isInRecycleBin = !recycleBin.isEmpty && groups.contains { $0.identifier == recycleBin }
        return entry
    }
}
