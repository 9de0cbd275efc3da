extension Dialect {
    /// All of them, our own first.
    static let all: [Dialect] = [.securestore, .security, .git, .docker, .secretTool]

    /// The one that a path to a program, or a first word, names.
    static func named(_ path: String) -> Dialect? {
        let name = path.split(separator: "/").last.map(String.init)
        return all.first { $0.name == name }
    }

    /// Our own commands; by any name that is not known it is this one.
    static let securestore: Dialect = Dialect(name: "securestore") { words in
        if let first = words.first, let other = Dialect.named(first), other.name != "securestore" {
            return try other.run(Array(words.dropFirst()))
        }
        try CommandTable.securestore.run(words)
        return .success
    }

    /// Does what the words say that the program was started with; answers with what its caller is to be told.
    package static func runProgram() -> CInt {
        let words = ProgramWords.all
        let dialect = words.first.flatMap(named) ?? .securestore
        return dialect.exitCode(of: Array(words.dropFirst())).rawValue
    }
}
