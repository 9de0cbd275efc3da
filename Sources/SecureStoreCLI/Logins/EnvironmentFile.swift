import SecureStore

/// A file of variables, a line each, as `.env` files are written: `NAME=VALUE`, with `export` in front or
/// not.
///
/// A value ends before a blank and `#`, or with its quotes; only within double quotes a backslash means
/// something. Nothing is expanded. Values stay in memory that is erased, as some are secrets.
struct EnvironmentFile {
    private let text: SecretBytes
    private let name: String

    private static let largest = 1 << 20

    init(_ text: SecretBytes, named name: String) throws {
        (self.text, self.name) = (try text.withoutMark(), name)
    }

    init(_ path: String) throws {
        try self.init(try SecretInput.file(path, limit: Self.largest), named: Terminal.harmless(path))
    }

    /// The variables; lines that are empty or begin with `#` do not count.
    func variables() throws -> [EnvironmentVariable] {
        try text.lines().enumerated().compactMap { index, line in
            try variable(text.trimmed(line), at: "\(name):\(index + 1)")
        }
    }

    private func variable(_ line: Range<Int>, at origin: String) throws -> EnvironmentVariable? {
        guard !line.isEmpty, !text.starts(line, with: "#") else { return nil }
        let export = "export "
        let line = text.starts(line, with: export) ? text.trimmed(line.dropFirst(export.utf8.count)) : line
        guard let equals = text.firstIndex(of: "=", in: line),
            let name = text.text(line.lowerBound..<equals), EnvironmentVariable.isName(name)
        else {
            throw CommandError.failure(
                "\(origin): a line is NAME=VALUE or NAME=\(ItemWords.scheme)LOGIN/ACCOUNT, or begins with #"
            )
        }
        let value = try value((equals + 1)..<line.upperBound, at: origin)
        guard value.starts(with: ItemWords.scheme) else {
            return EnvironmentVariable(name, .text(value), at: origin)
        }
        let address = try require(value.text(0..<value.count), "\(origin): the reference is not UTF-8 text")
        return EnvironmentVariable(name, .secret(try ItemWords(address: address, at: origin)), at: origin)
    }

    /// The value in what stands behind the equals sign.
    private func value(_ rest: Range<Int>, at origin: String) throws -> SecretBytes {
        let range = text.trimmed(rest)
        guard let quote = ["'", "\""].first(where: { text.starts(range, with: $0) }) else {
            let remarks = [" #", "\t#"].compactMap { text.firstIndex(of: $0, in: rest) }
            return try text.part(text.trimmed(rest.lowerBound..<(remarks.min() ?? rest.upperBound)))
        }
        let content = range.dropFirst()
        var end = text.firstIndex(of: quote, in: content)
        // In double quotes, one behind an odd number of backslashes does not end the value.
        while quote == "\"", let found = end, isEscaped(found, in: content) {
            end = text.firstIndex(of: quote, in: (found + 1)..<content.upperBound)
        }
        guard let end else { throw CommandError.failure("\(origin): the quote does not end on its line") }
        let behind = text.trimmed((end + 1)..<range.upperBound)
        try require(
            behind.isEmpty || text.starts(behind, with: "#"), "\(origin): something stands behind the quote")
        let value = content.lowerBound..<end
        return try quote == "'" ? text.part(value) : unescaped(value)
    }

    private func isEscaped(_ index: Int, in range: Range<Int>) -> Bool {
        text.withSpan { bytes in
            !(range.lowerBound..<index).reversed().prefix { bytes[$0] == UInt8(ascii: "\\") }.count
                .isMultiple(of: 2)
        }
    }

    private func unescaped(_ range: Range<Int>) throws -> SecretBytes {
        let (letters, meanings) = (Array("nrt\\\"$`".utf8), Array("\n\r\t\\\"$`".utf8))
        return try .collected { append in
            text.withSpan { bytes in
                var rest = range
                while let index = rest.popFirst() {
                    guard bytes[index] == UInt8(ascii: "\\"), let next = rest.first,
                        let place = letters.firstIndex(of: bytes[next])
                    else {
                        append(bytes[index])
                        continue
                    }
                    append(meanings[place])
                    rest = rest.dropFirst()
                }
            }
        }
    }
}
