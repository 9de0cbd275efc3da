import FoundationEssentials
import SecureStore

extension ImportFormat {
    static let dump = ImportFormat(
        name: "dump-keychain",
        summary: """
            what security dump-keychain -d prints on macOS: generic and internet passwords with their attributes, but \
            for their dates, icons and scripts
            """,
        recognizes: { head in
            ["keychain: \"", "class: \"", "class: 0x"].contains { head.starts(with: $0) }
        },
        leftOutHint:
            "dump-keychain -d shows the data of passwords; security export hands over certificates and keys"
    ) { KeychainDump(try $0.contents()) }
}

/// Items one after the other, each with its class, a line for each attribute, and its data.
struct KeychainDump: ImportReader {
    private let text: SecretBytes

    init(_ text: SecretBytes) { self.text = text }

    var length: Int { text.count }

    func visit(_ body: (_ offset: Int, ImportEntry) throws -> Void) throws {
        var (item, isData, isDump) = (DumpedItem(), false, text.count == 0)
        var (offset, number) = (0, 0)
        while let line = text.line(from: &offset) {
            number += 1
            if isData {
                try body(offset, try item.entry(secret: value(line)))
                (item, isData) = (DumpedItem(), false)
            } else if text.starts(line, with: "data:") {
                isData = true
            } else if text.starts(line, with: "class: ") {
                if let entry = item.unfinished { try body(offset, entry) }
                (item, isDump) = (DumpedItem(line: number), true)
                item.itemClass = name(try value((line.lowerBound + 7)..<line.upperBound))
            } else if text.starts(line, with: "    "), let equals = text.firstIndex(of: "=", in: line) {
                try read((line.lowerBound + 4)..<equals, (equals + 1)..<line.upperBound, into: &item)
            }
        }
        try require(isDump, "the input is not a dump of a keychain")
        if let entry = item.unfinished { try body(offset, entry) }
    }

    private func read(_ key: Range<Int>, _ value: Range<Int>, into item: inout DumpedItem) throws {
        let words = text.text(key)?.split(separator: "<", maxSplits: 1) ?? []
        guard let name = words.first.map(String.init), DumpedItem.names.contains(name),
            !text.starts(value, with: "<NULL>")
        else { return }
        item.attributes[name] = try self.value(value)
    }

    private func name(_ value: SecretBytes) -> String { value.text(0..<value.count) ?? "" }

    /// Hexadecimal digits if there are some, since the text beside them is only a picture of the bytes, else
    /// the text between the outer quotes, which are not escaped within.
    private func value(_ range: Range<Int>) throws -> SecretBytes {
        if text.starts(range, with: "0x") {
            return try text.bytes(ofDigits: (range.lowerBound + 2)..<range.upperBound)
        }
        let isQuoted = range.count > 1 && text.starts(range, with: "\"") && text.ends(range, with: "\"")
        return try text.part(
            isQuoted ? (range.lowerBound + 1)..<(range.upperBound - 1) : range.lowerBound..<range.lowerBound)
    }
}

/// The attributes of one item, by the names of the dump.
private struct DumpedItem {
    var line = 0
    var itemClass = ""
    var attributes: [String: SecretBytes] = [:]

    /// The names of the attributes that an import takes over from a dump.
    static let names = Set(NamedAttribute.all.map(name))

    private static func name(of row: NamedAttribute) -> String {
        row.name == .label ? "0x00000007 " : "\"\(ClassTable.row(row.name).code)\""
    }

    /// The entry for an item without data; nil if there is no item.
    var unfinished: ImportEntry? {
        guard line > 0 else { return nil }
        let isPassword = itemClass == "genp" || itemClass == "inet"
        return isPassword ? .leftOut("line \(line): its data are missing") : notPassword
    }

    private var notPassword: ImportEntry { .leftOut("line \(line): it is not a password") }

    func entry(secret: SecretBytes) throws -> ImportEntry {
        guard itemClass == "genp" || itemClass == "inet" else { return notPassword }
        var words = ItemWords()
        let known = itemClass == "inet" ? ItemClass.internetPassword : .genericPassword
        for row in NamedAttribute.all where row.isOf(known) { words.values[row.name] = try value(of: row) }
        return .item(
            try known.passwordType.init(words), LoginSecrets(password: secret), place: "line \(line)")
    }

    private func value(of row: NamedAttribute) throws -> AttributeValue? {
        let code = ClassTable.row(row.name).code
        switch row.form {
        case .data: return attributes["\"\(code)\""].map { .data($0.withBytes { Data($0) }) }
        case .code: return try number(code)?.attributeValue
        case .mark: return try number(code).map { $0 != 0 }?.attributeValue
        // Also refuses what is no port.
        case .port:
            let port = try number(code)
            return try port.map { try InternetPassword(server: "", port: $0).port.attributeValue }
        default:
            return try text(named: Self.name(of: row))?.attributeValue
        }
    }

    /// Four bytes, the first of them the highest, in digits or as four characters.
    private func number(_ name: String) throws -> Int? {
        guard let bytes = attributes["\"\(name)\""] else { return nil }
        try require(bytes.count == 4, "the item of line \(line): its attribute \"\(name)\" is not a number")
        return bytes.withSpan { bytes in bytes.indices.reduce(0) { $0 << 8 | Int(bytes[$1]) } }
    }

    /// Refuses what is not text: without it, an item would be another one.
    private func text(named name: String) throws -> String? {
        guard let bytes = attributes[name] else { return nil }
        return try require(
            bytes.text(0..<bytes.count), "the item of line \(line): its attribute \(name) is not text")
    }
}
