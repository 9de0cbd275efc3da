import SecureStore

/// A variable of a program's environment: the secret of an item, or the text that a file has for it.
struct EnvironmentVariable {
    enum Content {
        case secret(ItemWords)
        case text(SecretBytes)
    }

    let name: String
    let content: Content
    /// The place in a file, as in `app.env:3`; nil for a command line.
    let origin: String?

    init(_ name: String, _ content: Content, at origin: String? = nil) {
        (self.name, self.content, self.origin) = (name, content, origin)
    }

    /// `NAME=LOGIN/ACCOUNT` or `NAME=LOGIN`, of which the last slash counts, or a reference as in a file.
    init(_ text: String, _ arguments: Arguments) throws(CommandError) {
        let parts = text.split(separator: "=", maxSplits: 1)
        try arguments.require(
            parts.count == 2 && Self.isName(parts[0]), "--env takes NAME=LOGIN/ACCOUNT or NAME=LOGIN")
        let isReference = parts[1].hasPrefix(ItemWords.scheme)
        self.init(
            String(parts[0]),
            .secret(
                isReference
                    ? try ItemWords(address: String(parts[1]), at: "--env \(parts[0])")
                    : ItemWords(item: parts[1])))
    }

    static func isName(_ name: some StringProtocol) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy(Set.inWords.contains)
    }

    static func requireDifferentNames(_ variables: [EnvironmentVariable]) throws(CommandError) {
        var names: Set<String> = []
        for variable in variables where !names.insert(variable.name).inserted {
            let origin = variable.origin.map { $0 + ": " } ?? ""
            throw .failure("\(origin)\(variable.name) is given twice")
        }
    }

    func value(in items: borrowing ReadTransaction) throws -> SecretBytes {
        let secret =
            switch content {
            case .secret(let item): try item.secret(in: items)
            case .text(let text): text
            }
        try require(
            secret.withSpan({ bytes in bytes.indices.allSatisfy { bytes[$0] != 0 } }),
            "the secret for \(name) has a zero byte, which no variable can hold")
        return secret
    }
}
