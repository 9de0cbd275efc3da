import SecureStore

/// A list of passwords as other programs read it, which no passphrase of ours protects.
///
/// A further one is a file that extends this type, and its line in ``all``.
struct PlainFormat: Sendable {
    let name: String
    let summary: String
    /// The attributes that it has of an item, besides those of every list.
    let kept: Set<AttributeName>
    /// The reason why an item has no place in it; nil where it has.
    let refusal: @Sendable (PlainItem) -> String?
    var needsFile = true
    /// The place for the name of a file; the usual one for nil.
    let destination: @Sendable (_ file: String?) throws -> PlainDestination

    static let all: [PlainFormat] = [.csv, .json, .netrc, .pass]

    static func named(_ name: String) -> PlainFormat? { all.first { $0.name == name } }
}

extension PlainFormat {
    init(
        name: String, summary: String, kept: Set<AttributeName>,
        refusal: @escaping @Sendable (PlainItem) -> String?,
        list: @escaping @Sendable ([PlainItem]) throws -> SecretBytes
    ) {
        self.init(name: name, summary: summary, kept: kept, refusal: refusal) { file in
            try PlainDestination(file: file ?? "-", list)
        }
    }
}

/// A password as other programs know it.
struct PlainItem: Sendable {
    /// The title that people see: the label of an internet password, else the service.
    let title: String
    let account: String
    let folder: String
    let server: String?
    let url: String?
    let secret: SecretBytes
    let name: String
    let attributes: Set<AttributeName>

    init(_ item: some PasswordItem, _ secret: SecretBytes) {
        let (attributes, label) = (item.attributes, item.label ?? "")
        let (internet, place) = (
            item as? InternetPassword, attributes.column(.service) + attributes.column(.server)
        )
        (server, url) = (internet?.server, internet.flatMap(Self.url))
        (title, account) = (internet == nil || label.isEmpty ? place : label, item.account)
        (folder, self.secret, name) = (item.comment ?? "", secret, attributes.name)
        // The kind of a note is in its account, as in `maria (notes)`.
        let implied = (item as? GenericPassword)?.isExtra == true ? AttributeName.description : nil
        self.attributes = Set(
            Self.named.map(\.name).filter { name in
                switch attributes[name] {
                case nil, .string(""), .number(0): false
                case .string(let text): name != implied && (name != .label || text != place)
                default: name != implied
                }
            })
    }

    func lost(in format: PlainFormat) -> [String] {
        Self.named.filter { row in
            // The name of a generic password is its service.
            let isKept = format.kept.contains(row.name) && (row.name != .label || server != nil)
            return attributes.contains(row.name) && !isKept
        }.compactMap(\.noun)
    }

    var addressRefusal: String? {
        server != nil && url == nil ? "its host or protocol is not one of addresses" : nil
    }

    private static let named = (NamedAttribute.ofDescriptions + NamedAttribute.ofNames).filter {
        $0.noun != nil
    }

    /// An address with `https` where the item has no protocol; nil if its host is none.
    private static func url(of item: InternetPassword) -> String? {
        let scheme = item.protocol.map(\.spelling) ?? "https"
        func isPlain(_ text: String, _ others: String) -> Bool {
            !text.isEmpty
                && text.utf8.allSatisfy { byte in
                    let scalar = Unicode.Scalar(byte)
                    return byte > 0x20 && byte != 0x7f && !others.unicodeScalars.contains(scalar)
                }
        }
        guard isPlain(scheme, ":/?#@"), isPlain(item.server, "/?#@") else { return nil }
        let path = item.path.utf8.map { byte in
            byte > 0x20 && byte < 0x7f && byte != UInt8(ascii: "%")
                ? String(Unicode.Scalar(byte)) : "%" + Hexadecimal.text(of: [byte])
        }.joined()
        return scheme + "://" + item.server + (item.port > 0 ? ":\(item.port)" : "")
            + (path.isEmpty || path.hasPrefix("/") ? path : "/" + path)
    }
}
