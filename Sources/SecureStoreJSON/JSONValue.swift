package import SecureStore

/// A value of a JSON text that holds secrets: a range in the text, which stays in erased memory.
///
/// A decoder would leave each secret behind in a `String`. Strict: what is not JSON is refused as a whole
/// before any of it is read, but for a wrong escape, which is found with the string or name that has it.
/// Nothing is built of the text, so that it needs no memory beyond what is asked of it.
package struct JSONValue: Sendable {
    package enum Kind: Hashable, Sendable {
        case object, array, string, number, null
        case bool(Bool)
    }

    package typealias Member = (name: String, value: JSONValue)
    /// A part of a secret.
    package typealias Part = (memory: SecretBytes, range: Range<Int>)

    /// The most parts that are handed out: for each, memory is needed besides the text's.
    private static let (mostMembers, mostElements) = (1 << 16, 1 << 20)

    private let memory: SecretBytes
    /// The place of the value in the text, a string with its quotes.
    private let range: Range<Int>
    /// The depth to which its text may nest.
    private let deepest: Int

    /// The value that is the whole text, in which values stand within at most `deepest` - 1 others.
    package init(_ text: SecretBytes, deepest: Int) throws(JSONError) {
        let range = try text.withSpan { bytes throws(JSONError) in
            do { _ = try UTF8Span(validating: bytes) } catch { throw .notJSON }
            return try JSONScanner.document(bytes, deepest: deepest)
        }
        self.init(text, range, deepest)
    }

    private init(_ text: SecretBytes, _ range: Range<Int>, _ deepest: Int) {
        (memory, self.range, self.deepest) = (text, range, deepest)
    }

    package var kind: Kind {
        switch memory.withSpan({ $0[range.lowerBound] }) {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "t"): .bool(true)
        case UInt8(ascii: "f"): .bool(false)
        case UInt8(ascii: "n"): .null
        default: .number
        }
    }

    /// The members of an object in their order, also those that have a name twice; nil for anything else.
    ///
    /// A name is not secret.
    package func members() throws -> [Member]? {
        try namedValues()?.map { (try $0.name.text() ?? "", $0.value) }
    }

    /// The members of an object with their names as they stand there, which may have a wrong escape.
    package func namedValues() throws(JSONError) -> [(name: JSONValue, value: JSONValue)]? {
        guard kind == .object else { return nil }
        var ranges: [(name: Range<Int>, value: Range<Int>)] = []
        try memory.withSpan { bytes throws(JSONError) in
            var offset = range.lowerBound
            try JSONScanner.object(bytes, &offset, levels: deepest) {
                if ranges.count <= Self.mostMembers { ranges.append(($0, $1)) }
            }
        }
        guard ranges.count <= Self.mostMembers else { throw .tooManyParts }
        return ranges.map { (part($0.name), part($0.value)) }
    }

    /// The elements of an array; nil for anything else.
    package func elements() throws(JSONError) -> [JSONValue]? {
        guard kind == .array else { return nil }
        var ranges: [Range<Int>] = []
        try memory.withSpan { bytes throws(JSONError) in
            var offset = range.lowerBound
            try JSONScanner.array(bytes, &offset, levels: deepest) {
                if ranges.count <= Self.mostElements { ranges.append($0) }
            }
        }
        guard ranges.count <= Self.mostElements else { throw .tooManyParts }
        return ranges.map(part)
    }

    /// The bytes that a string stands for; nil for anything else.
    ///
    /// Where it stands in the text as long as it has no escape, else in memory of its own.
    package func string() throws -> Part? {
        guard kind == .string else { return nil }
        return try JSONEscapes.resolved(source)
    }

    /// The text of a string that is not secret; nil for anything else.
    package func text() throws(JSONError) -> String? {
        kind == .string ? try JSONEscapes.text(source) : nil
    }

    /// The value as it is written; a string without its quotes.
    package var source: Part {
        kind == .string ? (memory, (range.lowerBound + 1)..<(range.upperBound - 1)) : (memory, range)
    }

    private func part(_ range: Range<Int>) -> JSONValue { JSONValue(memory, range, deepest) }
}
