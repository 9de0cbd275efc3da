import SecureStore
import SecureStoreJSON

/// The members of a JSON object, each a part of the text that it was read from.
///
/// Invalid JSON, repeated names, more than 32 levels and more than 1 MiB are refused.
struct JSONObject {
    private(set) var members: [String: JSONValue] = [:]

    /// The error for an answer that is none; where it comes from is where to look.
    static func malformed(_ what: String, underlying: (any Error)? = nil) -> TokenVaultError {
        TokenVaultError(
            .malformed,
            "the answer of the token endpoint \(what); check its address, and the status of the answer",
            underlying: underlying)
    }

    init(_ source: SecretBytes) throws(TokenVaultError) {
        guard source.count <= 1 << 20 else {
            throw Self.malformed("has \(source.count) bytes; at most \(1 << 20) are read")
        }
        let found = try Self.reading { try JSONValue(source, deepest: 32).members() }
        guard let found else { throw Self.malformed("is not a JSON object") }
        for (name, value) in found where members.updateValue(value, forKey: name) != nil {
            throw Self.malformed("has a member twice")
        }
    }

    /// The text of a member; nil when it is missing or null.
    func string(_ name: String) throws(TokenVaultError) -> Token? {
        guard members[name].map({ [.string, .null].contains($0.kind) }) != false else {
            throw Self.malformed("has a \(name) that is not a text")
        }
        return try anything(name)
    }

    /// The number of a member, even if it is written as text; nil when it is missing or null.
    func number(_ name: String) throws(TokenVaultError) -> Double? {
        guard let text = try anything(name)?.text() else { return nil }
        guard let number = Double(text), !number.isNaN else {
            throw Self.malformed("has a \(name) that is not a number")
        }
        return number
    }

    /// The text of a string, or the source text of anything else; nil when it is missing or null.
    func anything(_ name: String) throws(TokenVaultError) -> Token? {
        guard let value = members[name], value.kind != .null else { return nil }
        return try Self.reading { Token(try value.string() ?? value.source) }
    }

    private static func reading<R>(_ body: () throws -> R) throws(TokenVaultError) -> R {
        do { return try body() } catch {
            throw Self.malformed("cannot be read as JSON", underlying: error)
        }
    }
}
