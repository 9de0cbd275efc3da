import SecureStore

/// Reads the XML of password databases: elements, attributes and text in UTF-8, and nothing that stands for
/// something else but the five known entities and numbers of characters.
struct XMLReader {
    enum Event {
        /// Attributes are ranges within the quotes.
        case start(name: String, attributes: [String: Range<Int>])
        case text(Range<Int>)
        case end(name: String)
    }

    let source: SecretBytes
    private(set) var offset = 0
    private(set) var open: [String] = []
    /// The name of an element like `<a/>`, whose end is reported next; nil after any other.
    private var pendingEnd: String?
    private var hasRoot = false

    private static let deepest = 64
    private static let longestName = 100
    private static let mostAttributes = 64
    /// More than the longest export has, whose elements have sixteen bytes and more on average.
    private static let mostElements = 8 << 20
    private var elements = 0

    init(_ source: SecretBytes) throws {
        guard source.isText else { throw Self.malformed }
        self.source = source
    }

    private static let tooLarge = CommandError(
        .dataTooLarge,
        "the XML has more than \(mostElements) elements, or one with more than \(mostAttributes) attributes")

    static var malformed: CommandError { .failure("the XML of the file is malformed") }

    mutating func next() throws -> Event? {
        if let name = pendingEnd {
            pendingEnd = nil
            return end(name)
        }
        while offset < source.count {
            if open.isEmpty { skipSpace() }
            guard offset < source.count else { break }
            guard starts("<") else {
                guard !open.isEmpty, let end = find("<") else { throw Self.malformed }
                defer { offset = end }
                return .text(offset..<end)
            }
            if starts("<?") {
                try skip(behind: "?>")
            } else if starts("<!--") {
                try skip(behind: "-->")
            } else if starts("</") {
                return try closing()
            } else {
                return try opening()
            }
        }
        guard open.isEmpty, hasRoot else { throw Self.malformed }
        return nil
    }

    /// The bytes of a range of text or of an attribute, with its references resolved.
    func text(_ range: Range<Int>) throws -> SecretBytes {
        guard source.contains("&", in: range) else { return try source.part(range) }
        return try .collected { try resolve(range, $0) }
    }

    /// The name at a range, with its references resolved.
    ///
    /// Names are not secret, so they need no memory that is erased, which takes its time.
    func name(_ range: Range<Int>) throws -> String {
        var bytes: [UInt8] = []
        try resolve(range) { bytes.append($0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Hands over the bytes of a range one by one, with its references resolved.
    func resolve(_ range: Range<Int>, _ append: (UInt8) -> Void) throws {
        try source.withSpan { bytes in
            var place = range.lowerBound
            while place < range.upperBound {
                guard bytes[place] == UInt8(ascii: "&") else {
                    append(bytes[place])
                    place += 1
                    continue
                }
                // A reference is never shorter than the bytes that it stands for.
                let rest = place + 1..<min(place + Self.longestReference, range.upperBound)
                guard let end = rest.first(where: { bytes[$0] == UInt8(ascii: ";") }),
                    let scalar = Self.scalar(bytes, place + 1..<end)
                else { throw Self.malformed }
                for byte in String(scalar).utf8 { append(byte) }
                place = end + 1
            }
        }
    }

    /// As in `&#x10ffff;`.
    private static let longestReference = 10

    /// The names of two to four letters, each as one number.
    private static let known: [UInt32: Unicode.Scalar] = {
        let names: [(String, Unicode.Scalar)] = [
            ("lt", "<"), ("gt", ">"), ("amp", "&"), ("quot", "\""), ("apos", "'"),
        ]
        return .init(uniqueKeysWithValues: names.map { ($0.utf8.reduce(0) { $0 << 8 | UInt32($1) }, $1) })
    }()

    /// The character of a reference.
    ///
    /// No string is made of its name, which takes long: a file may consist of references alone.
    private static func scalar(_ bytes: Span<UInt8>, _ reference: Range<Int>) -> Unicode.Scalar? {
        guard reference.first.map({ bytes[$0] }) == UInt8(ascii: "#") else {
            guard 2...4 ~= reference.count else { return nil }
            return known[reference.reduce(0) { $0 << 8 | UInt32(bytes[$1]) }]
        }
        let isHexadecimal = reference.count > 1 && bytes[reference.lowerBound + 1] == UInt8(ascii: "x")
        let digits = reference.dropFirst(isHexadecimal ? 2 : 1)
        var number: UInt32 = 0
        for place in digits {
            guard let digit = Hexadecimal.value(ofDigit: bytes[place]), isHexadecimal || digit < 10 else {
                return nil
            }
            number = number * (isHexadecimal ? 16 : 10) + UInt32(digit)
        }
        return number > 0 ? Unicode.Scalar(number) : nil
    }

    private mutating func opening() throws -> Event {
        offset += 1
        let name = try name()
        var attributes: [String: Range<Int>] = [:]
        while true {
            skipSpace()
            if starts("/>") || starts(">") { break }
            guard attributes.count < Self.mostAttributes else { throw Self.tooLarge }
            let key = try self.name()
            skipSpace()
            try skip("=")
            skipSpace()
            let quote = starts("'") ? "'" : "\""
            try skip(quote)
            guard let end = find(quote), attributes.updateValue(offset..<end, forKey: key) == nil else {
                throw Self.malformed
            }
            offset = end + 1
        }
        elements += 1
        guard elements <= Self.mostElements else { throw Self.tooLarge }
        guard open.count < Self.deepest, !open.isEmpty || !hasRoot else { throw Self.malformed }
        if starts("/>") { pendingEnd = name }
        offset += pendingEnd == nil ? 1 : 2
        hasRoot = true
        open.append(name)
        return .start(name: name, attributes: attributes)
    }

    private mutating func closing() throws -> Event {
        offset += 2
        let name = try name()
        skipSpace()
        try skip(">")
        guard open.last == name else { throw Self.malformed }
        return end(name)
    }

    private mutating func end(_ name: String) -> Event {
        open.removeLast()
        return .end(name: name)
    }

    private mutating func name() throws -> String {
        let end = source.withSpan { bytes in
            (offset..<min(offset + Self.longestName, bytes.count)).first { !Self.inNames.contains(bytes[$0]) }
        }
        guard let end, end > offset, let name = source.text(offset..<end) else { throw Self.malformed }
        offset = end
        return name
    }

    private static let inNames = Set.inWords.union("-.:".utf8)

    private func starts(_ text: String) -> Bool { source.starts(offset..<source.count, with: text) }

    private func find(_ text: String) -> Int? { source.firstIndex(of: text, in: offset..<source.count) }

    private mutating func skip(_ text: String) throws {
        guard starts(text) else { throw Self.malformed }
        offset += text.utf8.count
    }

    private mutating func skip(behind text: String) throws {
        guard let end = find(text) else { throw Self.malformed }
        offset = end + text.utf8.count
    }

    private mutating func skipSpace() {
        offset = source.withSpan { bytes in
            (offset..<bytes.count).first { ![0x20, 0x09, 0x0a, 0x0d].contains(bytes[$0]) } ?? bytes.count
        }
    }
}
