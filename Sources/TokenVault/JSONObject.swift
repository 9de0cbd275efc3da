/// The members of a JSON object, each a part of the text it was read from.
///
/// Reads tokens where they stand, in erased memory; a decoder would leave each one behind in a `String`. Strict:
/// what is not JSON, has a name twice, nests deeper than 32 or has more than 1 MiB is refused.
struct JSONObject {
    private static let deepest = 32
    private static let largest = 1 << 20

    private let source: Token
    private var places: [String: Range<Int>] = [:]

    /// The names of its members.
    var names: Dictionary<String, Range<Int>>.Keys { places.keys }

    init(_ source: Token) throws(TokenVaultError) {
        self.source = source
        guard source.count <= Self.largest else {
            throw TokenVaultError(.malformed, "a response of \(source.count) bytes")
        }
        let members = try source.withSpan { bytes throws(TokenVaultError) in
            do { _ = try UTF8Span(validating: bytes) } catch { throw Self.malformed }
            return try Self.members(of: bytes)
        }
        for (name, value) in members {
            guard let text = source.part(name),
                places.updateValue(value, forKey: try unescaped(text).text()) == nil
            else { throw TokenVaultError(.malformed, "a response has a member twice") }
        }
    }

    /// The text of a member, nil when there is none or it is null.
    func string(_ name: String) throws(TokenVaultError) -> Token? {
        guard let raw = raw(name) else { return nil }
        guard let text = Self.quoted(raw) else {
            throw TokenVaultError(.malformed, "\(name) is not a text")
        }
        return try unescaped(text)
    }

    /// The number of a member, also of one that is written as text; nil when there is none or it is null.
    func number(_ name: String) throws(TokenVaultError) -> Double? {
        guard let raw = raw(name) else { return nil }
        guard let number = Double(try (Self.quoted(raw) ?? raw).text()), !number.isNaN else {
            throw TokenVaultError(.malformed, "\(name) is not a number")
        }
        return number
    }

    /// A text as it is, anything else as it stands in the source; nil for null.
    func anything(_ name: String) throws(TokenVaultError) -> Token? {
        guard let raw = raw(name) else { return nil }
        return try Self.quoted(raw).map { text throws(TokenVaultError) in try unescaped(text) } ?? raw
    }

    private func raw(_ name: String) -> Token? {
        guard let value = places[name].flatMap({ source.part($0) }) else { return nil }
        return value.withSpan { $0[0] } == UInt8(ascii: "n") ? nil : value
    }

    private static func quoted(_ value: Token) -> Token? {
        guard value.withSpan({ $0[0] }) == UInt8(ascii: "\"") else { return nil }
        return value.part(1..<(value.count - 1))
    }

    private static var malformed: TokenVaultError { TokenVaultError(.malformed, "a response is not JSON") }
}

// MARK: - Scanning

extension JSONObject {
    private static func members(
        of bytes: Span<UInt8>
    ) throws(TokenVaultError) -> [(name: Range<Int>, value: Range<Int>)] {
        var offset = 0
        var members: [(name: Range<Int>, value: Range<Int>)] = []
        skipSpace(bytes, &offset)
        try object(bytes, &offset, depth: 1) { members.append(($0, $1)) }
        skipSpace(bytes, &offset)
        guard offset == bytes.count else { throw malformed }
        return members
    }

    private static func skipSpace(_ bytes: Span<UInt8>, _ offset: inout Int) {
        while offset < bytes.count, [0x20, 0x09, 0x0a, 0x0d].contains(bytes[offset]) { offset += 1 }
    }

    /// Skips this character, and says whether it was there.
    private static func take(_ character: Unicode.Scalar, _ bytes: Span<UInt8>, _ offset: inout Int) -> Bool {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private static func value(
        _ bytes: Span<UInt8>, _ offset: inout Int, depth: Int
    ) throws(TokenVaultError) {
        guard offset < bytes.count, depth <= deepest else { throw malformed }
        switch bytes[offset] {
        case UInt8(ascii: "{"): try object(bytes, &offset, depth: depth) { _, _ in }
        case UInt8(ascii: "["): try array(bytes, &offset, depth: depth)
        case UInt8(ascii: "\""): try string(bytes, &offset)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number(bytes, &offset)
        default: try literal(bytes, &offset)
        }
    }

    private static func object(
        _ bytes: Span<UInt8>, _ offset: inout Int, depth: Int, member: (Range<Int>, Range<Int>) -> Void
    ) throws(TokenVaultError) {
        try list("{", "}", bytes, &offset) { offset throws(TokenVaultError) in
            let name = offset
            try string(bytes, &offset)
            let nameEnd = offset
            skipSpace(bytes, &offset)
            guard take(":", bytes, &offset) else { throw malformed }
            skipSpace(bytes, &offset)
            let start = offset
            try value(bytes, &offset, depth: depth + 1)
            member((name + 1)..<(nameEnd - 1), start..<offset)
        }
    }

    private static func array(
        _ bytes: Span<UInt8>, _ offset: inout Int, depth: Int
    ) throws(TokenVaultError) {
        try list("[", "]", bytes, &offset) { offset throws(TokenVaultError) in
            try value(bytes, &offset, depth: depth + 1)
        }
    }

    /// Elements with commas between them.
    private static func list(
        _ first: Unicode.Scalar, _ last: Unicode.Scalar, _ bytes: Span<UInt8>, _ offset: inout Int,
        element: (inout Int) throws(TokenVaultError) -> Void
    ) throws(TokenVaultError) {
        guard take(first, bytes, &offset) else { throw malformed }
        skipSpace(bytes, &offset)
        if take(last, bytes, &offset) { return }
        while true {
            skipSpace(bytes, &offset)
            try element(&offset)
            skipSpace(bytes, &offset)
            if take(last, bytes, &offset) { return }
            guard take(",", bytes, &offset) else { throw malformed }
        }
    }

    private static func string(_ bytes: Span<UInt8>, _ offset: inout Int) throws(TokenVaultError) {
        guard take("\"", bytes, &offset) else { throw malformed }
        while !take("\"", bytes, &offset) {
            guard offset < bytes.count, bytes[offset] >= 0x20 else { throw malformed }
            // Whatever is escaped does not end the text; ``unescaped(_:)`` looks at it.
            offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
        }
    }

    private static func number(_ bytes: Span<UInt8>, _ offset: inout Int) throws(TokenVaultError) {
        _ = take("-", bytes, &offset)
        let start = offset
        let whole = digits(bytes, &offset)
        var isNumber = whole == 1 || (whole > 1 && bytes[start] != UInt8(ascii: "0"))
        if take(".", bytes, &offset) { isNumber = digits(bytes, &offset) > 0 && isNumber }
        if take("e", bytes, &offset) || take("E", bytes, &offset) {
            if !take("+", bytes, &offset) { _ = take("-", bytes, &offset) }
            isNumber = digits(bytes, &offset) > 0 && isNumber
        }
        guard isNumber else { throw malformed }
    }

    private static func digits(_ bytes: Span<UInt8>, _ offset: inout Int) -> Int {
        let start = offset
        while offset < bytes.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[offset] { offset += 1 }
        return offset - start
    }

    private static func literal(_ bytes: Span<UInt8>, _ offset: inout Int) throws(TokenVaultError) {
        for word in ["true", "false", "null"] {
            var end = offset
            if word.unicodeScalars.allSatisfy({ take($0, bytes, &end) }) {
                offset = end
                return
            }
        }
        throw malformed
    }
}
