import SecureStore

extension PlainFormat {
    static let json = PlainFormat(
        name: "json",
        summary: """
            the JSON of Bitwarden, which most password managers read, and import as bitwarden; the comment becomes the \
            folder
            """,
        kept: [.comment, .protocol, .port, .path, .label],
        refusal: \.addressRefusal
    ) { items in
        let folders = Set(items.map(\.folder)).filter { !$0.isEmpty }.sorted()
        let ids = Dictionary(uniqueKeysWithValues: folders.enumerated().map { ($1, "folder-\($0 + 1)") })
        let named = folders.map { folder in
            JSON.object([("id", .string(ids[folder] ?? "")), ("name", .string(folder))])
        }
        var parts = [
            try SecretBytes(
                text: "{\"encrypted\": false, \"folders\": \(JSON.array(named).text), \"items\": [")
        ]
        for (position, item) in items.enumerated() {
            let login: [(name: String, value: JSON)] = [
                ("uris", .array(item.url.map { [.object([("uri", .string($0))])] } ?? [])),
                ("username", .string(item.account)), ("password", .secret(item.secret)),
            ]
            let entry = JSON.object([
                ("type", .number(1)), ("name", .string(item.title)),
                ("folderId", ids[item.folder].map { .string($0) } ?? .null), ("login", .object(login)),
            ])
            parts += [try SecretBytes(text: position > 0 ? ",\n" : "\n"), try entry.secret()]
        }
        return try SecretBytes.joined(parts + [SecretBytes(text: "\n]}\n")])
    }
}
