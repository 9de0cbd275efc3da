import SecureStore
import SecureStoreJSON

/// The members that all readers of JSON take in one way: null is absent, and what has no form that is kept is
/// named.
extension ImportedLogin {
    /// The text of a value; `noun` says what it is of the login.
    mutating func secret(_ value: JSONValue?, _ noun: String) throws -> SecretBytes? {
        guard let value, value.kind != .null else { return nil }
        guard let secret = try value.secret() else {
            lose(noun)
            return nil
        }
        return secret
    }

    /// The text of a member.
    mutating func secret(_ name: String, of object: JSONValue?) throws -> SecretBytes? {
        try secret(object?[name], name)
    }

    /// The text of a member that is no secret, empty where there is none.
    mutating func word(_ name: String, of object: JSONValue?) throws -> String {
        try secret(name, of: object)?.text() ?? ""
    }

    /// The texts of a list, of which one may stand alone.
    mutating func secrets(
        _ name: String, of object: JSONValue?, most: Int = ImportedParts.most
    ) throws -> [SecretBytes] {
        try elements(name, of: object, most).compactMap { try secret($0, name) }
    }

    /// The objects of a list, of which one may stand alone.
    mutating func objects(
        _ name: String, of object: JSONValue?, most: Int = ImportedParts.most
    ) throws -> [JSONValue] {
        try elements(name, of: object, most).filter { element in
            guard element.kind != .object else { return true }
            if element.kind != .null { lose(name) }
            return false
        }
    }

    /// One more than what is kept, so that the rest is not read, but named.
    private func elements(
        _ name: String, of object: JSONValue?, _ most: Int
    ) throws -> ArraySlice<JSONValue> {
        guard let value = try object?[name] else { return [] }
        return (try value.elements() ?? [value]).prefix(most + 1)
    }

    /// The noun for a field that is lost.
    static func field(_ name: String) -> String { "field \(Terminal.harmless(String(name.prefix(40))))" }
}
