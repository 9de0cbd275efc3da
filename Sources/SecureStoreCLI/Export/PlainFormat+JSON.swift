import FoundationEssentials
import SecureStore

extension PlainFormat {
    static let json = PlainFormat(
        name: "json",
        summary: """
            JSON that import reads again: an object for each login with its title, service, username, password, urls, \
            otp, notes, fields, earlier passwords, kind, its comment as the folder, and git for one that git may use
            """,
        kept: [.comment, .protocol, .port, .path, .label, .service, .description], hasEarlier: true,
        keepsGit: true,
        lostParts: { ($0.title.isEmpty ? $0.serviceLosses : []) + ($0.isLoginOfForm ? ["kind"] : []) },
        refusal: \.addressRefusal, destination: { try PlainDestination(file: $0, logins) }
    )

    private static func logins(_ items: [PlainItem]) throws -> SecretBytes {
        try list(items, in: "{\"logins\": [") { item in
            let texts = [
                ("title", item.label.isEmpty ? item.title : item.label), (LoginTable.service, item.service),
                ("username", item.account), ("folder", item.folder),
                ("kind", item.isLoginOfForm ? "" : item.kind),
            ]
            let secrets = [("password", item.secret), ("otp", item.code), ("notes", item.notes)]
            return try texts.filter { !$1.isEmpty }.map { ($0, .string($1)) }
                + secrets.compactMap { name, secret in secret.map { (name, .secret($0)) } }
                + [
                    ("urls", .array(item.addresses.map { .secret($0) })),
                    ("fields", item.jsonFields(type: nil)),
                    ("earlier", .array(item.earlier.map { .secret($0.secret) })),
                ] + (item.isOfGit ? [("git", .bool(true))] : [])
        }
    }

    static let bitwarden = PlainFormat(
        name: "bitwarden",
        summary: """
            the JSON of Bitwarden that is not encrypted, which most password managers read: logins, notes, cards, \
            identities and SSH keys with all their fields and earlier passwords; the comment is the folder
            """,
        kept: [.comment, .protocol, .port, .path, .label, .description], hasEarlier: true,
        lostParts: { item in
            (item.kind.isEmpty || item.form != nil ? [] : ["kind"])
                + (item.title.isEmpty || item.form == nil ? item.serviceLosses : [])
        },
        refusal: \.addressRefusal, destination: { try PlainDestination(file: $0, vault) }
    )

    private static func vault(_ items: [PlainItem]) throws -> SecretBytes {
        // Names that look alike are two, as in the store.
        let folders = Set(items.map { Array($0.folder.utf8) }).filter { !$0.isEmpty }
            .sorted { $0.lexicographicallyPrecedes($1) }
        let ids = Dictionary(uniqueKeysWithValues: folders.enumerated().map { ($1, "folder-\($0 + 1)") })
        let named = folders.map { folder in
            let name = String(decoding: folder, as: UTF8.self)
            return JSON.object([("id", .string(ids[folder] ?? "")), ("name", .string(name))])
        }
        let head = "{\"encrypted\": false, \"folders\": \(JSON.array(named).text), \"items\": ["
        return try list(items, in: head) { item in
            let (number, member) = item.bitwardenContent
            let earlier = item.earlier.map { earlier in
                JSON.object([
                    ("lastUsedDate", .string(earlier.replaced.formatted(.iso8601))),
                    ("password", .secret(earlier.secret)),
                ])
            }
            return try [
                ("type", .number(number)), ("name", .string(item.title)),
                ("folderId", ids[Array(item.folder.utf8)].map { .string($0) } ?? .null),
                ("notes", item.notes.map { .secret($0) } ?? .null), ("favorite", .bool(false)),
                ("reprompt", .number(0)), ("fields", item.jsonFields(type: 0)), member,
                ("passwordHistory", earlier.isEmpty ? .null : .array(earlier)),
            ]
        }
    }

    /// The objects for the items, in an array whose beginning and what is before it is `head`.
    private static func list(
        _ items: [PlainItem], in head: String, _ members: (PlainItem) throws -> [(name: String, value: JSON)]
    ) throws -> SecretBytes {
        let parts = try items.enumerated().flatMap { position, item -> [any SecretPiece] in
            [position > 0 ? ",\n" : "\n", try JSON.object(members(item)).secret()]
        }
        return try .joined([head] + parts + ["\n]}\n"])
    }
}

extension PlainItem {
    /// The form of Bitwarden's items that it is; nil for a login or a note.
    fileprivate var form: BitwardenForm? { BitwardenForm.all.first { $0.kind == kind && server == nil } }

    /// True for a login of a website that has the kind of such a form: import would take it for one.
    fileprivate var isLoginOfForm: Bool { server != nil && BitwardenForm.all.contains { $0.kind == kind } }

    /// The fields, without those that Bitwarden has elsewhere; those of Bitwarden have a type.
    fileprivate func jsonFields(type: Int64?) throws -> JSON {
        let all = try type == nil ? fields : bitwardenFields
        return .array(
            all.map { field in
                let members = [("name", JSON.string(field.name)), ("value", .secret(field.secret))]
                return .object(members + (type.map { [("type", .number($0))] } ?? []))
            })
    }

    /// The fields that the member of a form does not have, behind those that a login has elsewhere.
    private var bitwardenFields: [Field] {
        get throws {
            guard let form else { return fields }
            let others = fields.filter { !form.fields.contains($0.name) }
            let username = (BitwardenForm.username, try SecretBytes(utf8: account))
            // An empty one keeps a part of its name from being taken for it.
            let own = ([username] + (form.secret == nil ? [(BitwardenForm.password, secret)] : []))
                .filter { name, secret in secret.count > 0 || others.contains { $0.name == name } }
            return own + (code.map { [(Login.code, $0)] } ?? [])
                + addresses.map { (BitwardenForm.url, $0) } + others
        }
    }

    /// The number of Bitwarden's type and the member that has what is special to it.
    fileprivate var bitwardenContent: (number: Int64, member: (name: String, value: JSON)) {
        if let form {
            var members = fields.filter { form.fields.contains($0.name) }
                .map { ($0.name, JSON.secret($0.secret)) }
            if let name = form.secret { members.append((name, .secret(secret))) }
            return (Int64(form.number), (form.member, .object(members)))
        }
        // A note is what has nothing of a login.
        if server == nil, account.isEmpty, secret.count == 0, addresses.isEmpty, code == nil {
            return (2, ("secureNote", .object([("type", .number(0))])))
        }
        let uris = addresses.map { JSON.object([("match", .null), ("uri", .secret($0))]) }
        let login = JSON.object([
            ("uris", .array(uris)), ("username", .string(account)), ("password", .secret(secret)),
            ("totp", code.map { .secret($0) } ?? .null),
        ])
        return (1, ("login", login))
    }
}
