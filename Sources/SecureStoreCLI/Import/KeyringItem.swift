import FoundationEssentials
package import SecureStore

/// An item of another Secret Service, as the program that has sd-bus hands it to the one that stores it.
package struct KeyringItem {
    /// The label of its collection; empty for the one that stands for `login` or `default`.
    let collection: String
    let label: String
    let attributes: [SecretToolItem.Attribute]
    /// The secret and its kind; nil while the item is locked.
    let secret: (bytes: SecretBytes, contentType: String)?

    package init(
        collection: String, label: String, attributes: [(name: String, value: String)],
        secret: (bytes: SecretBytes, contentType: String)?
    ) {
        (self.collection, self.label, self.attributes) = (collection, label, attributes)
        self.secret = secret
    }

    /// Writes it to standard output: a number of fields, each behind the number of its bytes.
    func write() throws {
        let texts = [secret == nil ? "locked" : "open", collection, label, secret?.contentType ?? ""]
        try Output.write("\(texts.count + 1 + 2 * attributes.count):")
        for text in texts + attributes.flatMap({ [$0.name, $0.value] }) {
            try Output.write("\(text.utf8.count):\(text)")
        }
        try Output.write("\(secret?.bytes.count ?? 0):")
        if let secret { try Output.write(secret.bytes) }
    }

    /// The item as it is stored; the reason if it is not.
    fileprivate func entry(number: Int, at place: String) -> ImportEntry {
        guard let secret else { return .leftOut("\(place): it is locked there") }
        let bytes = attributes.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        guard bytes <= 1 << 16, secret.bytes.count <= SecretInput.limit else {
            return .leftOut("\(place): it is larger than an item may be")
        }
        var item = SecretToolItem(attributes).item(label: label, number: number)
        if !collection.isEmpty { item.comment = collection }
        if secret.contentType != "text/plain" { item.generic = Data(secret.contentType.utf8) }
        return .item(item, LoginSecrets(password: secret.bytes), place: place)
    }
}

extension ImportFormat {
    /// All that the service has which answers on the session bus now; no file has this form.
    static let secretService = ImportFormat(
        name: "the Secret Service", summary: "", recognizes: { _ in false },
        leftOutHint: "unlock it there, and import again; what is here already is not doubled"
    ) { _ in
        let helper = HelperProgram.secretService
        let output = try ProgramOutput.read(
            [helper.name, "hand-over"], path: helper.find(), limit: 32 << 20, patience: .seconds(300))
        guard let output else { throw helper.missing }
        return KeyringList(text: output)
    }
}

/// Items that ``KeyringItem/write()`` has written.
private struct KeyringList: ImportReader {
    let text: SecretBytes

    var length: Int { text.count }

    func visit(_ body: (_ position: Int, ImportEntry) throws -> Void) throws {
        var (position, numbers) = (0, [String: Int]())
        while position < text.count {
            let count = try number(at: &position)
            guard count >= 5, !count.isMultiple(of: 2) else { throw malformed }
            let texts = try (0..<(count - 1)).map { _ in
                guard let field = text.text(try field(at: &position)) else { throw malformed }
                return field
            }
            let secret = try text.part(try field(at: &position))
            let pairs = stride(from: 4, to: texts.count, by: 2).map { (texts[$0], texts[$0 + 1]) }
            let item = KeyringItem(
                collection: texts[1], label: texts[2], attributes: pairs,
                secret: texts[0] == "open" ? (secret, texts[3]) : nil)
            // Further ones of the same attributes are further items.
            let account = SecretToolItem(pairs).item(label: "").account
            numbers[account, default: 0] += 1
            let place = ImportedLogin.place("an item", item.label)
            try body(position, item.entry(number: numbers[account] ?? 1, at: place))
        }
    }

    private var malformed: CommandError { .failure("the items are not as they were handed over") }

    private func field(at position: inout Int) throws -> Range<Int> {
        let count = try number(at: &position)
        guard count <= text.count - position else { throw malformed }
        defer { position += count }
        return position..<(position + count)
    }

    private func number(at position: inout Int) throws -> Int {
        guard
            let end = (position..<min(position + 10, text.count)).first(where: {
                text.contains(":", in: $0..<($0 + 1))
            }),
            let number = text.text(position..<end).flatMap({ Int($0) }), number >= 0
        else { throw malformed }
        position = end + 1
        return number
    }
}
