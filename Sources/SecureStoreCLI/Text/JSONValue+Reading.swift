import SecureStore
import SecureStoreJSON

extension JSONValue {
    /// The value that is the whole text, which other programs nest as deep as they like, but not without end.
    init(_ text: SecretBytes) throws(JSONError) { try self.init(text, deepest: 64) }

    /// The member of an object, the last one of that name; nil when there is none or it is null.
    subscript(name: String) -> JSONValue? {
        get throws {
            guard let member = try members()?.last(where: { $0.name == name }) else { return nil }
            return member.value.kind == .null ? nil : member.value
        }
    }

    /// The member of an object, where the entries of one that is there twice would be lost.
    func only(_ name: String) throws -> JSONValue? {
        try require((members() ?? []).count(where: { $0.name == name }) < 2, "the input has \(name) twice")
        return try self[name]
    }

    /// True if an object in it has a member twice, of which the first is not seen.
    ///
    /// Each level reads the text once more, and no list of logins has so many that are read.
    func hasDoubledMembers(within levels: Int = 8) throws -> Bool {
        guard levels > 0 else { return false }
        guard let members = try members() else {
            return try elements()?.contains { try $0.hasDoubledMembers(within: levels - 1) } ?? false
        }
        return try Set(members.map(\.name)).count < members.count
            || members.contains { try $0.value.hasDoubledMembers(within: levels - 1) }
    }

    /// The members of an object of strings, none of which is a secret; nil for anything else.
    func strings() throws -> [(name: String, value: String)]? {
        guard let members = try members() else { return nil }
        var strings: [(name: String, value: String)] = []
        for member in members {
            guard let text = try member.value.text() else { return nil }
            strings.append((member.name, text))
        }
        return strings
    }

    var number: Int? {
        guard kind == .number else { return nil }
        return source.memory.text(source.range).flatMap { Int($0) }
    }

    /// The text of a string, and of a number, true and false as they are written; nil for anything else.
    func secret() throws -> SecretBytes? {
        let part: Part? =
            switch kind {
            case .number, .bool: source
            default: try string()
            }
        return try part.map { try $0.memory.part($0.range) }
    }

    /// The same for what is no secret.
    func word() throws -> String? { try secret()?.text() }
}
