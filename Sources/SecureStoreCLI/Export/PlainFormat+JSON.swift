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
            let uris = item.url.map { [JSON.object([("uri", .string($0))])] } ?? []
            let folder = ids[item.folder].map { JSON.string($0) } ?? .null
            let head = """
                \(position > 0 ? "," : "")
                {"type": 1, "name": \(JSON.string(item.title).text), "folderId": \(folder.text), "login": \
                {"uris": \(JSON.array(uris).text), "username": \(JSON.string(item.account).text), "password": 
                """
            parts += [
                try SecretBytes(text: head), try SecretText.json(item.secret), try SecretBytes(text: "}}"),
            ]
        }
        return try SecretBytes.joined(parts + [SecretBytes(text: "\n]}\n")])
    }
}
