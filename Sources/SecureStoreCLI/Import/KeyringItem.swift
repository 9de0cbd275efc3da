import FoundationEssentials
package import SecureStore
import SecureStoreJSON

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

    /// Writes it to standard output, as JSON on a line.
    func write() throws {
        var members: [(name: String, value: JSON)] = [
            ("collection", .string(collection)), ("label", .string(label)),
            ("attributes", .object(attributes.map { ($0.name, .string($0.value)) })),
        ]
        if let secret {
            members += [
                ("type", .string(secret.contentType)), ("secret", .secret(try secret.bytes.base64())),
            ]
        }
        try Output.print(try JSON.object(members).secret())
    }

    fileprivate init(_ line: SecretBytes) throws {
        let value = try JSONValue(line)
        guard let collection = try value["collection"]?.text(), let label = try value["label"]?.text(),
            let attributes = try value["attributes"]?.strings()
        else { throw CommandError.failure("the items are not as they were handed over") }
        (self.collection, self.label, self.attributes) = (collection, label, attributes)
        secret = try value["secret"]?.secret().map { text in
            (try text.count > 0 ? BaseEncoding.base64.decoded(text) : text, try value["type"]?.text() ?? "")
        }
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
            [helper.name, "hand-over"], path: helper.find(), limit: 44 << 20, patience: .seconds(300))
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
        while let line = text.line(from: &position) {
            let item = try KeyringItem(text.part(line))
            // Further ones of the same attributes are further items.
            let account = SecretToolItem(item.attributes).item(label: "").account
            numbers[account, default: 0] += 1
            let place = ImportedLogin.place("an item", item.label)
            try body(position, item.entry(number: numbers[account] ?? 1, at: place))
        }
    }
}
