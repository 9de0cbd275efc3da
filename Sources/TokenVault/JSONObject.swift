import SecureStore
import SecureStoreJSON

/// The members of a JSON object, each a part of the text that it was read from.
///
/// Invalid JSON, a name of the standard twice, more than 128 levels and more than 1 MiB are refused. Whatever
/// else cannot be read is as if it were missing: the next refresh token may stand beside it.
struct JSONObject {
    /// The names that the standard gives an answer (RFC 6749, section 5.1), and that of the ID token.
    static let standardNames: Set = [
        "access_token", "refresh_token", "token_type", "scope", "expires_in", "id_token",
    ]
    private(set) var members: [String: JSONValue] = [:]

    static func malformed(_ what: String, underlying: (any Error)? = nil) -> TokenVaultError {
        TokenVaultError(
            .malformed, "the answer of the token endpoint \(what); check its address and the answer's status",
            underlying: underlying)
    }

    init(_ source: SecretBytes) throws(TokenVaultError) {
        guard source.count <= 1 << 20 else {
            throw Self.malformed("has \(source.count) bytes; at most \(1 << 20) are read")
        }
        let found: [(name: JSONValue, value: JSONValue)]?
        do { found = try JSONValue(source, deepest: 128).namedValues() } catch {
            throw Self.malformed("cannot be read as JSON", underlying: error)
        }
        guard let found else { throw Self.malformed("is not a JSON object") }
        for case (let name?, let value) in found.map({ (try? $0.name.text(), $0.value) })
        where members.updateValue(value, forKey: name) != nil && Self.standardNames.contains(name) {
            throw Self.malformed("has a \(name) twice")
        }
    }

    /// The text of a member; nil unless it is one, is not empty, and all of it is ASCII that can be printed.
    func string(_ name: String) -> Token? {
        let token = members[name]?.kind == .string ? anything(name) : nil
        return token?.isASCII(from: 0x20) == true ? token : nil
    }

    /// The text of a member, or the texts of an array with spaces between them.
    func words(_ name: String) -> String? {
        guard let value = members[name], let parts = try? value.elements() ?? [value] else { return nil }
        let texts = parts.compactMap { try? $0.text() }
        let all = texts.joined(separator: " ")
        return texts.count < parts.count || all.isEmpty ? nil : all
    }

    /// The number of a member, even if it is written as text.
    func number(_ name: String) -> Double? {
        (try? anything(name)?.text()).flatMap { Double($0) }.flatMap { $0.isNaN ? nil : $0 }
    }

    /// The text of a string, or the source text of anything else; nil for null.
    func anything(_ name: String) -> Token? {
        guard let value = members[name], value.kind != .null else { return nil }
        return (try? value.string() ?? value.source).map { Token($0) }
    }
}
