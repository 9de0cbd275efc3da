/// Swift source as the compiler sees it: without comments and without the text of strings.
///
/// What stands inside an interpolation is code and stays.
struct SourceCode {
    /// An identifier or a brace, and how many braces are open around it.
    struct Token: Hashable {
        let text: String
        let depth: Int
        /// True after a dot: a member of something, not a name of its own.
        let isMember: Bool
    }

    let text: String
    let tokens: [Token]
    /// The contents of strings, one after the other, without interpolations.
    let strings: [String]

    init(_ source: String) {
        var reader = Reader(source)
        let code = reader.code()
        text = String(decoding: code, as: UTF8.self)
        tokens = Self.tokens(of: code)
        strings = reader.strings.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func tokens(of code: [UInt8]) -> [Token] {
        var tokens: [Token] = []
        var (word, depth, last) = ([UInt8](), 0, UInt8(ascii: " "))
        var isMember = false
        func end() {
            guard !word.isEmpty else { return }
            let text = String(decoding: word, as: UTF8.self)
            tokens.append(Token(text: text, depth: depth, isMember: isMember))
            word = []
        }
        for byte in code + [UInt8(ascii: " ")] {
            if isWordByte(byte) {
                if word.isEmpty { isMember = last == UInt8(ascii: ".") }
                word.append(byte)
            } else {
                end()
                if byte == UInt8(ascii: "{") { depth += 1 }
                if byte == UInt8(ascii: "}") { depth -= 1 }
            }
            last = byte
        }
        return tokens
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            return true
        default:
            return false
        }
    }
}

extension SourceCode {
    /// Goes over the bytes of a file once.
    private struct Reader {
        private enum Place {
            /// In code, inside so many parentheses of an interpolation.
            case code(Int)
            /// In a string with so many number signs, in three quotes or in one.
            case string(Int, isLong: Bool)
        }

        private let bytes: [UInt8]
        private var offset = 0
        private var places = [Place.code(0)]
        private var kept: [UInt8] = []
        private(set) var strings: [[UInt8]] = []

        init(_ source: String) { bytes = Array(source.utf8) }

        mutating func code() -> [UInt8] {
            while offset < bytes.count {
                switch places[places.count - 1] {
                case .code(let depth): readCode(depth)
                case .string(let signs, let isLong): readString(signs, isLong)
                }
            }
            return kept
        }

        private mutating func readCode(_ depth: Int) {
            let start = offset
            while offset < bytes.count, !Self.isMark(bytes[offset]) { offset += 1 }
            kept += bytes[start..<offset]
            guard offset < bytes.count else { return }
            if isNext("//") { return skipLine() }
            if isNext("/*") { return skipComment() }
            let signs = bytes[offset...].prefix { $0 == UInt8(ascii: "#") }.count
            if isNext("\"", after: signs) {
                let isLong = isNext("\"\"\"", after: signs)
                places.append(.string(signs, isLong: isLong))
                offset += signs + (isLong ? 3 : 1)
                strings.append([])
                return kept.append(UInt8(ascii: " "))
            }
            if isNext("(") { places[places.count - 1] = .code(depth + 1) }
            if isNext(")") {
                places[places.count - 1] = .code(depth - 1)
                if depth == 0, places.count > 1 { places.removeLast() }
            }
            keep()
        }

        private mutating func readString(_ signs: Int, _ isLong: Bool) {
            guard Self.isMarkOfStrings(bytes[offset]) else {
                strings[strings.count - 1].append(bytes[offset])
                return offset += 1
            }
            let marks = String(repeating: "#", count: signs)
            let quotes = isLong ? "\"\"\"" : "\""
            if isNext("\\" + marks + "(") {
                places.append(.code(0))
                offset += 1 + signs
                // The parenthesis itself: what closes it ends the interpolation.
                return keep()
            }
            if isNext("\\" + marks) { return offset += 2 + signs }
            if isNext(quotes + marks) {
                places.removeLast()
                return offset += quotes.utf8.count + signs
            }
            strings[strings.count - 1].append(bytes[offset])
            if isNext("\n") { return keep() }
            offset += 1
        }

        private mutating func skipComment() {
            var depth = 0
            repeat {
                if isNext("/*") { (depth, offset) = (depth + 1, offset + 1) }
                if isNext("*/") { (depth, offset) = (depth - 1, offset + 1) }
                if isNext("\n") { kept.append(UInt8(ascii: "\n")) }
                offset += 1
            } while depth > 0 && offset < bytes.count
        }

        private mutating func skipLine() {
            while offset < bytes.count, bytes[offset] != UInt8(ascii: "\n") { offset += 1 }
        }

        /// True for what begins or ends something in code; all else is kept without a closer look.
        private static func isMark(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "/"), UInt8(ascii: "#"), UInt8(ascii: "\""), UInt8(ascii: "("),
                UInt8(ascii: ")"):
                return true
            default:
                return false
            }
        }

        private static func isMarkOfStrings(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "\n"): return true
            default: return false
            }
        }

        private mutating func keep() {
            kept.append(bytes[offset])
            offset += 1
        }

        private func isNext(_ text: String, after count: Int = 0) -> Bool {
            bytes[min(offset + count, bytes.count)...].starts(with: text.utf8)
        }
    }
}
