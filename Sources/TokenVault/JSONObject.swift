import SecureStore
import SecureStoreJSON

/// The members of a JSON object, each a part of the text that it was read from.
///
/// Invalid JSON, repeated names, more than 32 levels and more than 1 MiB are refused.
struct JSONObject {
    private static let deepest = 32
    private static let largest = 1 << 20

    private var values: [String: JSONValue] = [:]

    /// The names of the members.
    var names: Dictionary<String, JSONValue>.Keys { values.keys }

    init(_ source: SecretBytes) throws(TokenVaultError) {
        guard source.count <= Self.largest else {
            throw TokenVaultError(.malformed, "a response of \(source.count) bytes")
        }
        let members = try Self.reading { try JSONValue(source, deepest: Self.deepest).members() }
        guard let members else { throw TokenVaultError(.malformed, "a response is not a JSON object") }
        for (name, value) in members where values.updateValue(value, forKey: name) != nil {
            throw TokenVaultError(.malformed, "a response has a member twice")
        }
    }

    /// The text of a member; nil when it is missing or null.
    func string(_ name: String) throws(TokenVaultError) -> Token? {
        guard let value = value(name) else { return nil }
        guard value.kind == .string else { throw TokenVaultError(.malformed, "\(name) is not a text") }
        return try anything(name)
    }

    /// The number of a member, even if it is written as text; nil when it is missing or null.
    func number(_ name: String) throws(TokenVaultError) -> Double? {
        guard let value = value(name) else { return nil }
        guard let number = Double(try Token(value.source).text()), !number.isNaN else {
            throw TokenVaultError(.malformed, "\(name) is not a number")
        }
        return number
    }

    /// The text of a string, or the source text of anything else; nil when it is missing or null.
    func anything(_ name: String) throws(TokenVaultError) -> Token? {
        guard let value = value(name) else { return nil }
        return try Self.reading { Token(try value.string() ?? value.source) }
    }

    private func value(_ name: String) -> JSONValue? { values[name].flatMap { $0.kind == .null ? nil : $0 } }

    private static func reading<R>(_ body: () throws -> R) throws(TokenVaultError) -> R {
        do { return try body() } catch {
            throw TokenVaultError(
                .malformed, "a response is not JSON, or there is no memory to read it", underlying: error)
        }
    }
}
