import SecureStore

extension PlainFormat {
    static let netrc = PlainFormat(
        name: "netrc",
        summary: """
            the file .netrc of ftp, curl and git: internet passwords by their host and account, and no others; no parts, \
            but the part account, and no earlier passwords are in it
            """,
        kept: [], lostParts: { item in item.parts.filter { $0 != "field account" } },
        refusal: { item in
            guard let server = item.server else { return "it is no internet password" }
            if item.secret.count == 0, !item.parts.isEmpty { return "it has no password" }
            return server.isEmpty ? "it has no host" : nil
        },
        destination: { try PlainDestination(netrc: $0) }
    )

    fileprivate static func list(_ items: [PlainItem]) throws -> SecretBytes {
        var parts: [any SecretPiece] = []
        for item in items {
            let words = [("machine", item.server ?? ""), ("login", item.account)].filter { !$1.isEmpty }
            for (keyword, word) in words {
                parts += [keyword, " ", try SecretBytes(utf8: word).netrcWord(), " "]
            }
            parts += ["password ", try item.secret.netrcWord()]
            if let account = item.fields.first(where: { $0.name == "account" }) {
                parts += [" account ", try account.secret.netrcWord()]
            }
            parts.append("\n")
        }
        return try .joined(parts)
    }
}

extension PlainDestination {
    /// A file with one line for each host and account, of which programs take the first.
    fileprivate init(netrc file: String?) throws {
        let whole = try Self(file: file, PlainFormat.list)
        self.init(warning: whole.warning, place: whole.place) { items in
            var (known, first, others) = (Set<[[UInt8]]>(), [PlainItem](), [String]())
            // The others are first only where there is no web login: programs ask for that.
            let ofWeb = items.filter { $0.url?.hasPrefix("https:") == true }
            let ofOthers = items.filter { $0.url?.hasPrefix("https:") != true }
            for item in ofWeb + ofOthers {
                let names = [item.server ?? "", item.account].map { Array($0.utf8) }
                if known.insert(names).inserted {
                    first.append(item)
                } else {
                    others.append("\(item.name): its host and account are there already")
                }
            }
            return try whole.write(first) + others
        }
    }
}

extension SecretBytes {
    /// As it is where nothing in it needs quotes, as not every program knows them.
    fileprivate func netrcWord() throws -> SecretBytes {
        let isPlain = withSpan { bytes in
            !bytes.isEmpty
                && bytes.indices.allSatisfy { bytes[$0] > 0x20 && !Self.netrcSigns.contains(bytes[$0]) }
        }
        return try isPlain
            ? self
            : escaped(from: "\"") { byte in
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "\\"): [UInt8(ascii: "\\"), byte]
                case 0x0a: [UInt8(ascii: "\\"), UInt8(ascii: "n")]
                case 0x0d: [UInt8(ascii: "\\"), UInt8(ascii: "r")]
                default: [byte]
                }
            }
    }

    private static let netrcSigns = ["\"", "\\", "#"].map { UInt8(ascii: $0) }
}
