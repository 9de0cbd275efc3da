import SecureStore

extension ImportFormat {
    static let netrc = ImportFormat(
        name: "netrc",
        summary: """
            the file .netrc of ftp, curl and git: a machine is an internet password, and the password of its account \
            the part account
            """,
        recognizes: { try NetrcText(text: $0).isRecognized() }
    ) { NetrcText(text: try $0.contents()) }
}

/// Words between spaces, some of them in quotes; a macro ends at an empty line.
struct NetrcText: ImportReader {
    private let text: SecretBytes
    private var offset = 0
    /// The lines up to a place: each is looked at once, however often a line's number is needed.
    private var counted = (offset: 0, line: 1)

    init(text: SecretBytes) { self.text = text }

    var length: Int { text.count }

    func isRecognized() throws -> Bool {
        var words = self
        while let word = try words.next() {
            guard word.keyword == .comment else {
                return [.machine, .default, .macdef].contains(word.keyword)
            }
            words.skipLine()
        }
        return false
    }

    /// One entry for each machine.
    func visit(_ body: (_ offset: Int, ImportEntry) throws -> Void) throws {
        var words = self
        try words.read(body)
    }

    private mutating func read(_ body: (_ offset: Int, ImportEntry) throws -> Void) throws {
        var machine: Machine?
        while let word = try next() {
            switch word.keyword {
            case .comment: skipLine()
            case .macdef: skipMacro()
            case .machine:
                try handOver(machine, body)
                machine = Machine(offset: offset)
                machine?.server = try name()
            case .default:
                try handOver(machine, body)
                machine = Machine(offset: offset)
            case let field?:
                // Of two, some programs take the first, and others the last.
                guard machine?.seen.insert(field).inserted == true else {
                    throw malformed("\(field.rawValue) without a machine, or a second one of it")
                }
                if field == .login { machine?.login = try name() }
                if field == .password { machine?.password = try value() }
                if field == .account { machine?.account = try value() }
            case nil: throw malformed("a word that netrc does not have")
            }
        }
        try handOver(machine, body)
    }

    private mutating func handOver(
        _ machine: Machine?, _ body: (_ offset: Int, ImportEntry) throws -> Void
    ) throws {
        guard let machine else { return }
        try body(offset, try machine.entry(from: "line \(line(at: machine.offset))"))
    }

    /// A machine, or all others.
    private struct Machine {
        let offset: Int
        /// Empty for all others.
        var server = ""
        var seen: Set<Keyword> = []
        var login = ""
        var password: SecretBytes?
        /// A further password, which ftp asks some machines for.
        var account: SecretBytes?

        func entry(from line: String) throws -> ImportEntry {
            let place = server.isEmpty ? line : "\(line) (\(Terminal.harmless(server)))"
            guard password != nil || account != nil else { return .leftOut("\(place): it has no password") }
            let (host, port) = HostAndPort.split(server)
            let item: any PasswordItem =
                try server.isEmpty
                ? GenericPassword(service: "default", account: login)
                : InternetPassword(server: host, account: login, port: port)
            let parts = account.map { [("account", $0)] } ?? []
            return .item(item, LoginSecrets(password: password, parts: parts), place: place)
        }
    }

    private mutating func name() throws -> String {
        guard let name = try word().name else { throw malformed("a name that is not text") }
        return name
    }

    private mutating func value() throws -> SecretBytes { try word().secret() }

    private mutating func word() throws -> Word {
        guard let word = try next() else { throw malformed("a keyword without a value") }
        return word
    }

    private mutating func malformed(_ what: String) -> CommandError {
        .failure("line \(line(at: offset)): \(what)")
    }

    private mutating func line(at offset: Int) -> Int {
        let added = text.withSpan { bytes in
            (counted.offset..<max(offset, counted.offset)).count { bytes[$0] == UInt8(ascii: "\n") }
        }
        counted = (max(offset, counted.offset), counted.line + added)
        return counted.line
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }

    /// The next word; what is in quotes may have spaces and, behind a backslash, quotes.
    private mutating func next() throws -> Word? {
        let start = text.withSpan { bytes in (offset..<bytes.count).first { !Self.isSpace(bytes[$0]) } }
        guard let start else {
            offset = text.count
            return nil
        }
        guard text.withSpan({ $0[start] }) == UInt8(ascii: "\"") else {
            offset = text.withSpan { bytes in
                (start..<bytes.count).first { Self.isSpace(bytes[$0]) } ?? bytes.count
            }
            return Word(text: text, range: start..<offset, isQuoted: false)
        }
        guard let end = closingQuote(from: start + 1) else { throw malformed("a quote that is not closed") }
        offset = end + 1
        return Word(text: text, range: (start + 1)..<end, isQuoted: true)
    }

    private func closingQuote(from start: Int) -> Int? {
        text.withSpan { bytes in
            var offset = start
            while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
                offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
            }
            return offset < bytes.count ? offset : nil
        }
    }

    private enum Keyword: String, CaseIterable {
        case machine, `default`, macdef, login, password, account
        /// A word that begins so leaves the rest of its line unread.
        case comment = "#"
    }

    /// A word where it stands, and what it says.
    private struct Word {
        let text: SecretBytes
        let range: Range<Int>
        let isQuoted: Bool

        /// The keyword that it is; nil for any other word, which may be a password in a wrong place.
        var keyword: Keyword? {
            Keyword.allCases.first {
                text.starts(range, with: $0.rawValue)
                    && ($0 == .comment || range.count == $0.rawValue.utf8.count)
            }
        }

        /// The word as a name, which is not secret; nil if it is not text.
        var name: String? {
            guard isQuoted else { return text.text(range) }
            var bytes: [UInt8] = []
            unescape { bytes.append($0) }
            return String(validating: bytes, as: UTF8.self)
        }

        func secret() throws -> SecretBytes {
            try isQuoted ? .collected(unescape) : text.part(range)
        }

        private func unescape(_ append: (UInt8) -> Void) {
            text.withSpan { bytes in
                var offset = range.lowerBound
                while offset < range.upperBound {
                    let isEscaped = bytes[offset] == UInt8(ascii: "\\")
                    if isEscaped { offset += 1 }
                    append(isEscaped ? Self.escapes[bytes[offset]] ?? bytes[offset] : bytes[offset])
                    offset += 1
                }
            }
        }

        /// The bytes for `n`, `r` and `t` behind a backslash.
        private static let escapes: [UInt8: UInt8] = [0x6e: 0x0a, 0x72: 0x0d, 0x74: 0x09]
    }

    private mutating func skipLine() {
        offset = text.firstIndex(of: "\n", in: offset..<text.count) ?? text.count
    }

    /// Passes over the name of a macro, and its lines up to an empty one.
    private mutating func skipMacro() {
        skipLine()
        offset = min(offset + 1, text.count)
        while let line = text.line(from: &offset), !text.trimmed(line).isEmpty {}
    }
}
