import SecureStore
import SecureStoreJSON

/// The members of a JSON object, each a part of the text it was read from.
///
/// What is not JSON, has a name twice, nests deeper than 32 or has more than 1 MiB is refused.
struct JSONObject {
    private static let deepest = 32
    private static let largest = 1 << 20

    private var values: [String: JSONValue] = [:]

    /// The names of its members.
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

    /// The text of a member, nil when there is none or it is null.
    func string(_ name: String) throws(TokenVaultError) -> Token? {
        guard let value = value(name) else { return nil }
        guard let text = try Self.text(value) else {
            throw TokenVaultError(.malformed, "\(name) is not a text")
        }
        return text
    }

    /// The number of a member, also of one that is written as text; nil when there is none or it is null.
    func number(_ name: String) throws(TokenVaultError) -> Double? {
        guard let value = value(name) else { return nil }
        guard let number = Double(try Token(value.source).text()), !number.isNaN else {
            throw TokenVaultError(.malformed, "\(name) is not a number")
        }
        return number
    }

    /// A text as it is, anything else as it stands in the source; nil for null.
    func anything(_ name: String) throws(TokenVaultError) -> Token? {
        guard let value = value(name) else { return nil }
        return try Self.text(value) ?? Token(value.source)
    }

    private func value(_ name: String) -> JSONValue? { values[name].flatMap { $0.kind == .null ? nil : $0 } }

    private static func text(_ value: JSONValue) throws(TokenVaultError) -> Token? {
        try reading { try value.string().map { Token($0) } }
    }

    private static func reading<R>(_ body: () throws -> R) throws(TokenVaultError) -> R {
        do { return try body() } catch {
            let reason =
                switch error {
                case JSONError.notJSON: "a response is not JSON"
                case JSONError.wrongEscape: "a response has an unknown escape"
                default: "a text could not be read"
                }
            throw TokenVaultError(.malformed, reason, underlying: error)
        }
    }
}
