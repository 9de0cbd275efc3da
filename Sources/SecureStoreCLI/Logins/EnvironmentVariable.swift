import SecureStore

/// A variable of a program's environment, and the secret that it gets.
struct EnvironmentVariable {
    let name: String
    private let item: ItemWords

    /// `NAME=SERVICE/ACCOUNT` or `NAME=SERVICE`; the last slash counts.
    init(_ text: String, _ arguments: Arguments) throws(CommandError) {
        let parts = text.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, Self.isName(parts[0]) else {
            throw arguments.usage("--env takes NAME=SERVICE/ACCOUNT or NAME=SERVICE")
        }
        name = String(parts[0])
        item = ItemWords(item: parts[1])
    }

    private init(line: Substring, at origin: String) throws(CommandError) {
        let parts = line.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, Self.isName(parts[0]) else {
            throw .failure(
                "\(origin): a line is NAME=\(ItemWords.scheme)SERVICE/ACCOUNT, or begins with #")
        }
        name = String(parts[0])
        item = try ItemWords(address: String(parts[1]), at: origin)
    }

    /// The variables of a file, a line each; lines that are empty or begin with `#` do not count.
    static func read(_ file: String) throws -> [EnvironmentVariable] {
        try variables(in: try SecretInput.file(file, limit: largestFile), named: Terminal.harmless(file))
    }

    static func variables(in text: SecretBytes, named file: String) throws -> [EnvironmentVariable] {
        try text.lines().enumerated().compactMap { index, range throws(CommandError) in
            let origin = "\(file):\(index + 1)"
            guard let line = text.text(range) else { throw .failure("\(origin): the line is not UTF-8 text") }
            let isSpace = { (character: Character) in character == " " || character == "\t" }
            let content = line[...].drop(while: isSpace)
            let end = content.lastIndex { !isSpace($0) }
            guard let end, content.first != "#" else { return nil }
            return try EnvironmentVariable(line: content[...end], at: origin)
        }
    }

    private static let largestFile = 1 << 20

    static func requireDifferentNames(_ variables: [EnvironmentVariable]) throws(CommandError) {
        var names: Set<String> = []
        for variable in variables where !names.insert(variable.name).inserted {
            let origin = variable.item.origin.map { $0.place + ": " } ?? ""
            throw .failure("\(origin)\(variable.name) is given twice")
        }
    }

    private static func isName(_ name: Substring) -> Bool { name.utf8.allSatisfy(Set.inWords.contains) }

    func value(in store: ItemStore) throws -> SecretBytes {
        let found = try item.origin == nil ? item.find(in: store).secret : item.secret(in: store)
        guard let secret = found else {
            throw CommandError(
                .itemNotFound, "the item for \(name) has no secret", hint: "securestore set gives it one")
        }
        guard secret.withSpan({ bytes in bytes.indices.allSatisfy { bytes[$0] != 0 } }) else {
            throw CommandError.failure(
                "the secret for \(name) has a zero byte, which no variable can hold")
        }
        return secret
    }
}
