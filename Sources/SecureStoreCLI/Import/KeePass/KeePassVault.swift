import CertificateKit
import SecureStore

/// The entries of a KeePass database, in the order of its XML: values are encrypted one after the other.
struct KeePassVault: ImportReader {
    let xml: SecretBytes
    let stream: KDBXStream
    var isForGit = false

    var length: Int { xml.count }

    func visit(_ body: (_ offset: Int, ImportEntry) throws -> Void) throws {
        var walk = try KeePassWalk(self)
        try walk.visit(body)
    }
}

/// Where in a database a reader has come.
private struct KeePassWalk {
    private var reader: XMLReader
    private var stream: KDBXStream
    private let isForGit: Bool
    /// The groups around the present place, the outermost first.
    private var groups: [Group] = []
    private var entry: Entry?
    private var count = 0
    private var countWithHistory = 0
    private var isInHistory = false
    private var recycleBin = ""
    /// The last text, and whether it is encrypted.
    private var text: SecretBytes?
    private var isProtected = false
    /// The name of the value that follows.
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

    init(_ vault: KeePassVault) throws {
        (reader, stream, isForGit) = (try XMLReader(vault.xml), vault.stream, vault.isForGit)
    }

    mutating func visit(_ body: (_ offset: Int, ImportEntry) throws -> Void) throws {
        var isDatabase = false
        while let event = try reader.next() {
            switch event {
            case .start(let name, let attributes):
                if reader.open == ["KeePassFile"] { isDatabase = true }
                try start(name, attributes)
            case .text(let range): text = try reader.text(range)
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
        isProtected = false
        switch name {
        case "Group": groups.append(Group())
        case "Entry" where isInHistory: entry?.hasHistory = true
        case "Entry":
            guard entry == nil else { throw XMLReader.malformed }
            count += 1
            entry = Entry(login: ImportedLogin(isForGit: isForGit))
        case "History": isInHistory = true
        case "Value":
            isProtected = attributes["Protected"].flatMap { reader.source.text($0) }?.lowercased() == "true"
        default: break
        }
    }

    private mutating func end(_ name: String) throws -> [ImportEntry] {
        let parent = reader.open.last ?? ""
        switch (parent, name) {
        case ("Meta", "RecycleBinUUID"): recycleBin = string
        case ("Group", "Name"): if !groups.isEmpty { groups[groups.count - 1].name = string }
        case ("Group", "UUID"): if !groups.isEmpty { groups[groups.count - 1].identifier = string }
        case ("String", "Key"), ("Binary", "Key"): key = string
        case ("String", "Value"): try take(value())
        case ("Binary", "Value"):
            // Values of old databases that stand here are encrypted as others are.
            _ = try value()
            if !isInHistory { entry?.attachments += 1 }
        case (_, "Value"): _ = try value()
        case (_, "History"): isInHistory = false
        case (_, "Group"): groups.removeLast()
        case (_, "Entry") where !isInHistory: return try finished()
        default: break
        }
        return []
    }

    /// The last text, where it is not secret.
    private var string: String { text.flatMap { $0.text(0..<$0.count) } ?? "" }

    /// The value that has ended; nil for one of an earlier version, which counts in the stream all the same.
    private mutating func value() throws -> SecretBytes? {
        let text = try text ?? SecretBytes(count: 0) { _ in }
        guard isProtected else { return isInHistory ? nil : text }
        let bytes = try DatabaseCrypto.base64(text)
        guard !isInHistory else {
            stream.skip(bytes.count)
            return nil
        }
        return try stream.open(bytes)
    }

    private mutating func take(_ value: SecretBytes?) throws {
        guard let value, entry != nil else { return }
        switch key {
        case "Title":
            let title = try name(value)
            entry?.login.title = title
        case "UserName":
            let username = try name(value)
            entry?.login.username = username
        case "Password": entry?.login.password = value
        case "URL": entry?.login.url = value
        case "Notes": entry?.login.extras.append(("notes", value))
        case "otp": entry?.login.extras.append(("one-time password", value))
        default: entry?.login.extras.append((key.isEmpty ? "field" : key, value))
        }
    }

    private func name(_ value: SecretBytes) throws -> String {
        guard let name = value.text(0..<value.count) else {
            throw CommandError.failure("entry \(count): its name is not text")
        }
        return name
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
