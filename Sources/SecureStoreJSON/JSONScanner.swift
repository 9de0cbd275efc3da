/// Finds the values of a JSON text and goes past them.
///
/// `levels` is how many values may stand within each other from here on.
enum JSONScanner {
    /// The range of the one value of a text.
    static func document(_ bytes: Span<UInt8>, deepest: Int) throws(JSONError) -> Range<Int> {
        // A reader may go past the mark that some programs write in front (RFC 8259, section 8.1).
        var offset = bytes.count > 2 && [0xef, 0xbb, 0xbf] == [bytes[0], bytes[1], bytes[2]] ? 3 : 0
        skipSpace(bytes, &offset)
        let start = offset
        try value(bytes, &offset, levels: deepest)
        let end = offset
        skipSpace(bytes, &offset)
        guard offset == bytes.count else { throw .notJSON }
        return start..<end
    }

    /// Tells the ranges of each member's name and value, both with the quotes of a string.
    static func object(
        _ bytes: Span<UInt8>, _ offset: inout Int, levels: Int,
        member: (Range<Int>, Range<Int>) -> Void = { _, _ in }
    ) throws(JSONError) {
        try list("{", "}", bytes, &offset) { offset throws(JSONError) in
            let name = offset
            try string(bytes, &offset)
            let nameEnd = offset
            skipSpace(bytes, &offset)
            guard skip(":", bytes, &offset) else { throw .notJSON }
            skipSpace(bytes, &offset)
            let start = offset
            try value(bytes, &offset, levels: levels - 1)
            member(name..<nameEnd, start..<offset)
        }
    }

    /// Tells the place of each element.
    static func array(
        _ bytes: Span<UInt8>, _ offset: inout Int, levels: Int, element: (Range<Int>) -> Void = { _ in }
    ) throws(JSONError) {
        try list("[", "]", bytes, &offset) { offset throws(JSONError) in
            let start = offset
            try value(bytes, &offset, levels: levels - 1)
            element(start..<offset)
        }
    }

    private static func value(
        _ bytes: Span<UInt8>, _ offset: inout Int, levels: Int
    ) throws(JSONError) {
        guard offset < bytes.count, levels > 0 else { throw .notJSON }
        switch bytes[offset] {
        case UInt8(ascii: "{"): try object(bytes, &offset, levels: levels)
        case UInt8(ascii: "["): try array(bytes, &offset, levels: levels)
        case UInt8(ascii: "\""): try string(bytes, &offset)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number(bytes, &offset)
        default: try literal(bytes, &offset)
        }
    }

    private static func skipSpace(_ bytes: Span<UInt8>, _ offset: inout Int) {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x09, 0x0a, 0x0d: offset += 1
            default: return
            }
        }
    }

    /// Goes past this character, and says whether it was there.
    static func skip(_ character: Unicode.Scalar, _ bytes: Span<UInt8>, _ offset: inout Int) -> Bool {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    /// Reads the values between two brackets, with commas in between.
    private static func list(
        _ first: Unicode.Scalar, _ last: Unicode.Scalar, _ bytes: Span<UInt8>, _ offset: inout Int,
        element: (inout Int) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard skip(first, bytes, &offset) else { throw .notJSON }
        skipSpace(bytes, &offset)
        if skip(last, bytes, &offset) { return }
        while true {
            skipSpace(bytes, &offset)
            try element(&offset)
            skipSpace(bytes, &offset)
            if skip(last, bytes, &offset) { return }
            guard skip(",", bytes, &offset) else { throw .notJSON }
        }
    }

    private static func string(_ bytes: Span<UInt8>, _ offset: inout Int) throws(JSONError) {
        guard skip("\"", bytes, &offset) else { throw .notJSON }
        while !skip("\"", bytes, &offset) {
            guard offset < bytes.count, bytes[offset] >= 0x20 else { throw .notJSON }
            // Whatever is escaped does not end the text; `JSONEscapes` looks at it.
            offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
        }
    }

    private static func number(_ bytes: Span<UInt8>, _ offset: inout Int) throws(JSONError) {
        _ = skip("-", bytes, &offset)
        let start = offset
        let whole = digits(bytes, &offset)
        var isNumber = whole == 1 || (whole > 1 && bytes[start] != UInt8(ascii: "0"))
        if skip(".", bytes, &offset) { isNumber = digits(bytes, &offset) > 0 && isNumber }
        if skip("e", bytes, &offset) || skip("E", bytes, &offset) {
            if !skip("+", bytes, &offset) { _ = skip("-", bytes, &offset) }
            isNumber = digits(bytes, &offset) > 0 && isNumber
        }
        guard isNumber else { throw .notJSON }
    }

    private static func digits(_ bytes: Span<UInt8>, _ offset: inout Int) -> Int {
        let start = offset
        while offset < bytes.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[offset] { offset += 1 }
        return offset - start
    }

    private static func literal(_ bytes: Span<UInt8>, _ offset: inout Int) throws(JSONError) {
        for word in ["true", "false", "null"] {
            var end = offset
            if word.unicodeScalars.allSatisfy({ skip($0, bytes, &end) }) {
                offset = end
                return
            }
        }
        throw .notJSON
    }
}
