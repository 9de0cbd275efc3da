import SecureStore

/// JSON that holds secrets: values are places in the text, and a secret is copied from there to erased memory.
///
/// A decoder would leave each one behind in a `String`. Strict: what is not JSON or nests deeper than 64 is refused.
struct JSONText {
    indirect enum Value {
        case object([(name: Range<Int>, value: Value)])
        case array([Value])
        /// Without the quotes, still escaped.
        case string(Range<Int>)
        case number(Range<Int>)
        case bool(Bool)
        case null
    }

    private let source: SecretBytes
    private let value: Value

    init(_ source: SecretBytes) throws(CommandError) {
        self.source = source
        guard source.isText else { throw JSONScanner.malformed }
        value = try source.withSpan { bytes throws(CommandError) in try JSONScanner.value(in: bytes) }
    }

    private init(_ source: SecretBytes, _ value: Value) { (self.source, self.value) = (source, value) }

    /// The member of an object, the last one of that name; nil when there is none or it is null.
    subscript(name: String) -> JSONText? {
        guard case .object(let members) = value,
            let member = members.last(where: { source.text($0.name) == name })
        else { return nil }
        if case .null = member.value { return nil }
        return JSONText(source, member.value)
    }

    /// The members of an object of strings, none of which is a secret; nil for anything else.
    func strings() throws -> [String: String]? {
        guard case .object(let members) = value else { return nil }
        var strings: [String: String] = [:]
        for member in members {
            let name = try JSONText(source, .string(member.name)).text()
            guard let name, let text = try JSONText(source, member.value).text() else { return nil }
            strings[name] = text
        }
        return strings
    }

    /// The elements of an array; nil for anything else.
    var elements: [JSONText]? {
        guard case .array(let elements) = value else { return nil }
        return elements.map { JSONText(source, $0) }
    }

    var isTrue: Bool {
        if case .bool(true) = value { return true }
        return false
    }

    /// A whole number; nil for anything else.
    var number: Int? {
        guard case .number(let place) = value else { return nil }
        return source.text(place).flatMap { Int($0) }
    }

    /// The text of a string as a secret; nil for anything else.
    func secret() throws -> SecretBytes? {
        guard case .string(let place) = value else { return nil }
        return try JSONScanner.unescaped(source, place)
    }

    /// The text of a string that is no secret; nil for anything else.
    func text() throws -> String? { try secret().flatMap { $0.text(0..<$0.count) } }
}
