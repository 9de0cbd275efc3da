extension Dialect {
    /// Our own commands; by any name that is not known it is this one.
    static let securestore: Dialect = Dialect(name: "securestore") { words in
        if let first = words.first, let other = Dialect.named(first), other.name != "securestore" {
            return try other.run(Array(words.dropFirst()))
        }
        try CommandTable.securestore.run(words)
        return .success
    }
}
